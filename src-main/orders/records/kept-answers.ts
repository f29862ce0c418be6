import type { Failure } from '../../../src-shared/contract/codes.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import type { Result } from '../../core/result.ts';
import { recordSignature, signatureUsedBy } from '../../exchange/answer-signature.ts';
import { judgeKept, openKept } from '../../exchange/kept-answer.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Judged } from '../../partner-api/judge.ts';
import type { JudgedInput } from '../machine/decide.ts';
import { unverified, type KeptAttempt, type Order, type UnverifiedAttempt } from '../machine/order.ts';
import type { OrderContext } from './context.ts';
import { dispatch } from './dispatch.ts';
import { limitsToldBy, recordLimits } from './quantity-limits.ts';
import { readAnswer } from './read-answer.ts';

/** The answer to one attempt, kept and not yet judged. */
type Kept = Pick<JudgedInput, 'attempt' | 'call' | 'sealed' | 'httpStatus' | 'isAgain'>;

/** Feeds a judged answer to the machine, with what it is bound to by its signature and the limits that it tells. */
export function dispatchJudged(
  context: OrderContext,
  operationId: OperationId,
  kept: Kept,
  judged: Judged,
): Result<Order, Failure> {
  const { session, journal, records, step } = context;
  const verified = judged.kind === 'verified' ? judged : null;
  const answer = readAnswer(judged, session, verified === null ? null : signatureUsedBy(journal, verified));
  const namesOther = answer.kind === 'believed' && answer.named !== null && answer.named !== operationId;
  const otherIntent = namesOther ? (records.find(answer.named)?.intent ?? null) : null;
  const limits = verified === null ? null : limitsToldBy(verified, kept.call);
  const input: JudgedInput = { kind: 'judged', ...kept, answer, otherIntent };
  const recorded = dispatch(context, operationId, input, (tx, { believed }, { intent }) => {
    if (verified === null || believed !== true) return;
    recordSignature(tx, verified, operationId);
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
  const opened = openKept(context, sealed.id);
  if (!opened.ok) return dispatch(context, operationId, { kind: 'sealBroken', attempt, sealed, httpStatus });
  const judged = judgeKept(context.session, opened.value);
  return dispatchJudged(context, operationId, { attempt, call, sealed, httpStatus, isAgain: false }, judged);
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

/** Re-checks those of every order. A journal that cannot be read now is asked the next time. */
export function judgeAllAgain(context: OrderContext): void {
  try {
    for (const subject of context.journal.subjects('answer-unverified')) {
      const count = context.journal.projected(subject)?.view['unverified'];
      if (typeof count === 'number' && count > 0) judgeAgain(context, knownId<OperationId>(subject));
    }
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

/** One that will not open now may open under another data key, and is left as it is. */
function judgeAttemptAgain(
  context: OrderContext,
  operationId: OperationId,
  { attempt, call, kept: { sealed, httpStatus }, reason }: UnverifiedAttempt,
): void {
  const opened = openKept(context, sealed.id);
  if (!opened.ok) return;
  const judged = judgeKept(context.session, opened.value, sealed.id);
  if (judged.kind === 'unverified' && judged.reason === reason) return;
  dispatchJudged(context, operationId, { attempt, call, sealed, httpStatus, isAgain: true }, judged);
}

function unverifiedOf({ records }: OrderContext, operationId: OperationId): readonly UnverifiedAttempt[] {
  const order = records.find(operationId);
  return order === null ? [] : unverified(order);
}
