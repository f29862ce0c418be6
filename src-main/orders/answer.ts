import type { OperationId } from '../core/ids.ts';
import { err } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { SealedReference } from '../journal/event.ts';
import type { JournalTransaction } from '../journal/journal.ts';
import type { Judged, Verified } from '../partner-api/judge.ts';
import { encodeAnswer, judgeKept } from '../partner-api/kept-answer.ts';
import { requestIdOf } from '../partner-api/problem.ts';
import { judgeAnswer, judgeSealedAnswer } from '../partner-api/session.ts';
import type { DatedRequest, Exchanged } from '../partner-api/session.ts';
import { recordSignature, signatureUsedBy } from './answer-signature.ts';
import type { AttemptContext } from './context.ts';
import { evidenceOfCopy, suspectCopy } from './custody.ts';
import { orderEvent } from './machine/events.ts';
import type { OrderEventBody } from './machine/events.ts';
import { positionOf, unbelieved } from './machine/order.ts';
import type { Attempt, Order, UnverifiedAttempt } from './machine/order.ts';
import { openKept } from './open-kept.ts';
import { interpret } from './machine/interpret.ts';
import type { Interpretation } from './machine/interpret.ts';
import { limitsToldBy, recordLimits } from './quantity-limits.ts';
import { hasRoomFor } from './unverified-quota.ts';
import type { OrderCall } from './machine/verdict.ts';
import { askedMs, waitAfter } from './machine/pause.ts';

/** The answer to one attempt, kept and not yet judged. */
interface Kept {
  readonly attempt: string;
  readonly call: OrderCall;
  readonly sealed: SealedReference;
  readonly httpStatus: number;
  /** It was judged before: what it teaches now moves no schedule. */
  readonly again?: true;
}

/**
 * Seals the raw answer and makes it durable, then judges it and records the verdict (law 4). Beyond the quota of answers
 * that nobody can believe one is sealed only if its signature holds; its body is read after that in either case.
 */
export async function takeAnswer(
  context: AttemptContext, operationId: OperationId, attempt: string, call: OrderCall, prepared: DatedRequest, exchanged: Exchanged,
): Promise<Result<Order, Failure>> {
  const { session, journal, vault, book, step } = context;
  const { raw } = exchanged;
  const facts = book.find(operationId);
  if (facts !== null && !hasRoomFor(unbelieved(facts), raw)) {
    const judged = await judgeAnswer(session, prepared, exchanged);
    if (judged.kind === 'unverified') return note(context, operationId, { attempt, httpStatus: raw.status, reason: judged.reason });
  }
  const sealedId = `answer:${attempt}`;
  const plaintext = encodeAnswer({ request: prepared, raw, receivedAtMs: session.clock.nowMs() });
  const record = vault.seal(sealedId, plaintext);
  const bytes = plaintext.byteLength;
  plaintext.fill(0);
  const kept = journal.transaction((tx): Kept => {
    const sealed = tx.fileSealed(sealedId, record);
    book.recordIn(tx, operationId, [orderEvent(operationId, 'answer-sealed', { attempt, sealed, bytes, httpStatus: raw.status })]);
    return { attempt, call, sealed, httpStatus: raw.status };
  });
  if (!kept.ok) return err({ ...kept.error, operationId });
  step('answer-sealed');
  const judged = await judgeSealedAnswer(session, prepared, exchanged, sealedId);
  step('answer-judged');
  return recordVerdict(context, operationId, kept.value, judged);
}

/** Judges an answer that was kept when the process ended: what was delivered once is not lost for that (law 4). */
export function judgeSealed(
  context: AttemptContext, operationId: OperationId, { attempt, call, sealed, httpStatus }: Attempt & { readonly sealed: SealedReference },
): Result<Order, Failure> {
  const opened = openKept(context, sealed.id);
  const kept: Kept = { attempt, call, sealed, httpStatus: httpStatus ?? (opened.ok ? opened.value.raw.status : 0) };
  if (opened.ok) return recordVerdict(context, operationId, kept, judgeKept(context.session, opened.value));
  // Its outcome stays open, and the order goes on.
  return context.book.record(operationId, [
    orderEvent(operationId, 'answer-unverified', { attempt, sealed, httpStatus: kept.httpStatus, reason: 'seal_failed', retryAtMs: context.session.clock.nowMs() }),
  ]);
}

/**
 * Judges again what nobody could believe, from the sealed bytes and without the network; null where nothing changed. One
 * that will not open now may open under another data key, and is left as it is.
 */
