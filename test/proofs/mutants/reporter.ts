import { writeSync } from 'node:fs';
import { relative } from 'node:path';

import { projectRoot } from '../../support/project.ts';

/** What Stryker tells of a mutant, as far as it is passed on. */
interface Tested {
  readonly fileName: string;
  readonly replacement?: string;
  readonly status: string;
  /** `FILE#TEST` of those that failed (Stryker's runner for vitest). */
  readonly killedBy?: readonly string[];
  readonly location: unknown;
}

/** Prints each mutant as soon as it is tested, a line of JSON: a run that is ended early has told what it knows. */
function onMutantTested({ fileName, replacement, status, killedBy, location }: Tested): void {
  const file = relative(projectRoot, fileName).replaceAll('\\', '/');
  writeSync(1, `${JSON.stringify({ fileName: file, replacement, status, killedBy, location })}\n`);
}

/** Stryker loads this file as a plugin and reads this export (Stryker, "Plugins"). */
export const strykerPlugins = [{ kind: 'Reporter', name: 'lines', value: { onMutantTested } }];
