import { backoffMs, hourMs, slowMs } from './backoff.ts';
import type { Circumstances } from './circumstances.ts';
import { isAskedAfterRefusal } from './next-call.ts';
import { nextUsefulRead } from './not-bought.ts';
import { verdictOf, type Order } from './order.ts';
import type { Verdict } from './verdict.ts';
import { isClockSetBack, isWanted } from './wanted.ts';

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
  // Where codes are still to come with the first report, a customer waits for them; an invoice comes when it comes.
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

/**
 * How long the service still wants to be left alone with an order, whoever asks: by its clock, which no setting of this
 * machine's clock moves while we run, and by this one. Neither counts where it was put back since. A pause of the whole
 * counter counts too.
 */
export function askedLeftMs(
  { asked }: Pick<Order, 'asked'>,
  { nowMs, serviceOffsetMs, restingMs }: Pick<Circumstances, 'nowMs' | 'serviceOffsetMs' | 'restingMs'>,
): number {
  if (asked === null) return restingMs;
  const sinceHereMs = nowMs - asked.heardAtMs;
  const sinceThereMs = nowMs + (serviceOffsetMs ?? 0) - (asked.untilMs - asked.waitMs);
  const passedMs = [sinceHereMs, sinceThereMs].filter((sinceMs) => !isClockSetBack(-sinceMs, 0));
  return Math.max(restingMs, 0, ...passedMs.map((sinceMs) => asked.waitMs - sinceMs));
}

function timesExhausted({ attempts }: Order): number {
  return attempts.map(verdictOf).filter((verdict) => verdict?.outcome === 'accepted' && verdict.recoveryExhausted)
    .length;
}
