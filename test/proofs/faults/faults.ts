import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Breach } from '../../support/break-module.ts';
import { projectRoot } from '../../support/project.ts';
import { matrixBreaks } from '../breaks/build.ts';
import { brokenDays } from '../chaos/broken-days.ts';
import { breaches } from '../chaos/laws.ts';
import { laws } from '../mutations/seam.ts';
import { machineBreaches } from '../states/plants.ts';
import { loadedFrom } from './loaded.ts';

/** Where a fault can be looked for: the proofs that run it, and the tests of one part. */
export const finders = ['matrix', 'chaos', 'mutations', 'states', 'unit tests'] as const;
export type Finder = (typeof finders)[number];

/** A fault that some proof plants. */
export interface PlantedFault {
  readonly name: string;
  /** The proof that can plant it by itself, with `--break`. */
  readonly home: Finder;
  /** Other text in one module of the product; null where the proof replaces more than that. */
  readonly change: Breach | null;
}

const planted = (home: Finder, changes: Readonly<Record<string, Breach>>): readonly PlantedFault[] =>
  Object.entries(changes).map(([name, change]) => ({ name, home, change }));
const replaced = (home: Finder, names: readonly string[]): readonly PlantedFault[] =>
  names.map((name) => ({ name, home, change: null }));

export const plantedFaults: readonly PlantedFault[] = [
  ...planted('states', machineBreaches),
  ...planted('chaos', breaches),
  ...replaced('matrix', matrixBreaks),
  ...replaced('mutations', laws),
];

/** Two proofs may plant a fault of one name, each in its own way. */
export function idOf({ name, home }: PlantedFault): string {
  return `${home}: ${name}`;
}

/** What two of the proofs run of the product; the others run a whole counter. */
const runs: Partial<Record<Finder, ReadonlySet<string>>> = {
  mutations: loadedFrom(['test/proofs/mutations/main.ts', 'test/proofs/mutations/properties/worker.ts']),
  states: loadedFrom(['test/proofs/states/part-worker.ts']),
};

/** Why a fault cannot be looked for there; null where it can. */
export function whyNot({ home, change }: PlantedFault, by: Finder): string | null {
  if (home === by) return null;
  if (change === null) return 'planted in the proof';
  if (by === 'matrix') return 'needs a bundle';
  return runs[by]?.has(change.file) === false ? 'does not run it' : null;
}

/** Whether `npm test` plants it in the proof that it comes from, and expects that this fails. */
export function isTestedAtHome({ name, home }: PlantedFault, by: Finder): boolean {
  if (home !== by) return false;
  return home === 'matrix' || home === 'mutations' || brokenDays.some(({ law }) => law === name);
}

/** The tests beside a module, of its whole part, and of the calls if both sides share it, until some of them fail. */
export function testsOf({ file }: Breach): readonly string[] {
  const [program = '', part = ''] = file.split('/');
  const whole = `test/unit/${program}/${part}`;
  const beside = `test/unit/${dirname(file)}`;
  const ofCalls = program === 'src-shared' ? ['test/unit/src-main/app/calls'] : [];
  return [...new Set([beside, whole, ...ofCalls])].filter((folder) => existsSync(join(projectRoot, folder)));
}
