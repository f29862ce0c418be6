import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../support/project.ts';
import { folders, type MutatedFolder } from './folders.ts';
import { nameOf, type Mutant } from './mutant.ts';

/**
 * Results of whole files: a run that was ended goes on with the next file, and a later one repeats only what changed.
 */
const keptFolder = join(projectRoot, '.cache', 'mutants');

const point = z.object({ line: z.number(), column: z.number() });
const kept = z.object({
  source: z.string(),
  tests: z.record(z.string(), z.string()),
  mutants: z.array(
    z.object({
      file: z.string(),
      from: point,
      to: point,
      before: z.string(),
      after: z.string(),
      original: z.string(),
      replacement: z.string(),
      fate: z.enum(['found', 'survived', 'untested', 'void', 'open']),
      foundBy: z.string().nullable(),
    }),
  ),
});

/** What the results of a file depend on. */
export interface Hashes {
  readonly source: string;
  /** By file, with what is beside them to help. */
  readonly tests: Readonly<Record<string, string>>;
}

/** The results of a file's mutants, and what they were got from. */
export interface Kept extends Hashes {
  readonly mutants: readonly Mutant[];
}

export interface StillValid {
  /** What still holds. */
  readonly mutants: readonly Mutant[];
  /** Those among them whose turn has not come, or that a changed test may now find, or find no more. */
  readonly again: readonly Mutant[];
}

/**
 * What is left of a file's results, or null where nothing is: its own change counts against all of them. A changed test
 * counts against those that it found, and those that none found.
 */
export function stillValid(known: Kept, now: Hashes): StillValid | null {
  if (known.source !== now.source) return null;
  const isUnchanged = isSame(known.tests, now.tests);
  const isFound = ({ foundBy }: Mutant): boolean => foundBy !== null && known.tests[foundBy] === now.tests[foundBy];
  const holds = (mutant: Mutant): boolean => mutant.fate !== 'open' && (isUnchanged || isFound(mutant));
  return { mutants: known.mutants, again: known.mutants.filter((mutant) => !holds(mutant)) };
}

/** Earlier results with those that were got again in their place. */
export function renewed(earlier: readonly Mutant[], later: readonly Mutant[]): readonly Mutant[] {
  return [...new Map([...earlier, ...later].map((mutant) => [nameOf(mutant), mutant])).values()];
}

export function readKept(file: string): Kept | null {
  try {
    return kept.parse(JSON.parse(readFileSync(pathOf(file), 'utf8')));
  } catch {
    return null;
  }
}

/** Whether anything of this folder was tested here, however much of it holds no more. */
export function isKnown(folder: MutatedFolder): boolean {
  return sourcesOf(folder).some((file) => readKept(file)?.mutants.some(({ fate }) => fate !== 'open') === true);
}

export function keep(file: string, results: Kept): void {
  mkdirSync(dirname(pathOf(file)), { recursive: true });
  writeFileSync(pathOf(file), JSON.stringify(results));
}

/** The sources of a folder, in order; those of a folder within it that is listed itself are its own. */
export function sourcesOf({ name }: MutatedFolder): readonly string[] {
  const apart = folders.filter((other) => other.name.startsWith(`${name}/`));
  return found([`src-main/${name}/**/*.ts`]).filter(
    (file) => !apart.some((other) => file.startsWith(`src-main/${other.name}/`)),
  );
}

export function hashesOf({ name, tests }: MutatedFolder, file: string): Hashes {
  const all = found([...tests, `test/unit/src-main/${name}/**/*.ts`]);
  return { source: hashOf(file), tests: Object.fromEntries(all.map((test) => [test, hashOf(test)])) };
}

function found(patterns: readonly string[]): readonly string[] {
  return globSync([...patterns], { cwd: projectRoot })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();
}

function hashOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(projectRoot, file)))
    .digest('hex');
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

function pathOf(file: string): string {
  return join(keptFolder, `${file.replaceAll('/', '+')}.json`);
}
