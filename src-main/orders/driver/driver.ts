import type { DecisionChoice, Failure, FailureCode } from '../../../src-shared/contract/codes.ts';
import type { BasketId, OperationId } from '../../core/ids.ts';
import { err, type Result } from '../../core/result.ts';
import { createSingleFlight } from '../../core/single-flight.ts';
import { refusalWhileResting } from '../../exchange/budget.ts';
import { exchangeKept } from '../../exchange/exchange-kept.ts';
import { learnServiceTime } from '../../exchange/read.ts';
import type { Need } from '../../staff/approval-check.ts';
import type { OrderInput } from '../machine/decide.ts';
import { orderEvent, type OrderCall } from '../machine/events.ts';
import type { NewSale } from '../machine/new-sale.ts';
import {
  dueInMs,
  isStaleRead,
  mayLeave,
  needsEvidence,
  nextStep,
  pauseByHandMs,
  purposeOf,
  stepByHand,
  type Hurry,
  type NextCall,
} from '../machine/next-step.ts';
import { unjudged, type Order } from '../machine/order.ts';
import { knownReadOf } from '../machine/settling.ts';
import type { DriverContext } from '../records/context.ts';
import { isCopySuspected } from '../records/copies.ts';
import {
  circumstancesOf,
  dispatch,
  findOrder,
  orderRequest,
  place,
  recordAttempt,
  wouldReadOther,
  type OrderAttempt,
  type SaleOptions,
} from '../records/dispatch.ts';
import { judgeAgain, judgeAllAgain, judgeSealed, lacksKey, takeOutcome } from '../records/kept-answers.ts';
import { recordBasket, type NewLine, type PlacedLine } from '../records/record-basket.ts';

type OrderResult = Promise<Result<Order, Failure>>;

/** Places orders and brings them to an end: one attempt in flight for an operation, none without a durable intent. */
export interface OrderDriver {
  /**
   * Records the intent of a new operation. Errors: those of `decidePlacing`, `not_enrolled`, those of the journal, and
   * for a cashier `approval_required` and `limit_exceeded`.
   */
  place(id: OperationId, sale: NewSale, options: SaleOptions): Result<Order, Failure>;
  /** Records the intents of all lines of a basket, or of none. Errors: those of `place`, with the line at fault. */
  buyBasket(
    basket: BasketId,
    lines: readonly NewLine[],
    needs?: readonly Need[],
  ): Result<readonly PlacedLine[], Failure>;
  /**
   * Goes on with an operation until it is final, needs a person, or `waitMs` have passed; 0 makes one attempt.
   * `asAsked`: nothing leaves before the time that the service asked for.
   */
  resume(id: OperationId, waitMs: number, how: Hurry): OrderResult;
  /**
   * What comes next by itself, and when; null where only a person can go on or an attempt is under way. `byHand`: as
   * `resume` goes on with it, which passes over a pause of our own.
   */
  next(id: OperationId, byHand?: boolean): NextCall | null;
  /** Those of which a request is under way or waits for its turn. */
  underWay(): readonly OperationId[];
  /** Reads the order at the service once. While the service asked for a pause: the refusal that asked for it. */
  read(id: OperationId): OrderResult;
  /** The customer still waits: the sale is wanted for another while. */
  keepWanted(id: OperationId): Result<Order, Failure>;
  /** Errors: `not_cancellable`. */
  cancel(id: OperationId): Result<Order, Failure>;
  /** A person's word where the evidence does not decide. Errors: `not_allowed`. */
  decide(id: OperationId, choice: DecisionChoice): Result<Order, Failure>;
  /** Re-checks the unverified answers of one order; true where one of them is verified now. */
  recheck(id: OperationId): Promise<boolean>;
  /** Re-checks every unverified answer, without the network. */
  judgeAgain(): void;
}

