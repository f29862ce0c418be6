import { matrixBreaks } from '../breaks/build.ts';
import { breaches } from '../chaos/laws.ts';
import { laws } from '../mutations/seam.ts';
import { plants } from '../states/plants.ts';

/** Where a fault can be looked for: the proofs that run it, and the tests of one part. */
export const finders = ['matrix', 'chaos', 'mutations', 'states', 'unit tests'] as const;
export type Finder = (typeof finders)[number];

/** A fault that some proof plants. */
export interface PlantedFault {
  readonly name: string;
  /** The proof that can plant it by itself, with `--break`. */
  readonly home: Finder;
  /** Other text in one module of the product; null where the proof replaces more than that. */
  readonly change: { readonly file: string; readonly from: string; readonly to: string } | null;
}

export const plantedFaults: readonly PlantedFault[] = [
  ...Object.entries(plants).map(([name, { file, from, to }]): PlantedFault => ({
    name,
    home: 'states',
    change: { file: `src-main/orders/machine/${file}`, from, to },
  })),
  ...Object.entries(breaches).map(([name, change]): PlantedFault => ({ name, home: 'chaos', change })),
  ...matrixBreaks.map((name): PlantedFault => ({ name, home: 'matrix', change: null })),
  ...laws.map((name): PlantedFault => ({ name, home: 'mutations', change: null })),
];

/** Two proofs may plant a fault of one name, each in its own way. */
export function idOf({ name, home }: PlantedFault): string {
  return `${home}: ${name}`;
}

/** Why a fault cannot be looked for there; null where it can. */
export function whyNot({ home, change }: PlantedFault, by: Finder): string | null {
  if (home === by) return null;
  if (change === null) return 'planted in the proof';
  return by === 'matrix' ? 'needs a bundle' : null;
}
