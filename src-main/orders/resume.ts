import type { OperationId } from '../core/ids.ts';
import type { Clock } from '../core/ports.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { OrderBook } from './book.ts';
import { stateOf } from './facts.ts';
import type { OrderFacts } from './facts.ts';
import type { NextCall } from './plan.ts';

export interface ResumeParts {
  readonly book: OrderBook;
  readonly clock: Clock;
  readonly next: (operationId: OperationId, facts: OrderFacts) => NextCall | null;
  readonly once: (operationId: OperationId, facts: OrderFacts, next: NextCall) => Promise<Result<OrderFacts, Failure>>;
}

/**
 * Goes on with one operation. It is looked at anew after every pause: while this waited, a person may have cancelled it or
 * another attempt may have ended it.
 */
export async function resume({ book, clock, next, once }: ResumeParts, operationId: OperationId, waitMs: number): Promise<Result<OrderFacts, Failure>> {
  const untilMs = clock.monotonicMs() + waitMs;
  let waited = false;
  for (let attempts = 0; ;) {
    const facts = book.find(operationId);
    if (facts === null) return err({ code: 'operation_unknown', operationId });
    const due = next(operationId, facts) ?? (attempts === 0 ? readByHand(facts, clock.nowMs()) : null);
    if (due === null) return ok(facts);
    const leftMs = untilMs - clock.monotonicMs();
    const pauseMs = pauseBefore(facts, due, { byHand: attempts === 0 && !waited, leftMs, nowMs: clock.nowMs() });
    if (pauseMs >= leftMs && (attempts > 0 || pauseMs > 0)) return ok(facts);
    if (pauseMs > 0) {
      await clock.sleep(pauseMs);
      waited = true;
      continue;
    }
    const result = await once(operationId, facts, due);
    if (!result.ok) return result;
    attempts += 1;
  }
}

/** Where only a person can go on, asking the service once more is safe and may be all it takes. */
function readByHand(facts: OrderFacts, nowMs: number): NextCall | null {
  return facts.completed === null && stateOf(facts, nowMs) === 'attention' ? { call: 'getPartnerOrder', atMs: 0 } : null;
}

/**
 * The schedule holds, but whoever asks by hand waits only for what the service itself asked (`Retry-After` of an accepted
 * order), and only where that fits into the time they gave.
 */
function pauseBefore(
  facts: OrderFacts, next: NextCall, { byHand, leftMs, nowMs }: { readonly byHand: boolean; readonly leftMs: number; readonly nowMs: number },
): number {
  const dueInMs = Math.max(next.atMs - nowMs, 0);
  return byHand && !(facts.acknowledged && dueInMs < leftMs) ? 0 : dueInMs;
}