export function createOrderDriver(context: DriverContext): OrderDriver {
  const { session, records } = context;
  const flights = createSingleFlight<OperationId, Result<Order, Failure>>();
  const once = (id: OperationId, step: NextCall, how: Hurry): OrderResult =>
    flights.run(id, () => takeStep(context, id, step, how, readOther));
  const readOther = (id: OperationId): OrderResult => once(id, { call: 'getPartnerOrder', atMs: 0 }, 'asAsked');
  const unlessUnderWay = (id: OperationId, code: FailureCode, input: OrderInput): Result<Order, Failure> =>
    flights.isUnderWay(id) ? err({ code, operationId: id }) : dispatch(context, id, input);
  return {
    place: (id, sale, options) => place(context, id, sale, options),
    buyBasket: (basket, lines, needs) => recordBasket(context, basket, lines, needs),
    resume: (id, waitMs, how) => resume(context, id, { waitMs, how }, once),
    next: (id, byHand = false) => {
      const order = flights.isUnderWay(id) ? null : records.find(id);
      if (order === null) return null;
      const now = circumstancesOf(session, id, order);
      const step = nextStep(order, now);
      if (step === null || !byHand) return step;
      const pauseMs = pauseByHandMs(order, step, { how: 'asAsked', leftMs: 0 }, now);
      return { ...step, atMs: pauseMs === 0 ? 0 : now.nowMs + pauseMs };
    },
    underWay: () => flights.keys(),
    read: async (id) => {
      await flights.ended(id);
      const resting = await refusalWhileResting(session);
      return resting === null ? readOther(id) : err({ ...resting, operationId: id });
    },
    keepWanted: (id) => dispatch(context, id, { kind: 'stillWanted' }),
    cancel: (id) => unlessUnderWay(id, 'not_cancellable', { kind: 'cancelled' }),
    decide: (id, choice) => unlessUnderWay(id, 'not_allowed', { kind: 'chosen', choice }),
    recheck: (id) => recheck(context, id),
    judgeAgain: () => judgeAllAgain(context),
  };
}

/**
 * Looks at the order anew after every pause: while this waited, a person may have cancelled it or another attempt may
 * have ended it.
 */
async function resume(
  context: DriverContext,
  id: OperationId,
  { waitMs, how }: { readonly waitMs: number; readonly how: Hurry },
  once: (id: OperationId, step: NextCall, how: Hurry) => OrderResult,
): OrderResult {
  const { session, stopping } = context;
  const untilMs = session.clock.monotonicMs() + waitMs;
  let [attempts, waited] = [0, false];
  for (;;) {
    const found = findOrder(context, id);
    if (!found.ok) return found;
    const now = circumstancesOf(session, id, found.value);
    const step = attempts === 0 ? stepByHand(found.value, now) : nextStep(found.value, now);
    if (step === null || stopping.aborted) return found;
    const leftMs = untilMs - session.clock.monotonicMs();
    const byHand = attempts === 0 && !waited;
    const pauseMs = byHand ? pauseByHandMs(found.value, step, { how, leftMs }, now) : dueInMs(step, now);
    if (pauseMs >= leftMs && (attempts > 0 || pauseMs > 0)) return found;
    if (pauseMs > 0) {
      await session.clock.sleep(pauseMs, stopping);
      waited = true;
      continue;
    }
    const result = await once(id, step, byHand ? how : 'asAsked');
    if (!result.ok) return result;
    attempts += 1;
  }
}

/** One step: an answer that lies unjudged is judged before anything is sent, and one that is verified now ends it. */
async function takeStep(
  context: DriverContext,
  id: OperationId,
  { call }: NextCall,
  how: Hurry,
  readOther: (id: OperationId) => OrderResult,
): OrderResult {
  const order = findOrder(context, id);
  if (!order.ok) return order;
  const sealed = unjudged(order.value);
  if (sealed === null && (await recheck(context, id))) return findOrder(context, id);
  if (context.session.serviceClock.mayHaveSlept()) await learnServiceTime(context.session);
  const result =
    sealed === null ? await attemptOnce(context, id, order.value, call, how) : judgeSealed(context, id, sealed);
  if (!result.ok) return result;
  // Where the clocks are apart no read is ever fresh. Once the time is learned this answer is judged again.
  const learned = isStaleRead(result.value) && (await learnServiceTime(context.session));
  const latest = learned ? findOrder(context, id) : result;
  return latest.ok ? settleAfter(context, id, latest.value, call, readOther) : latest;
}

