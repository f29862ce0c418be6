import type { Exchanged } from './send.ts';

/** An answer may come when its caller waits no more (`answerWaitSeconds` in the profile): it is kept all the same. */

/** How long after that one is still listened for. */
export const lateWaitMs = 10 * 60_000;

/** Takes it, until the signal ends that. */
export interface TakesLate {
  readonly signal: AbortSignal;
  readonly take: (exchanged: Exchanged) => void;
}
