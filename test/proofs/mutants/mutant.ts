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
  /** The code around the change, squeezed (see `squeezed`). */
  readonly before: string;
  readonly after: string;
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
  const source = readFileSync(join(projectRoot, fileName), 'utf8');
  const [begins, ends] = [indexOf(source, start), indexOf(source, end)];
  const foundBy = killedBy?.[0]?.split('#')[0] ?? null;
  return {
    file: fileName,
    from: start,
    to: end,
    before: squeezed(source.slice(0, begins)).slice(-aroundLength),
    after: squeezed(source.slice(ends)).slice(0, aroundLength),
    original: source.slice(begins, ends),
    replacement,
    fate: fates[status] ?? 'void',
    foundBy,
  };
}

function indexOf(source: string, { line, column }: Point): number {
  const linesBefore = source.split('\n').slice(0, line - 1);
  return linesBefore.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
}

/** No entry of the equivalent ones reaches further. */
const aroundLength = 400;

/** Code as one text, whichever way it is broken into lines: a formatter changes white space and last commas alone. */
export function squeezed(code: string): string {
  return code.replaceAll(/\s+/g, '').replaceAll(/,(?=[)\]}])/g, '');
}

/** What tells a mutant from the others of its file. */
export function nameOf(mutant: Pick<Mutant, 'file' | 'from' | 'to' | 'replacement'>): string {
  return `${positionOf(mutant)} ${mutant.replacement}`;
}

/**
 * The positions of some mutants without those inside of another one, whose mutants Stryker tests with it: it looks
 * through the whole project for each.
 */
export function positionsOf(mutants: readonly Mutant[]): readonly string[] {
  const outermost: Mutant[] = [];
  const inOrder = mutants.toSorted((a, b) => compare(a.from, b.from) || compare(b.to, a.to));
  for (const mutant of inOrder) {
    const last = outermost.at(-1);
    if (last?.file !== mutant.file || compare(mutant.to, last.to) > 0) outermost.push(mutant);
  }
  return outermost.map(positionOf);
}

function compare(one: Point, other: Point): number {
  return one.line - other.line || one.column - other.column;
}

/** `FILE:FROM-TO`, as Stryker takes it: its columns begin at 0. */
export function positionOf({ file, from, to }: Pick<Mutant, 'file' | 'from' | 'to'>): string {
  const point = ({ line, column }: Point): string => `${String(line)}:${String(column - 1)}`;
  return `${file}:${point(from)}-${point(to)}`;
}
