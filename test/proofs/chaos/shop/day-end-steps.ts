import type { Counter } from '../../../../src-main/app/counter/counter.ts';

/** Where a day end may end with its process: its Z is written, and then remembered beside the journal. */
export const dayEndSteps = ['z-written', 'z-remembered'] as const;
export type DayEndStep = (typeof dayEndSteps)[number];

/** A day end has no steps of its own: what it remembers last lies between them. */
export function markDayEnds({ keyring }: Pick<Counter, 'keyring'>, step: (step: DayEndStep) => void): void {
  const record = keyring.recordLastZ.bind(keyring);
  const recordLastZ: typeof record = (lastZ) => {
    step('z-written');
    const recorded = record(lastZ);
    step('z-remembered');
    return recorded;
  };
  Object.assign(keyring, { recordLastZ });
}
