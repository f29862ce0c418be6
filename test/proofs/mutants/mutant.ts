import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../support/project.ts';

/** One changed place of a source file and what the tests said of it. */
export interface Mutant {
  /** From the project's folder, with forward slashes. */
  readonly file: string;
  /** Lines and columns begin at 1; the place behind its last character. */
  readonly from: Point;
  readonly to: Point;
  /** The whole line that the change begins on, trimmed. */
  readonly within: string;
  readonly original: string;
  readonly replacement: string;
  readonly fate: Fate;
  /** The file of a test that failed; null where none did, or nobody can tell which. */
  readonly foundBy: string | null;
}

export interface Point {
  readonly line: number;
  readonly column: number;
}

/**
 * `void`: it does not compile, or breaks the runner itself, and so says nothing of the tests. `open`: its turn has not
 * come.
 */
export type Fate = 'found' | 'survived' | 'untested' | 'void' | 'open';

const position = z.object({ line: z.number(), column: z.number() });
/** The part of Stryker's result that is read. */
const testedMutant = z.object({
  fileName: z.string(),
  replacement: z.string().optional(),
  status: z.string(),
  killedBy: z.array(z.string()).optional(),
  location: z.object({ start: position, end: position }),
});

const fates: Readonly<Record<string, Fate>> = {
  Killed: 'found',
  Timeout: 'found',
  Survived: 'survived',
  NoCoverage: 'untested',
  Open: 'open',
};

/** A mutant from one line that the reporter printed. */
export function readMutant(line: string): Mutant {
  const {
    fileName,
    replacement = '',
    status,
    killedBy,
    location: { start, end },
  } = testedMutant.parse(JSON.parse(line));
  const lines = readFileSync(join(projectRoot, fileName), 'utf8').split('\n');
  const touched = lines.slice(start.line - 1, end.line);
  const last = touched.length - 1;
  const original = touched
    .map((text, index) => text.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
  const within = (lines[start.line - 1] ?? '').trim();
  const foundBy = killedBy?.[0]?.split('#')[0] ?? null;
  return {
    file: fileName,
    from: start,
    to: end,
    within,
    original,
    replacement,
    fate: fates[status] ?? 'void',
    foundBy,
  };
}

/** What tells a mutant from the others of its file. */
export function nameOf(mutant: Mutant): string {
  return `${placeOf(mutant)} ${mutant.replacement}`;
}

/** `FILE:FROM-TO`, as Stryker takes it: its columns begin at 0. */
export function placeOf({ file, from, to }: Mutant): string {
  const point = ({ line, column }: Point): string => `${String(line)}:${String(column - 1)}`;
  return `${file}:${point(from)}-${point(to)}`;
}
