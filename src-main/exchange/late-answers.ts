/** An answer may come when its caller waits no more (`answerWaitSeconds` in the profile): it is kept all the same. */

/** For how long after the wait an answer is still taken. */
export const lateWaitMs = 10 * 60_000;

/** Takes an answer that comes late, until `signal` aborts. */
export interface LateTaker<T> {
  readonly signal: AbortSignal;
  readonly take: (exchanged: T) => void;
}
