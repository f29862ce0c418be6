import type { Failure } from '../../src-shared/contract/codes.ts';
import type { OperationId } from '../core/ids.ts';
import { err, type Result } from '../core/result.ts';
import type { Judged } from '../partner-api/judge.ts';
import { encodeAnswer, judgeKept } from '../partner-api/kept-answer.ts';
import { judgeAnswer, judgeSealedAnswer, type DatedRequest, type Exchanged } from '../partner-api/session.ts';
import { recordSignature, signatureUsedBy } from './answer-signature.ts';
import type { AttemptContext } from './context.ts';
import { happened } from './happened.ts';
import type { JudgedInput } from './machine/decide.ts';
import { orderEvent, type SealedReference } from './machine/events.ts';
import type { Attempt, Order, UnverifiedAttempt } from './machine/order.ts';
import type { OrderCall } from './machine/verdict.ts';
import { openKept } from './open-kept.ts';
import { limitsToldBy, recordLimits } from './quantity-limits.ts';
import { readAnswer } from './read-answer.ts';
import { hasRoomFor, unbelieved } from './unverified-quota.ts';

/** The answer to one attempt, kept and not yet judged. */
type Kept = Pick<JudgedInput, 'attempt' | 'call' | 'sealed' | 'httpStatus' | 'isAgain'>;

/**
 * Seals the raw answer and makes it durable, then judges it and records the verdict (law 4). Beyond the quota of
 * answers that nobody can believe one is sealed only if its signature holds; its body is read after that in either
 * case.
 */
export async function takeAnswer(
  context: AttemptContext,
  operationId: OperationId,
  attempt: string,
  call: OrderCall,
  prepared: DatedRequest,
  exchanged: Exchanged,
): Promise<Result<Order, Failure>> {
  const { session, journal, vault, book, step } = context;
  const { raw } = exchanged;
  const order = book.find(operationId);
  if (order !== null && !hasRoomFor(unbelieved(order), raw)) {
    const judged = await judgeAnswer(session, prepared, exchanged);
    if (judged.kind === 'unverified')
      return happened(context, operationId, {
        kind: 'notKept',
        attempt,
        httpStatus: raw.status,
        reason: judged.reason,
      });
  }
  const sealedId = `answer:${attempt}`;
  const plaintext = encodeAnswer({ request: prepared, raw, receivedAtMs: session.clock.nowMs() });
  const record = vault.seal(sealedId, plaintext);
  const bytes = plaintext.byteLength;
  plaintext.fill(0);
  const kept = journal.transaction((tx): SealedReference => {
    const sealed = tx.fileSealed(sealedId, record);
    book.recordIn(tx, operationId, [
      orderEvent(operationId, 'answer-sealed', { attempt, sealed, bytes, httpStatus: raw.status }),
    ]);
    return sealed;
  });
  if (!kept.ok) return err({ ...kept.error, operationId });
  step('answer-sealed');
  const judged = await judgeSealedAnswer(session, prepared, exchanged, sealedId);
  step('answer-judged');
  return recordVerdict(
    context,
    operationId,
    { attempt, call, sealed: kept.value, httpStatus: raw.status, isAgain: false },
    judged,
  );
}

/** Judges an answer that was kept when the process ended: what was delivered once is not lost for that (law 4). */
export function judgeSealed(
  context: AttemptContext,
  operationId: OperationId,
  { attempt, call, sealed, httpStatus }: Attempt & { readonly sealed: SealedReference },
): Result<Order, Failure> {
  const opened = openKept(context, sealed.id);
  if (!opened.ok)
    return happened(context, operationId, { kind: 'sealBroken', attempt, sealed, httpStatus: httpStatus ?? 0 });
  return recordVerdict(
    context,
    operationId,
    { attempt, call, sealed, httpStatus: httpStatus ?? opened.value.raw.status, isAgain: false },
    judgeKept(context.session, opened.value),
  );
}

/**
 * Judges again what nobody could believe, from the sealed bytes and without the network; null where nothing changed.
 * One that will not open now may open under another data key, and is left as it is.
 */
export function judgeAgain(
  context: AttemptContext,
  operationId: OperationId,
  { attempt, call, sealed, httpStatus, ended }: UnverifiedAttempt,
): Result<Order, Failure> | null {
  const opened = openKept(context, sealed.id);
  if (!opened.ok) return null;
  const judged = judgeKept(context.session, opened.value, sealed.id);
  if (judged.kind === 'unverified' && judged.reason === ended.reason) return null;
  return recordVerdict(
    context,
    operationId,
    { attempt, call, sealed, httpStatus: httpStatus ?? opened.value.raw.status, isAgain: true },
    judged,
  );
}

function recordVerdict(
  context: AttemptContext,
  operationId: OperationId,
  kept: Kept,
  judged: Judged,
): Result<Order, Failure> {
  const { session, journal, book, step } = context;
  const verified = judged.kind === 'verified' ? judged : null;
  const answer = readAnswer(judged, session, verified === null ? null : signatureUsedBy(journal, verified));
  const otherIntent =
    answer.kind === 'unbelieved' || answer.named === null || answer.named === operationId
      ? null
      : (book.find(answer.named)?.intent ?? null);
  const limits = verified === null ? null : limitsToldBy(verified, kept.call);
  const recorded = happened(
    context,
    operationId,
    { kind: 'judged', ...kept, answer, otherIntent },
    (tx, { believed }, { intent }) => {
      if (verified === null || believed !== true) return;
      recordSignature(tx, verified, operationId);
      if (limits !== null) recordLimits(tx, intent, limits);
    },
  );
  if (recorded.ok) step('verdict-recorded');
  return recorded;
}
