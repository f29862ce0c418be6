import { appendFileSync } from 'node:fs';
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
  readonly mutant: Omit<Tested, 'status' | 'location'> & {
    readonly location: { readonly start: Point; readonly end: Point };
  };
}

interface Point {
  readonly line: number;
  readonly column: number;
}

/** Tells every mutant before the first is tested, so that a run that is ended early has reported what is left. */
function onMutationTestingPlanReady({ mutantPlans }: { readonly mutantPlans: readonly Plan[] }): void {
  // Stryker counts from 0 here, and from 1 where it tells results.
  const fromOne = ({ line, column }: Point): Point => ({ line: line + 1, column: column + 1 });
  const lines = mutantPlans.map(
    ({
      mutant: {
        fileName,
        replacement,
        location: { start, end },
      },
    }) => lineOf({ fileName, replacement, status: 'Open', location: { start: fromOne(start), end: fromOne(end) } }),
  );
  // At once: half of the list would pass for all of it.
  tell(lines.join(''));
}

/** Tells each mutant as soon as it is tested. */
function onMutantTested(tested: Tested): void {
  tell(lineOf(tested));
}

function lineOf({ fileName, replacement, status, killedBy, location }: Tested): string {
  const file = relative(projectRoot, fileName).replaceAll('\\', '/');
  return `${JSON.stringify({ fileName: file, replacement, status, killedBy, location })}\n`;
}

/** Into a file: a pipe that nobody empties in time takes no more. */
function tell(lines: string): void {
  appendFileSync(process.env['MUTANTS_REPORT'] ?? '', lines);
}

/** Stryker loads this file as a plugin and reads this export (Stryker, "Plugins"). */
export const strykerPlugins = [
  { kind: 'Reporter', name: 'lines', value: { onMutationTestingPlanReady, onMutantTested } },
];
