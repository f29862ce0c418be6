import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../../support/project.ts';
import { nameOf, type Mutant, type Point } from './mutant.ts';

/** By file, the mutants that are to be tested again; all of those of a file that is not named. */
export type Asked = Readonly<Record<string, readonly string[]>>;

const asked = z.record(z.string(), z.array(z.string()));

export function askedFor(again: readonly (readonly [file: string, mutants: readonly Mutant[]])[]): Asked {
  return Object.fromEntries(again.map(([file, mutants]) => [file, mutants.map(nameOf)]));
}

export function isAsked(all: Asked, mutant: Pick<Mutant, 'file' | 'from' | 'to' | 'replacement'>): boolean {
  return all[mutant.file]?.includes(nameOf(mutant)) ?? true;
}

/** A mutant as Stryker hands it to its runners, which counts from 0. */
export interface ActiveMutant {
  readonly fileName: string;
  readonly replacement: string;
  readonly location: { readonly start: Point; readonly end: Point };
}

/** Whether a mutant is to be tested that Stryker cannot leave out, as it lies within the place of another. */
export function readAsked(path: string | undefined): (mutant: ActiveMutant) => boolean {
  if (path === undefined) return () => true;
  const all = asked.parse(JSON.parse(readFileSync(path, 'utf8')));
  const fromOne = ({ line, column }: Point): Point => ({ line: line + 1, column: column + 1 });
  return ({ fileName, replacement, location: { start, end } }) => {
    const file = relative(projectRoot, fileName).replaceAll('\\', '/');
    return isAsked(all, { file, from: fromOne(start), to: fromOne(end), replacement });
  };
}
