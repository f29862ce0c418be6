import type { Failure } from '../../src-shared/contract/codes.ts';
import type { OperationId } from '../core/ids.ts';
import type { Clock } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { OrderBook } from './book.ts';
import type { Circumstances } from './machine/circumstances.ts';
import type { NextCall } from './machine/next-call.ts';
import { nextStep, pauseByHandMs, stepByHand, type Hurry } from './machine/next-step.ts';
import type { Order } from './machine/order.ts';

/** One call to make, as asked where nothing is said. */
export interface Step extends NextCall {
  readonly how?: Hurry;
}

export interface ResumeParts {
  readonly book: OrderBook;
  readonly clock: Clock;
  readonly stopping: AbortSignal;
  readonly circumstances: (operationId: OperationId, order: Order) => Circumstances;
  readonly once: (operationId: OperationId, facts: Order, step: Step) => Promise<Result<Order, Failure>>;
}

/**
 * Goes on with one operation. It is looked at anew after every pause: while this waited, a person may have cancelled it
 * or another attempt may have ended it.
 */
export async function resume(
  { book, clock, stopping, circumstances, once }: ResumeParts,
  operationId: OperationId,
  { waitMs, how }: { readonly waitMs: number; readonly how: Hurry },
): Promise<Result<Order, Failure>> {
  const untilMs = clock.monotonicMs() + waitMs;
  let waited = false;
  for (let attempts = 0; ;) {
    const order = book.find(operationId);
    if (order === null) return err({ code: 'operation_unknown', operationId });
    const now = circumstances(operationId, order);
    const due = attempts === 0 ? stepByHand(order, now) : nextStep(order, now);
    if (due === null || stopping.aborted) return ok(order);
    const leftMs = untilMs - clock.monotonicMs();
    const byHand = attempts === 0 && !waited;
    const pauseMs = byHand ? pauseByHandMs(order, due, { how, leftMs }, now) : Math.max(due.atMs - now.nowMs, 0);
    if (pauseMs >= leftMs && (attempts > 0 || pauseMs > 0)) return ok(order);
    if (pauseMs > 0) {
      await clock.sleep(pauseMs, stopping);
      waited = true;
      continue;
    }
    const result = await once(operationId, order, { ...due, how: byHand ? how : 'asAsked' });
    if (!result.ok) return result;
    attempts += 1;
  }
}
