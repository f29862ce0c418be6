import type { Failure } from '../../../src-shared/contract/codes.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import { err, type Result } from '../../core/result.ts';
import type { DeploymentProfile } from '../../deployment/profile.ts';
import type { ExchangeOutcome } from '../../exchange/exchange-kept.ts';
import { keepGreatestCreatedIn } from '../../exchange/greatest-created.ts';
import { recordSignature, reopen, signatureUsedBy } from '../../exchange/kept-answer.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import { isBoundToRequest, type Judged } from '../../partner-api/judge.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { readOperationId, readOrder } from '../../partner-api/operations/order.ts';
import { readProblem, requestIdOf } from '../../partner-api/problem.ts';
import { retryAfterMs } from '../../partner-api/retry-after.ts';
import type { ServiceClock } from '../../partner-api/service-clock.ts';
import type { JudgedInput } from '../machine/decide.ts';
import type { AnsweredOrder, OrderAnswer } from '../machine/interpret.ts';
import { unverified, type KeptAttempt, type Order, type UnverifiedAttempt } from '../machine/order.ts';
import type { OrderContext } from './context.ts';
import { dispatch, type OrderAttempt } from './dispatch.ts';
import { limitsIn, recordLimits } from './quantity-limits.ts';

/** The answer to one attempt, kept and not yet judged. */
type Kept = Pick<JudgedInput, 'attempt' | 'call' | 'sealed' | 'httpStatus' | 'isAgain'>;

/** Feeds to the machine what came of one exchange. */
export function takeOutcome(
  context: OrderContext,
  { operationId, attempt, call }: OrderAttempt,
  exchanged: Result<ExchangeOutcome, Failure>,
): Result<Order, Failure> {
  if (!exchanged.ok) return err({ ...exchanged.error, operationId });
  const outcome = exchanged.value;
  switch (outcome.kind) {
    case 'unanswered':
      return dispatch(context, operationId, { kind: 'unanswered', attempt, reason: outcome.fault.code });
    case 'notKept': {
      const { httpStatus, judged } = outcome;
      return dispatch(context, operationId, { kind: 'notKept', attempt, httpStatus, reason: judged.reason });
    }
    case 'kept': {
      const { sealed, httpStatus, judged } = outcome;
      return dispatchJudged(context, operationId, { attempt, call, sealed, httpStatus, isAgain: false }, judged);
    }
  }
}

/** Feeds a judged answer to the machine, with what it is bound to by its signature and the limits that it tells. */
function dispatchJudged(
  context: OrderContext,
  operationId: OperationId,
  kept: Kept,
  judged: Judged,
): Result<Order, Failure> {
  const { session, journal, records, step } = context;
  const verified = judged.kind === 'verified' ? judged : null;
  const answer = readAnswer(judged, session, verified === null ? null : signatureUsedBy(journal, verified));
  const namesOther = answer.kind === 'verified' && answer.named !== null && answer.named !== operationId;
  const otherIntent = namesOther ? (records.find(answer.named)?.intent ?? null) : null;
  const limits = verified === null ? null : limitsIn(verified, kept.call);
  const input: JudgedInput = { kind: 'judged', ...kept, answer, otherIntent };
  const recorded = dispatch(context, operationId, input, (tx, { isVerified }, { intent }) => {
    if (verified === null || isVerified !== true) return;
    recordSignature(tx, verified, operationId);
    keepGreatestCreatedIn(tx, journal, session.serviceClock);
    if (limits !== null) recordLimits(tx, intent, limits);
  });
  if (recorded.ok) step('verdict-recorded');
  return recorded;
}

/** Judges an answer that was kept when the process ended: what was delivered once is not lost for that (law 4). */
export function judgeSealed(
  context: OrderContext,
  operationId: OperationId,
  { attempt, call, kept: { sealed, httpStatus } }: KeptAttempt,
): Result<Order, Failure> {
  const opened = reopen(context, sealed.id);
  if (!opened.ok) return dispatch(context, operationId, { kind: 'sealBroken', attempt, sealed, httpStatus });
  const kept = { attempt, call, sealed, httpStatus, isAgain: false };
  return dispatchJudged(context, operationId, kept, opened.value.judged);
}

