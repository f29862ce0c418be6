import type { OperationId } from '../core/ids.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import { runAttempt } from './attempt.ts';
import type { AttemptContext } from './attempt.ts';
import { orderEvent } from './events.ts';
import { isCancellable, isFinal, stateOf } from './facts.ts';
import type { OrderFacts } from './facts.ts';
import { intentOf, isSameWish, pinnedOf, wantedForMs } from './intent.ts';
import type { OrderWish } from './intent.ts';
import { differsFromPinned, nextCall } from './plan.ts';
import type { NextCall } from './plan.ts';

/** Places orders and brings them to an end: one attempt in flight for an operation, none without a durable intent. */
export interface OrderEngine {
  /**
   * Records the intent of a new operation; nothing is sent yet. The same id and wish again gives the operation as it is.
   * Errors: `input_invalid` with its field, `operation_id_in_use`, `same_sale_pending`, `operation_not_final` (what it
   * replaces), `not_enrolled`, or a journal that cannot be written.
   */
  place(operationId: OperationId, wish: OrderWish, options: { readonly besidesPending: boolean }): Result<OrderFacts, Failure>;
  /** Goes on with an operation until it is final, needs a person, or `waitMs` have passed; 0 makes one attempt. */
  resume(operationId: OperationId, waitMs: number): Promise<Result<OrderFacts, Failure>>;
  /** What comes next for an operation by itself, and when; null where only a person can go on or an attempt is under way. */
  next(operationId: OperationId): NextCall | null;
  /** Reads the order at the service once, whatever its state. */
  read(operationId: OperationId): Promise<Result<OrderFacts, Failure>>;
  /** The customer still waits: the sale is wanted for another while. */
  keepWanted(operationId: OperationId): Result<OrderFacts, Failure>;
  cancel(operationId: OperationId): Result<OrderFacts, Failure>;
}

export function createOrderEngine(context: AttemptContext, onChanged: (operationId: OperationId) => void): OrderEngine {
  const inFlight = new Map<OperationId, Promise<Result<OrderFacts, Failure>>>();
  const { session, book } = context;

  const attemptOnce = (operationId: OperationId, facts: OrderFacts, next: NextCall): Promise<Result<OrderFacts, Failure>> => {
    const running = inFlight.get(operationId);
    if (running !== undefined) return running;
    const attempt = runAttempt(context, operationId, facts, next.call)
      .then((result) => (result.ok ? raisePinned(context, operationId, result.value) : result))
      .finally(() => {
        inFlight.delete(operationId);
        onChanged(operationId);
      });
    inFlight.set(operationId, attempt);
    return attempt;
  };

  return {
    place: (operationId, wish, options) => place(context, operationId, wish, options),
    resume: (operationId, waitMs) => resume(context, attemptOnce, operationId, waitMs),
    next: (operationId) => {
      const facts = inFlight.has(operationId) ? null : book.find(operationId);
      return facts === null ? null : nextCall(facts, currentPins(context, operationId, facts), session.clock.nowMs());
    },
    read: async (operationId) => {
      const facts = book.find(operationId);
      if (facts === null) return err({ code: 'operation_unknown', operationId });
      await inFlight.get(operationId);
      return attemptOnce(operationId, book.find(operationId) ?? facts, { call: 'getPartnerOrder', atMs: 0 });
    },
    keepWanted: (operationId) => {
      const facts = book.find(operationId);
      if (facts === null) return err({ code: 'operation_unknown', operationId });
      if (isFinal(stateOf(facts, session.clock.nowMs()))) return err({ code: 'operation_final', operationId });
      return book.record(operationId, [orderEvent(operationId, 'wanted-extended', { wantedUntilMs: session.clock.nowMs() + wantedForMs })]);
    },
    cancel: (operationId) => {
      const facts = book.find(operationId);
      if (facts === null) return err({ code: 'operation_unknown', operationId });
      if (inFlight.has(operationId) || !isCancellable(facts, session.clock.nowMs())) return err({ code: 'not_cancellable', operationId });
      return book.record(operationId, [orderEvent(operationId, 'order-cancelled', {})]);
    },
  };
}

