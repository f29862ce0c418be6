import type { OperationId } from '../core/ids.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { DecisionChoice, Failure } from '../../src-preload/contract/codes.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { learnServiceTime } from '../partner-api/read.ts';
import { refusalWhileResting, restingMs } from '../partner-api/session.ts';
import { judgeSealed } from './answer.ts';
import { runAttempt } from './attempt.ts';
import type { AttemptContext, EngineContext } from './context.ts';
import { decide } from './machine/choices.ts';
import { orderEvent } from './machine/events.ts';
import { judgeAllAgain, judgeOrderAgain } from './judge-again.ts';
import { doesWantedDecide, isCancellable, isFinal, stateOf, unjudged } from './machine/order.ts';
import type { Order } from './machine/order.ts';
import { pinnedOf, wantedForMs } from './machine/intent.ts';
import type { NewSale } from './machine/intent.ts';
import { place } from './place.ts';
import { differsFromPinned, nextCall } from './machine/next-call.ts';
import type { NextCall, Terms } from './machine/next-call.ts';
import { resume } from './resume.ts';
import type { Hurry, Step } from './resume.ts';
import { settle } from './machine/settling.ts';
import type { ReadKnown } from './machine/settling.ts';
import { askedLeftMs } from './machine/pause.ts';
import { limitsOf } from './limits.ts';
import type { OrderLimits } from './limits.ts';

/** Places orders and brings them to an end: one attempt in flight for an operation, none without a durable intent. */
export interface OrderEngine {
  /**
   * Records the intent of a new operation; nothing is sent yet. The same id and wish again gives the operation as it is.
   * Errors: `input_invalid` with its field, `operation_id_in_use`, `same_sale_pending`, `operation_not_final` (what it
   * replaces), `records_not_reconciled` where they were restored or copied, `not_enrolled`, or a journal that cannot be written.
   */
  place(operationId: OperationId, wish: NewSale, options: { readonly besidesPending: boolean }): Result<Order, Failure>;
  /**
   * Goes on with an operation until it is final, needs a person, or `waitMs` have passed; 0 makes one attempt. `asAsked`:
   * nothing is sent before the time that the service asked for, however short `waitMs` is.
   */
  resume(operationId: OperationId, waitMs: number, how: Hurry): Promise<Result<Order, Failure>>;
  /** What comes next for an operation by itself, and when; null where only a person can go on or an attempt is under way. */
  next(operationId: OperationId): NextCall | null;
  /** Those of which a request is under way or waits for its turn. */
  underWay(): readonly OperationId[];
  /** Until when it is left alone or decided, as far as that is known; all by this machine's clock. */
  limits(operationId: OperationId): OrderLimits;
  /** Reads the order at the service once, whatever its state. Where the service asked for a pause: its refusal that did. */
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
  const { session, book } = context;
  const readKnown: ReadKnown = (operationId) => {
    const facts = book.find(operationId);
    return facts === null ? Promise.resolve(err({ code: 'operation_unknown', operationId })) : once.run(operationId, facts, { call: 'getPartnerOrder', atMs: 0 });
  };
  const once = oncePerOperation((operationId, facts, next) => goOn(context, operationId, facts, next, readKnown));
  const next = (operationId: OperationId, facts: Order): NextCall | null => {
    const sealed = unjudged(facts);
    if (sealed !== null) return { call: sealed.call, atMs: 0 };
    const coming = nextCall(facts, termsOf(context, operationId, facts), session.clock.nowMs());
    const askedMs = askedLeftMs(session, facts);
    return coming === null || askedMs === 0 ? coming : { ...coming, atMs: Math.max(coming.atMs, session.clock.nowMs() + askedMs) };
  };
  const askedMs = (facts: Order): number => (unjudged(facts) === null ? askedLeftMs(session, facts) : 0);
  const known = (operationId: OperationId, act: (facts: Order) => Result<Order, Failure>): Result<Order, Failure> => {
    const facts = book.find(operationId);
    return facts === null ? err({ code: 'operation_unknown', operationId }) : act(facts);
  };
  return {
    place: (operationId, wish, options) => place(context, operationId, wish, options),
    resume: (operationId, waitMs, how) => resume({ book, clock: session.clock, stopping: context.stopping, next, askedMs, once: once.run }, operationId, { waitMs, how }),
    next: (operationId) => {
      const facts = once.isUnderWay(operationId) ? null : book.find(operationId);
      return facts === null ? null : next(operationId, facts);
    },
    underWay: () => once.allUnderWay(),
    limits: (operationId) => {
      const facts = book.find(operationId);
      return facts === null ? { askedUntilMs: null, endsByMs: null } : limitsOf(session, facts);
    },
    read: async (operationId) => {
      await once.ended(operationId);
      const resting = await refusalWhileResting(session);
      if (resting !== null) return err({ ...resting, operationId });
      const facts = book.find(operationId);
      return facts === null ? err({ code: 'operation_unknown', operationId }) : once.run(operationId, facts, { call: 'getPartnerOrder', atMs: 0 });
    },
    keepWanted: (operationId) => known(operationId, (facts) => {
      const nowMs = session.clock.nowMs();
      if (isFinal(stateOf(facts, nowMs))) return err({ code: 'operation_final', operationId });
      if (stateOf(facts, nowMs) === 'settling' && !doesWantedDecide(facts, nowMs)) return err({ code: 'not_allowed', operationId });
      return book.record(operationId, [orderEvent(operationId, 'wanted-extended', { wantedUntilMs: nowMs + wantedForMs })]);
    }),
    cancel: (operationId) => known(operationId, (facts) => {
      if (once.isUnderWay(operationId) || !isCancellable(facts, session.clock.nowMs())) return err({ code: 'not_cancellable', operationId });
      return book.record(operationId, [orderEvent(operationId, 'order-cancelled', {})]);
    }),
    decide: (operationId, choice) => (once.isUnderWay(operationId) ? err({ code: 'not_allowed', operationId }) : decide(context, operationId, choice)),
    judgeAgain: () => judgeAllAgain(context),
  };
}