/**
 * Re-checks the unverified answers of one order from their sealed bytes, without the network: an order whose codes are
 * in such an answer completes with its codes. True where one of them is verified now.
 */
export function judgeAgain(context: OrderContext, operationId: OperationId): boolean {
  const before = unverifiedOf(context, operationId);
  for (const attempt of before) judgeAttemptAgain(context, operationId, attempt);
  return unverifiedOf(context, operationId).length < before.length;
}

/** Whether the key of one of them is not known. */
export function lacksKey(context: OrderContext, operationId: OperationId): boolean {
  return unverifiedOf(context, operationId).some(({ reason }) => reason === 'unknown_key');
}

/** Re-checks those of every order, on news. A journal that cannot be read now is asked the next time. */
export function judgeAllAgain(context: OrderContext): void {
  context.judgedInVain.clear();
  try {
    for (const subject of context.journal.subjects('answer-unverified')) {
      const count = context.journal.projected(subject)?.view['unverified'];
      if (typeof count === 'number' && count > 0) judgeAgain(context, knownId<OperationId>(subject));
    }
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

/**
 * One that will not open now may open under another data key, and is left as it is. One that came too late is judged
 * each time: a person may have put this computer's clock right.
 */
function judgeAttemptAgain(
  context: OrderContext,
  operationId: OperationId,
  { attempt, call, kept: { sealed, httpStatus }, reason }: UnverifiedAttempt,
): void {
  if (reason !== 'stale' && context.judgedInVain.has(sealed.id)) return;
  const opened = reopen(context, sealed.id);
  if (!opened.ok) return;
  const { judged } = opened.value;
  if (judged.kind === 'unverified' && judged.reason === reason) {
    context.judgedInVain.add(sealed.id);
    return;
  }
  dispatchJudged(context, operationId, { attempt, call, sealed, httpStatus, isAgain: true }, judged);
}

function unverifiedOf({ records }: OrderContext, operationId: OperationId): readonly UnverifiedAttempt[] {
  const order = records.find(operationId);
  return order === null ? [] : unverified(order);
}

/** By what a date in an answer is read. */
export interface Reading {
  readonly profile: DeploymentProfile;
  readonly serviceClock: Pick<ServiceClock, 'nowMs'>;
}

/**
 * A judged answer as the machine takes it; `usedBy` is the subject that an answer with its signature already spoke of.
 */
export function readAnswer(judged: Judged, { profile, serviceClock }: Reading, usedBy: string | null): OrderAnswer {
  if (judged.kind === 'unverified') return { kind: 'unverified', reason: judged.reason };
  const { status, createdAtSeconds, bound } = judged;
  const isSuccess = status >= 200 && status < 300;
  const body = isSuccess ? readJson(judged.body) : null;
  const order = isSuccess ? orderIn(body) : null;
  return {
    kind: 'verified',
    status,
    createdAtSeconds,
    usedBy,
    order,
    requestId: requestIdOf(judged).requestId ?? null,
    isBound: isBoundToRequest(judged),
    // `@target-uri` holds the path and more (RFC 9421 section 2.2.2).
    isBoundToPath: bound.has('@method') && (bound.has('@path') || bound.has('@target-uri')),
    isReplay: judged.header('idempotency-replayed')?.toLowerCase() === 'true',
    retryAfterMs: retryAfterMs(judged.header('retry-after'), profile, serviceClock.nowMs()),
    problemCode: isSuccess ? null : (readProblem(judged)?.code ?? null),
    named: order?.operationId ?? (isSuccess ? readOperationId(body) : null),
  };
}

function orderIn(body: unknown): AnsweredOrder | null {
  const order = readOrder(body);
  if (order === null) return null;
  const { soldCards, ...members } = order;
  return { ...members, soldCardIds: soldCards.map(({ soldCardId }) => soldCardId) };
}
