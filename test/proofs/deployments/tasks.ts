import { z } from 'zod';
import { choicesOf, knownCoverage, type Choices } from './documents.ts';
import { fewMismatches, ignoring, mismatches, mistakeOf, type Mismatch } from './mistakes.ts';
import type { Mistake } from './run-profile.ts';

/** What a proof is to look at. `broken` is a field that no counter knows. */
export const effortSchema = z.object({ full: z.boolean(), broken: z.string().nullable() });
export type Effort = z.infer<typeof effortSchema>;

/** One service with one counter. */
export interface Task {
  readonly choices: Choices;
  readonly mistake: Mistake | null;
  /** Null where service and counter have the same file. */
  readonly mismatch: Mismatch | null;
}

/** The same list in every thread, so that a place in it names a task. */
export function tasksFor({ full, broken }: Effort): readonly Task[] {
  const profiles = knownCoverage().rows.map((row): Task => ({
    choices: choicesOf(row),
    mistake: broken === null ? null : ignoring(broken),
    mismatch: null,
  }));
  if (broken !== null) return profiles;
  const mismatched = (full ? mismatches() : fewMismatches()).map((mismatch): Task => ({
    choices: mismatch.choices,
    mistake: mistakeOf(mismatch),
    mismatch,
  }));
  return [...profiles, ...mismatched];
}
