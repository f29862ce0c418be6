/**
 * When to go on with an operation: bounded at once, spread with jitter, and written down with the event that asks for
 * it.
 */

const slowStepsMs = [5, 15, 60].map((minutes) => minutes * 60_000);
export const hourMs = 3_600_000;

/** The longest pause while a person waits for the sale, and after that. */
const longestMs = { wanted: 60_000, lapsed: 15 * 60_000 } as const;
const mostDoublings = 12;

/**
 * After the n-th attempt without a verified outcome (n from 1): 1 s doubling to a minute, later to 15. `jitter`, from 0
 * to 1, says how much of the upper half.
 */
export function backoffMs(attempts: number, jitter: number, wanted: boolean): number {
  const doublings = Math.min(Math.max(attempts - 1, 0), mostDoublings);
  const fullMs = Math.min(1_000 * 2 ** doublings, wanted ? longestMs.wanted : longestMs.lapsed);
  return Math.round(fullMs / 2 + (fullMs / 2) * jitter);
}

/** `recoveryExhausted`: the service asks to be resumed slowly; after `exhausted` such answers (from 1). */
export function slowMs(exhausted: number): number {
  return slowStepsMs[Math.max(exhausted, 1) - 1] ?? hourMs;
}