type AttemptOnce = (operationId: OperationId, facts: OrderFacts, next: NextCall) => Promise<Result<OrderFacts, Failure>>;

function place({ session, book, step }: AttemptContext, operationId: OperationId, wish: OrderWish, { besidesPending }: { readonly besidesPending: boolean }): Result<OrderFacts, Failure> {
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled' });
  const existing = book.find(operationId);
  if (existing !== null) return isSameWish(existing.intent, wish) ? ok(existing) : err({ code: 'operation_id_in_use', field: 'operation-id', operationId });
  const replaced = wish.replaces === undefined ? null : book.find(wish.replaces);
  if (wish.replaces !== undefined && (replaced === null || !isFinal(stateOf(replaced, session.clock.nowMs())))) {
    return err({ code: 'operation_not_final', field: 'replaces', operationId: wish.replaces });
  }
  const twin = besidesPending ? undefined : book.pending().find((pending) => isTwin(book.find(pending), wish));
  if (twin !== undefined) return err({ code: 'same_sale_pending', operationId: twin });
  const intent = intentOf(operationId, wish, session.profile, key.keyId, session.clock.nowMs());
  if (!intent.ok) return intent;
  const recorded = book.record(operationId, [orderEvent(operationId, 'order-intended', intent.value)]);
  if (recorded.ok) step('intent-recorded');
  return recorded;
}

function isTwin(facts: OrderFacts | null, wish: OrderWish): boolean {
  return facts !== null && facts.intent.walletId === wish.walletId && facts.intent.cardId === wish.cardId && facts.intent.quantity === wish.quantity;
}

async function resume(context: AttemptContext, attemptOnce: AttemptOnce, operationId: OperationId, waitMs: number): Promise<Result<OrderFacts, Failure>> {
  const { session: { clock }, book } = context;
  const untilMs = clock.monotonicMs() + waitMs;
  let facts = book.find(operationId);
  if (facts === null) return err({ code: 'operation_unknown', operationId });
  for (let first = true; ; first = false) {
    const next = nextCall(facts, currentPins(context, operationId, facts), clock.nowMs());
    if (next === null) return ok(facts);
    // A person who asks now is not made to wait for the schedule, but for what the service itself asked.
    const dueInMs = dueIn(facts, next, first ? waitMs : null, clock.nowMs());
    if (!first && clock.monotonicMs() + dueInMs >= untilMs) return ok(facts);
    if (dueInMs > 0) await clock.sleep(dueInMs);
    const result = await attemptOnce(operationId, facts, next);
    if (!result.ok) return result;
    facts = result.value;
  }
}

/**
 * How long to wait for the next call. Its schedule holds, but whoever asks by hand waits only for what the service asked
 * (`Retry-After` of an accepted order), and only where that fits into the time they gave.
 */
function dueIn(facts: OrderFacts, next: NextCall, waitByHandMs: number | null, nowMs: number): number {
  const dueInMs = Math.max(next.atMs - nowMs, 0);
  if (waitByHandMs === null) return dueInMs;
  return facts.acknowledged && dueInMs <= waitByHandMs ? dueInMs : 0;
}

function currentPins({ session }: AttemptContext, operationId: OperationId, { intent }: OrderFacts): OrderFacts['intent']['pinned'] | null {
  const key = session.signingKey();
  return key === null ? null : pinnedOf(operationId, intent.walletId, session.profile, key.keyId);
}

/** A resend that would differ, and a service that does not know the order: a person decides (design, "Pinned at intent"). */
function raisePinned(context: AttemptContext, operationId: OperationId, facts: OrderFacts): Result<OrderFacts, Failure> {
  const pins = currentPins(context, operationId, facts);
  const last = facts.attempts.at(-1)?.ended;
  if (pins === null || facts.acknowledged || typeof last !== 'object' || last?.outcome !== 'notFound' || !differsFromPinned(facts, pins)) return ok(facts);
  return context.book.record(operationId, [orderEvent(operationId, 'attention-raised', { reason: 'pinned_differs' })]);
}