/** An answer that lies kept is judged before anything else is sent: it may be the one that holds the codes. */
async function goOn(context: EngineContext, operationId: OperationId, facts: Order, { call, how = 'asAsked' }: Step, readKnown: ReadKnown): Promise<Result<Order, Failure>> {
  const sealed = unjudged(facts);
  if (sealed === null && await judgeOrderAgain(context, operationId)) return found(context, operationId);
  if (context.session.serviceClock.mayHaveSlept()) await learnServiceTime(context.session);
  const result = sealed === null ? await runAttempt(context, operationId, call, (latest) => mayGoOut(context, operationId, latest, { call, how })) : judgeSealed(context, operationId, sealed);
  const timely = result.ok ? await learnTimeFor(context, operationId, result.value) : result;
  const raised = timely.ok ? raisePinned(context, operationId, timely.value) : timely;
  return raised.ok && call === 'getPartnerOrder' ? settle(context, operationId, raised.value, readKnown) : raised;
}

/**
 * Where the clocks are apart no read is ever fresh, and none would teach the time. Once it is learned, kept answers are
 * judged again, this one among them.
 */
async function learnTimeFor(context: EngineContext, operationId: OperationId, facts: Order): Promise<Result<Order, Failure>> {
  const last = facts.attempts.at(-1);
  const isStaleRead = last?.call === 'getPartnerOrder' && typeof last.ended === 'object' && last.ended?.outcome === 'unverified' && last.ended.reason === 'stale';
  return isStaleRead && (await learnServiceTime(context.session)) ? found(context, operationId) : ok(facts);
}

/**
 * Once its turn has come. A read changes nothing, so that it may go out at any time; an order may only where all that is known
 * by now still says so. Neither may where the service has asked for a pause meanwhile, or nothing
 * more is to be started.
 */
function mayGoOut(context: EngineContext, operationId: OperationId, facts: Order, { call, how }: Pick<Step, 'call' | 'how'>): boolean {
  if (context.stopping.aborted || (how === 'asAsked' && restingMs(context.session) > 0)) return false;
  if (call === 'getPartnerOrder') return true;
  return unjudged(facts) === null && nextCall(facts, termsOf(context, operationId, facts), context.session.clock.nowMs())?.call === call;
}

function found({ book }: AttemptContext, operationId: OperationId): Result<Order, Failure> {
  const facts = book.find(operationId);
  return facts === null ? err({ code: 'operation_unknown', operationId }) : ok(facts);
}

function termsOf({ session }: AttemptContext, operationId: OperationId, { intent }: Order): Terms | null {
  const key = session.signingKey(intent.pinned.keyId);
  return key === null ? null : { pinned: pinnedOf(operationId, intent.walletId, session.profile, key.keyId), profileHash: session.profileHash, safeResendMs: safeResendMsOf(session.profile) };
}

/** Where nobody said how long the service remembers an id, it is trusted with it for a day. */
const unsaidResendHours = 24;

function safeResendMsOf({ safeResendHours }: DeploymentProfile): number {
  return (safeResendHours ?? unsaidResendHours) * 3_600_000;
}

/** A resend that would differ, and a service that does not know the order: a person decides (design, "Pinned at intent"). */
function raisePinned(context: AttemptContext, operationId: OperationId, facts: Order): Result<Order, Failure> {
  const terms = termsOf(context, operationId, facts);
  const last = facts.attempts.at(-1)?.ended;
  const notFound = typeof last === 'object' && last?.outcome === 'notFound';
  const decided = isFinal(stateOf(facts, context.session.clock.nowMs())) || facts.attention !== null;
  if (terms === null || decided || !notFound || !differsFromPinned(facts, terms.pinned)) return ok(facts);
  return context.book.record(operationId, [orderEvent(operationId, 'attention-raised', { reason: 'pinned_differs' })]);
}

type Work = (operationId: OperationId, facts: Order, step: Step) => Promise<Result<Order, Failure>>;

/** One attempt in flight for an operation (law 2): whoever comes second gets the outcome of the first. */
function oncePerOperation(work: Work) {
  const underWay = new Map<OperationId, Promise<Result<Order, Failure>>>();
  const run: Work = (operationId, facts, step) => {
    const running = underWay.get(operationId);
    if (running !== undefined) return running;
    const started = work(operationId, facts, step).finally(() => underWay.delete(operationId));
    underWay.set(operationId, started);
    return started;
  };
  return {
    run,
    isUnderWay: (operationId: OperationId): boolean => underWay.has(operationId),
    allUnderWay: (): readonly OperationId[] => [...underWay.keys()],
    ended: async (operationId: OperationId): Promise<void> => {
      for (let running = underWay.get(operationId); running !== undefined; running = underWay.get(operationId)) await running;
    },
  };
}
