import type { StepMark } from '../core/ports.ts';

/**
 * The steps of what is done once a day, one after the other: the purge, and then the backup. A process may end at each:
 * the backups from before can be restored then, and give nothing back that was purged.
 */
export const keepingSteps = [
  'purged-in-backups',
  'purged-in-journal',
  'segment-begun',
  'segment-written',
  'segment-checked',
  'keys-written',
  'keys-named',
  'segment-named',
  'needless-removed',
] as const;

/** The steps after a segment where the older ones are made one with their base, and of each file that goes then. */
export const foldSteps = [
  'fold-begun',
  'fold-written',
  'fold-checked',
  'fold-keys-written',
  'fold-keys-named',
  'fold-named',
  'one-removed',
] as const;
export type KeepingStep = (typeof keepingSteps)[number] | (typeof foldSteps)[number];

/** The steps of writing one file of the backups. */
export type SegmentStep = Extract<KeepingStep, `segment-${string}` | `keys-${string}`>;

const whileFolding = {
  'segment-begun': 'fold-begun',
  'segment-written': 'fold-written',
  'segment-checked': 'fold-checked',
  'keys-written': 'fold-keys-written',
  'keys-named': 'fold-keys-named',
  'segment-named': 'fold-named',
} as const satisfies Record<SegmentStep, KeepingStep>;

/** Names the steps of a file that is written for folding. */
export function foldMark(step: StepMark<KeepingStep>): StepMark<SegmentStep> {
  return (written) => step(whileFolding[written]);
}
