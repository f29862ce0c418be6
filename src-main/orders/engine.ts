import type { DecisionChoice, Failure } from '../../src-shared/contract/codes.ts';
import type { OperationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { learnServiceTime } from '../partner-api/read.ts';
import { refusalWhileResting } from '../partner-api/session.ts';
import { judgeSealed } from './answer.ts';
import { attemptOver, type ReadKnown } from './attempt-over.ts';
import { runAttempt } from './attempt.ts';
import type { AttemptContext, EngineContext } from './context.ts';
import { happened } from './happened.ts';
import { judgeAllAgain, judgeOrderAgain } from './judge-again.ts';
import { limitsOf, noLimits, type OrderLimits } from './limits.ts';
import type { Circumstances } from './machine/circumstances.ts';
import type { NewSale } from './machine/intent.ts';
import type { NextCall } from './machine/next-call.ts';
import { mayLeave, nextStep, type Hurry } from './machine/next-step.ts';
import { unjudged, type Attempt, type Order } from './machine/order.ts';
import { place } from './place.ts';
import { resume, type Step } from './resume.ts';
import { circumstancesOf } from './terms.ts';

/** Places orders and brings them to an end: one attempt in flight for an operation, none without a durable intent. */
export interface OrderEngine {
  /**
   * Records the intent of a new operation; nothing is sent yet. The same id and sale again gives the operation as it
   * is. Errors: `input_invalid` with its field, `operation_id_in_use`, `same_sale_pending`, `operation_not_final` (what
   * it replaces), `records_not_reconciled` where they were restored or copied, `not_enrolled`, or a journal that cannot
   * be written.
   */
  place(operationId: OperationId, sale: NewSale, options: { readonly besidesPending: boolean }): Result<Order, Failure>;
  /**
   * Goes on with an operation until it is final, needs a person, or `waitMs` have passed; 0 makes one attempt.
   * `asAsked`: nothing is sent before the time that the service asked for, however short `waitMs` is.
   */
  resume(operationId: OperationId, waitMs: number, how: Hurry): Promise<Result<Order, Failure>>;
  /**
   * What comes next for an operation by itself, and when; null where only a person can go on or an attempt is under
   * way.
   */
  next(operationId: OperationId): NextCall | null;
  /** Those of which a request is under way or waits for its turn. */
  underWay(): readonly OperationId[];
  /** Until when it is left alone or decided, as far as that is known; all by this machine's clock. */
  limits(operationId: OperationId): OrderLimits;
  /**
   * Reads the order at the service once, whatever its state. Where the service asked for a pause: its refusal that did.
   */
  read(operationId: OperationId): Promise<Result<Order, Failure>>;
  /** The customer still waits: the sale is wanted for another while. */
  keepWanted(operationId: OperationId): Result<Order, Failure>;
  cancel(operationId: OperationId): Result<Order, Failure>;
  /** A person's word where the evidence does not decide. Errors: `not_allowed` where that is not theirs to say. */
  decide(operationId: OperationId, choice: DecisionChoice): Result<Order, Failure>;
  /** Judges again, without the network, every kept answer that nobody could believe. */
  judgeAgain(): void;
}

export function createOrderEngine(context: EngineContext): OrderEngine {
  const { session, book, stopping } = context;
  const circumstances = (operationId: OperationId, order: Order): Circumstances =>
    circumstancesOf(session, operationId, order);
  const readKnown: ReadKnown = (operationId) => {
    const order = book.find(operationId);
    return order === null
      ? Promise.resolve(err({ code: 'operation_unknown', operationId }))
      : once.run(operationId, order, { call: 'getPartnerOrder', atMs: 0 });
  };
  const once = oncePerOperation((operationId, order, next) => goOn(context, operationId, order, next, readKnown));
  return {
    place: (operationId, sale, options) => place(context, operationId, sale, options),
    resume: (operationId, waitMs, how) =>
      resume({ book, clock: session.clock, stopping, circumstances, once: once.run }, operationId, { waitMs, how }),
    next: (operationId) => {
      const order = once.isUnderWay(operationId) ? null : book.find(operationId);
      return order === null ? null : nextStep(order, circumstances(operationId, order));
    },
    underWay: () => once.allUnderWay(),
    limits: (operationId) => {
      const order = book.find(operationId);
      return order === null ? noLimits : limitsOf(order, circumstances(operationId, order));
    },
    read: async (operationId) => {
      await once.ended(operationId);
      const resting = await refusalWhileResting(session);
      if (resting !== null) return err({ ...resting, operationId });
      return readKnown(operationId);
    },
    keepWanted: (operationId) => happened(context, operationId, { kind: 'stillWanted' }),
    cancel: (operationId) =>
      once.isUnderWay(operationId)
        ? err({ code: 'not_cancellable', operationId })
        : happened(context, operationId, { kind: 'cancelled' }),
    decide: (operationId, choice) =>
      once.isUnderWay(operationId)
        ? err({ code: 'not_allowed', operationId })
        : happened(context, operationId, { kind: 'chosen', choice }),
    judgeAgain: () => judgeAllAgain(context),
  };
}

/** Everything that one attempt takes, from an answer that still lies here to what follows from the new one. */
async function goOn(
  context: EngineContext,
  operationId: OperationId,
  order: Order,
  { call, how = 'asAsked' }: Step,
  readKnown: ReadKnown,
): Promise<Result<Order, Failure>> {
  const { session, stopping } = context;
  const sealed = unjudged(order);
  if (sealed === null && (await judgeOrderAgain(context, operationId))) return found(context, operationId);
  if (session.serviceClock.mayHaveSlept()) await learnServiceTime(session);
  const mayGoOut = (latest: Order): boolean =>
    !stopping.aborted && mayLeave(latest, call, how, circumstancesOf(session, operationId, latest));
  const result =
    sealed === null
      ? await runAttempt(context, operationId, call, mayGoOut)
      : judgeSealed(context, operationId, sealed);
  const timely = result.ok ? await learnTimeFor(context, operationId, result.value) : result;
  return timely.ok ? attemptOver(context, operationId, timely.value, call, readKnown) : timely;
}

/**
 * Where the clocks are apart no read is ever fresh, and none would teach the time. Once it is learned, kept answers are
 * judged again, this one among them.
 */
async function learnTimeFor(
  context: EngineContext,
  operationId: OperationId,
  order: Order,
): Promise<Result<Order, Failure>> {
  return isStaleRead(order.attempts.at(-1)) && (await learnServiceTime(context.session))
    ? found(context, operationId)
    : ok(order);
}

function isStaleRead(attempt: Attempt | undefined): boolean {
  return (
    attempt?.call === 'getPartnerOrder' &&
    typeof attempt.ended === 'object' &&
    attempt.ended?.outcome === 'unverified' &&
    attempt.ended.reason === 'stale'
  );
}

function found({ book }: AttemptContext, operationId: OperationId): Result<Order, Failure> {
  const order = book.find(operationId);
  return order === null ? err({ code: 'operation_unknown', operationId }) : ok(order);
}

type Work = (operationId: OperationId, order: Order, step: Step) => Promise<Result<Order, Failure>>;

/** One attempt in flight for an operation (law 2): whoever comes second gets the outcome of the first. */
function oncePerOperation(work: Work) {
  const underWay = new Map<OperationId, Promise<Result<Order, Failure>>>();
  const run: Work = (operationId, order, step) => {
    const running = underWay.get(operationId);
    if (running !== undefined) return running;
    const started = work(operationId, order, step).finally(() => underWay.delete(operationId));
    underWay.set(operationId, started);
    return started;
  };
  return {
    run,
    isUnderWay: (operationId: OperationId): boolean => underWay.has(operationId),
    allUnderWay: (): readonly OperationId[] => [...underWay.keys()],
    ended: async (operationId: OperationId): Promise<void> => {
      for (let running = underWay.get(operationId); running !== undefined; running = underWay.get(operationId))
        await running;
    },
  };
}
