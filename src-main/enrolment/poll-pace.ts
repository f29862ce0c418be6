import type { Clock } from '../core/ports.ts';

/** How long to wait between two questions whether a key is active: staff may take days. */
export interface PollPace {
  /** What to wait until the next, longer each time; not before the service asked for it. */
  nextMs(): number;
  /** The service asked to be left alone for so long. */
  asked(ms: number): void;
}

const [firstMs, mostMs, growth] = [2_000, 60_000, 1.5];

export function createPollPace(clock: Pick<Clock, 'monotonicMs'>): PollPace {
  let intervalMs = firstMs;
  let notBeforeMs = 0;
  return {
    nextMs: () => {
      const waitMs = Math.max(intervalMs, notBeforeMs - clock.monotonicMs());
      intervalMs = Math.min(mostMs, Math.round(intervalMs * growth));
      return waitMs;
    },
    asked: (ms) => {
      notBeforeMs = Math.max(notBeforeMs, clock.monotonicMs() + ms);
    },
  };
}
