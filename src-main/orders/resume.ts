import type { OperationId } from '../core/ids.ts';
import type { Clock } from '../core/ports.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { OrderBook } from './book.ts';
import { stateOf } from './machine/order.ts';
import type { Order } from './machine/order.ts';
import type { NextCall } from './machine/next-call.ts';

/** Whether a pause that the service asked for counts: only a person may pass over it. */
export type Hurry = 'asAsked' | 'now';

/** One call to make, as asked where nothing is said. */
export interface Step extends NextCall {
  readonly how?: Hurry;
}

export interface ResumeParts {
  readonly book: OrderBook;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  readonly next: (operationId: OperationId, facts: Order) => NextCall | null;
  /** How long the service still wants to be left alone with the order. */
  readonly askedMs: (facts: Order) => number;
  readonly once: (operationId: OperationId, facts: Order, step: Step) => Promise<Result<Order, Failure>>;
}

/**
 * Goes on with one operation. It is looked at anew after every pause: while this waited, a person may have cancelled it or
 * another attempt may have ended it.
 */
export async function resume(
  { book, clock, stopping, next, askedMs, once }: ResumeParts, operationId: OperationId, { waitMs, how }: { readonly waitMs: number; readonly how: Hurry },
): Promise<Result<Order, Failure>> {
  const untilMs = clock.monotonicMs() + waitMs;
  let waited = false;
  for (let attempts = 0; ;) {
    const facts = book.find(operationId);
    if (facts === null) return err({ code: 'operation_unknown', operationId });
    const due = next(operationId, facts) ?? (attempts === 0 ? readByHand(facts, clock.nowMs()) : null);
    if (due === null || stopping.aborted) return ok(facts);
    const leftMs = untilMs - clock.monotonicMs();
    const dueInMs = Math.max(due.atMs - clock.nowMs(), 0);
    const byHand = attempts === 0 && !waited;
    const isHurried = byHand && how !== 'asAsked';
    const pauseMs = byHand ? pauseByHand(facts, { askedMs: isHurried ? 0 : askedMs(facts), dueInMs, leftMs }) : dueInMs;
    if (pauseMs >= leftMs && (attempts > 0 || pauseMs > 0)) return ok(facts);
    if (pauseMs > 0) {
      await clock.sleep(pauseMs, stopping);
      waited = true;
      continue;
    }
    const result = await once(operationId, facts, { ...due, how: isHurried ? 'now' : 'asAsked' });
    if (!result.ok) return result;
    attempts += 1;
  }
}

/** Where only a person can go on, asking the service once more is safe and may be all it takes. */
function readByHand(facts: Order, nowMs: number): NextCall | null {
  return facts.completed === null && stateOf(facts, nowMs) === 'attention' ? { call: 'getPartnerOrder', atMs: 0 } : null;
}

/**
 * Whoever asks by hand does not wait for a pause of our own, but for each that the service asked for; for an order that it
 * accepted also for ours, where that fits into the time they gave.
 */
function pauseByHand({ acknowledged }: Order, { askedMs, dueInMs, leftMs }: { readonly askedMs: number; readonly dueInMs: number; readonly leftMs: number }): number {
  return acknowledged && dueInMs < leftMs ? dueInMs : askedMs;
}