/**
 * The service's keys are read anew where one of the answers needs that. News of keys may have them judged before we do.
 */
async function recheck(context: DriverContext, id: OperationId): Promise<boolean> {
  const before = context.records.unverified(id).length;
  judgeAgain(context, id);
  if (lacksKey(context, id) && (await context.session.serviceKeys.refresh())) judgeAgain(context, id);
  return context.records.unverified(id).length < before;
}

/**
 * One call of one order, in its turn, and what came of it fed back. The turn may come minutes after the decision, so
 * that is asked of the machine anew: where the call is not next any more, nothing is sent. Errors mean that nothing was
 * sent, or that an answer could not be kept: it is then as good as lost.
 */
async function attemptOnce(
  context: DriverContext,
  operationId: OperationId,
  order: Order,
  call: OrderCall,
  how: Hurry,
): Promise<Result<Order, Failure>> {
  const { session, stopping } = context;
  const purpose = purposeOf(order, call);
  return session.budget.run(purpose, async () => {
    if (purpose !== 'sale') await session.budget.pace(session.clock, stopping);
    const now = findOrder(context, operationId);
    if (!now.ok || stopping.aborted) return now;
    if (!mayLeave(now.value, call, how, circumstancesOf(session, operationId, now.value))) return now;
    return exchange(context, { operationId, attempt: session.randomness.uuid(), call }, now.value);
  });
}

async function exchange(context: DriverContext, what: OrderAttempt, order: Order): Promise<Result<Order, Failure>> {
  const { session, records, step, background } = context;
  const { operationId, attempt, call } = what;
  const key = session.signingKey(order.intent.pinned.keyId);
  if (key === null) return err({ code: 'not_enrolled', operationId });
  // What is recorded of it lasts, so it is read once more before.
  const draft =
    orderRequest(operationId, order, call) ?? orderRequest(operationId, records.find(operationId) ?? order, call);
  if (draft === null) return dispatch(context, operationId, { kind: 'bodyUnreadable' });
  const exchanged = await exchangeKept(context, {
    draft,
    key,
    sealedId: `answer:${attempt}`,
    unverified: () => records.unverified(operationId),
    recordStart: (prepared) => recordAttempt(context, what, prepared, key.keyId),
    recordSealed: (tx, answer) =>
      void records.recordIn(tx, operationId, [orderEvent(operationId, 'answer-sealed', { attempt, ...answer })]),
    step,
    late: { background, take: (outcome) => void takeOutcome(context, what, outcome) },
  });
  return takeOutcome(context, what, exchanged);
}

/**
 * What follows from an attempt that is over; where the machine wants another order of ours read first, that is done.
 */
async function settleAfter(
  context: DriverContext,
  id: OperationId,
  order: Order,
  call: OrderCall,
  readOther: (id: OperationId) => OrderResult,
): OrderResult {
  const { session, journal, records } = context;
  if (!needsEvidence(order, call, session.clock.nowMs()))
    return dispatch(context, id, { kind: 'attemptOver', evidence: null });
  const unread = { isCopySuspected: isCopySuspected(journal), known: 'unread' } as const;
  if (!wouldReadOther(context, id, order, unread))
    return dispatch(context, id, { kind: 'attemptOver', evidence: unread });
  const other = records.knownBeside(id, order, session.signingKey);
  const read = other === null ? null : await readOther(other);
  const known = other === null ? 'none' : read?.ok === true ? knownReadOf(other, read.value) : null;
  return dispatch(context, id, { kind: 'attemptOver', evidence: { ...unread, known } });
}
