import { writeSync } from 'node:fs';
import { relative } from 'node:path';

import { projectRoot } from '../../support/project.ts';

/** What Stryker tells of a mutant, as far as it is passed on. */
interface Tested {
  readonly fileName: string;
  readonly replacement?: string | undefined;
  readonly status: string;
  /** `FILE#TEST` of those that failed (Stryker's runner for vitest). */
  readonly killedBy?: readonly string[];
  readonly location: unknown;
}

interface Plan {
  readonly mutant: Omit<Tested, 'status' | 'location'> & { readonly location: { readonly start: Point; readonly end: Point } };
}

interface Point {
  readonly line: number;
  readonly column: number;
}

/** Prints every mutant before the first is tested, so that a run that is ended early has told what is left. */
function onMutationTestingPlanReady({ mutantPlans }: { readonly mutantPlans: readonly Plan[] }): void {
  // Stryker counts from 0 here, and from 1 where it tells results.
  const fromOne = ({ line, column }: Point): Point => ({ line: line + 1, column: column + 1 });
  for (const { mutant: { fileName, replacement, location: { start, end } } } of mutantPlans) {
    onMutantTested({ fileName, replacement, status: 'Open', location: { start: fromOne(start), end: fromOne(end) } });
  }
}

/** Prints each mutant as soon as it is tested, a line of JSON: a run that is ended early has told what it knows. */
function onMutantTested({ fileName, replacement, status, killedBy, location }: Tested): void {
  const file = relative(projectRoot, fileName).replaceAll('\\', '/');
  writeSync(1, `${JSON.stringify({ fileName: file, replacement, status, killedBy, location })}\n`);
}

/** Stryker loads this file as a plugin and reads this export (Stryker, "Plugins"). */
export const strykerPlugins = [{ kind: 'Reporter', name: 'lines', value: { onMutationTestingPlanReady, onMutantTested } }];