export function judgeAgain(context: AttemptContext, operationId: OperationId, { attempt, call, sealed, httpStatus, ended }: UnverifiedAttempt): Result<Order, Failure> | null {
  const opened = openKept(context, sealed.id);
  if (!opened.ok) return null;
  const judged = judgeKept(context.session, opened.value, sealed.id);
  if (judged.kind === 'unverified' && judged.reason === ended.reason) return null;
  return recordVerdict(context, operationId, { attempt, call, sealed, httpStatus: httpStatus ?? opened.value.raw.status, again: true }, judged);
}

/** Beyond the quota: that an answer came, and why it could not be believed. Its bytes are not kept. */
function note({ session, book }: AttemptContext, operationId: OperationId, told: { readonly attempt: string; readonly httpStatus: number; readonly reason: string }): Result<Order, Failure> {
  const facts = book.find(operationId);
  const waitMs = facts === null ? 0 : waitAfter(session, null, null, facts);
  return book.record(operationId, [orderEvent(operationId, 'answer-unverified', { ...told, sealed: null, retryAtMs: session.clock.nowMs() + waitMs })]);
}

function recordVerdict(context: AttemptContext, operationId: OperationId, kept: Kept, judged: Judged): Result<Order, Failure> {
  const { journal, book, step } = context;
  const facts = book.find(operationId);
  if (facts === null) throw new Error('an answer to an operation without an intent');
  const opinion = interpret({
    judged, call: kept.call, operationId, intent: facts.intent, position: positionOf(facts, kept.attempt),
    intentOf: (other) => book.find(other)?.intent ?? null,
    signatureUsedBy: judged.kind === 'verified' ? signatureUsedBy(journal, judged) : null,
  });
  // A signature that is refused as another's stays that one's.
  const believed = judged.kind === 'verified' && opinion.verdict.outcome !== 'unverified' ? judged : null;
  const evidence = believed === null ? null : evidenceOfCopy(facts, kept.call, opinion.verdict);
  if (evidence !== null) suspectCopy(context, operationId, evidence);
  const limits = believed === null ? null : limitsToldBy(believed, kept.call);
  const recorded = journal.transaction((tx) => {
    if (believed !== null) recordSignature(tx, believed, operationId);
    if (limits !== null) recordLimits(tx, facts.intent, limits);
    return recordOpinion(context, tx, operationId, { kept, opinion, verified: believed, facts });
  });
  if (!recorded.ok) return err({ ...recorded.error, operationId });
  book.changed(operationId);
  if (opinion.about !== undefined) book.changed(opinion.about.operationId);
  step('verdict-recorded');
  return recorded;
}

interface OpinionToRecord {
  readonly kept: Kept;
  readonly opinion: Interpretation;
  readonly verified: Verified | null;
  readonly facts: Order;
}

function recordOpinion({ session, book }: AttemptContext, tx: JournalTransaction, operationId: OperationId, input: OpinionToRecord): Order {
  const { kept: { attempt, sealed, httpStatus, again }, opinion: { verdict, thenRead, about }, verified, facts } = input;
  const requestId = verified === null ? null : (requestIdOf(verified).requestId ?? null);
  const retryAtMs = again === true ? facts.retryAtMs : session.clock.nowMs() + waitAfter(session, verdict, verified, facts);
  if (verdict.outcome === 'unverified') return book.recordIn(tx, operationId, [orderEvent(operationId, 'answer-unverified', { attempt, sealed, httpStatus, reason: verdict.reason, retryAtMs })]);
  const shared = { createdAtSeconds: verified?.createdAtSeconds ?? 0, sealed, httpStatus, requestId, retryAtMs, ...askedIn(session, verified, again === true) };
  if (about !== undefined) book.recordIn(tx, about.operationId, [orderEvent(about.operationId, 'answer-judged', { ...shared, attempt: null, verdict: about.verdict, thenRead: false })]);
  return book.recordIn(tx, operationId, [orderEvent(operationId, 'answer-judged', { ...shared, attempt, verdict, thenRead: thenRead || (again === true && facts.thenRead) })]);
}

/** Of what an answer asked that is judged again counts what is left since it was signed. */
function askedIn({ profile, serviceClock }: AttemptContext['session'], verified: Verified | null, again: boolean): Pick<OrderEventBody<'answer-judged'>, 'asked'> {
  const toldMs = askedMs({ profile, serviceClock }, verified);
  if (toldMs === null) return {};
  const nowMs = serviceClock.nowMs();
  const agoMs = again && typeof verified?.createdAtSeconds === 'number' ? nowMs - (verified.createdAtSeconds + 1) * 1000 : 0;
  const waitMs = Math.min(toldMs, toldMs - agoMs);
  return waitMs <= 0 ? {} : { asked: { untilMs: nowMs + waitMs, waitMs } };
}
