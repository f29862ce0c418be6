import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

import { projectRoot } from '../../support/project.ts';
import type { MutatedFolder } from './folders.ts';
import type { Mutant } from './mutant.ts';

/** Results of whole files: a run that was ended goes on with the next file, and a later one repeats only what changed. */
const keptFolder = join(projectRoot, '.cache', 'mutants');

const kept = z.object({
  hash: z.string(),
  mutants: z.array(z.object({
    file: z.string(), line: z.number(), within: z.string(), original: z.string(), replacement: z.string(),
    fate: z.enum(['found', 'survived', 'untested', 'void']),
  })),
});

/** The mutants of a file as they were tested, or null where it, its neighbours or their tests have changed since. */
export function readKept(folder: MutatedFolder, file: string): readonly Mutant[] | null {
  try {
    const { hash, mutants } = kept.parse(JSON.parse(readFileSync(pathOf(file), 'utf8')));
    return hash === hashOf(folder) ? mutants : null;
  } catch {
    return null;
  }
}

export function keep(folder: MutatedFolder, file: string, mutants: readonly Mutant[]): void {
  mkdirSync(dirname(pathOf(file)), { recursive: true });
  writeFileSync(pathOf(file), JSON.stringify({ hash: hashOf(folder), mutants }));
}

/** The sources of a folder, in order. */
export function sourcesOf({ name }: MutatedFolder): readonly string[] {
  return globSync(`src-main/${name}/**/*.ts`, { cwd: projectRoot }).map((file) => file.replaceAll('\\', '/')).sort();
}

function pathOf(file: string): string {
  return join(keptFolder, `${file.replaceAll('/', '+')}.json`);
}

function hashOf(folder: MutatedFolder): string {
  const hash = createHash('sha256');
  for (const file of [...sourcesOf(folder), ...globSync([...folder.tests], { cwd: projectRoot }).sort()]) {
    hash.update(`${file}\0`).update(readFileSync(join(projectRoot, file)));
  }
  return hash.digest('hex');
}
