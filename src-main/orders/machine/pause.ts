import type { Circumstances } from './circumstances.ts';
import type { Verdict } from './events.ts';
import { isAskedAfterRefusal } from './next-step.ts';
import { nextUsefulRead } from './not-bought.ts';
import { isWanted, verdictOf, type Order } from './order.ts';

/** What came of an attempt, as far as it says when to go on; both null where no answer came. */
export interface Heard {
  readonly verdict: Verdict | null;
  /** How long the service asks to be left alone with this order. */
  readonly askedMs: number | null;
}

export const nothingHeard: Heard = { verdict: null, askedMs: null };

/**
 * How long to leave an order alone after an attempt. A service that exhausted its recovery is asked slowly until it
 * says something else (design, states table).
 */
export function pauseMs(
  order: Order,
  { verdict, askedMs }: Heard,
  {
    nowMs,
    jitter,
    serviceNowMs,
    notBoughtTerms,
  }: Pick<Circumstances, 'nowMs' | 'serviceNowMs' | 'jitter' | 'notBoughtTerms'>,
): number {
  // A customer waits for codes that come with the first report; nobody waits for an invoice.
  const isRepeated = order.completed !== null && order.completed.invoiceId === null;
  if (verdict?.outcome === 'completed' && !isRepeated) return askedMs ?? 0;
  const said = verdict?.outcome === 'accepted' ? verdict.recoveryExhausted : null;
  if (said ?? order.recoveryExhausted)
    return Math.max(askedMs ?? 0, slowMs(timesExhausted(order) + (said === true ? 1 : 0)));
  if (order.attention !== null && !isAskedAfterRefusal(order)) return Math.max(askedMs ?? 0, hourMs);
  if (askedMs !== null) return askedMs;
  const ownMs = backoffMs(order.attempts.length, jitter, isWanted(order, nowMs));
  if (verdict?.outcome !== 'notFound') return ownMs;
  // A read that does not find the order may prove something from a certain time on: then it is worth asking.
  const usefulSeconds = nextUsefulRead(order, notBoughtTerms);
  const usefulInMs = usefulSeconds === null ? 0 : usefulSeconds * 1000 - serviceNowMs;
  return usefulInMs > 0 ? Math.min(ownMs, usefulInMs) : ownMs;
}

function timesExhausted({ attempts }: Order): number {
  return attempts.map(verdictOf).filter((verdict) => verdict?.outcome === 'accepted' && verdict.recoveryExhausted)
    .length;
}

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
