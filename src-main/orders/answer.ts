import type { OperationId } from '../core/ids.ts';
import { err } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { SealedReference } from '../journal/event.ts';
import type { JournalTransaction } from '../journal/journal.ts';
import type { Judged, Verified } from '../partner-api/judge.ts';
import { decodeAnswer, encodeAnswer, judgeKept } from '../partner-api/kept-answer.ts';
import type { KeptAnswer } from '../partner-api/kept-answer.ts';
import { requestIdOf } from '../partner-api/problem.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import { judgeAnswer } from '../partner-api/session.ts';
import type { Exchanged } from '../partner-api/session.ts';
import { recordSignature, signatureUsedBy } from './answer-signature.ts';
import type { AttemptContext } from './context.ts';
import { orderEvent } from './events.ts';
import { positionOf } from './facts.ts';
import type { AttemptFacts, OrderFacts } from './facts.ts';
import { opinionOf } from './opinion.ts';
import type { Opinion } from './opinion.ts';
import type { OrderCall } from './verdict.ts';
import { waitAfter } from './wait.ts';

/** The answer to one attempt, kept and not yet judged. */
interface Kept {
  readonly attempt: string;
  readonly call: OrderCall;
  readonly sealed: SealedReference;
  readonly httpStatus: number;
}

/** Seals the raw answer and makes it durable, then judges it and records the verdict (law 4). */
export async function takeAnswer(
  context: AttemptContext, operationId: OperationId, attempt: string, call: OrderCall, prepared: PreparedRequest, exchanged: Exchanged,
): Promise<Result<OrderFacts, Failure>> {
  const { session, journal, vault, book, step } = context;
  const { raw } = exchanged;
  const sealedId = `answer:${attempt}`;
  const plaintext = encodeAnswer({ request: prepared, raw, receivedAtMs: session.clock.nowMs() });
  const record = vault.seal(sealedId, plaintext);
  plaintext.fill(0);
  const kept = journal.transaction((tx): Kept => {
    const sealed = tx.fileSealed(sealedId, record);
    book.recordIn(tx, operationId, [orderEvent(operationId, 'answer-sealed', { attempt, sealed, httpStatus: raw.status })]);
    return { attempt, call, sealed, httpStatus: raw.status };
  });
  if (!kept.ok) return err({ ...kept.error, operationId });
  step('answer-sealed');
  const judged = await judgeAnswer(session, prepared, exchanged);
  step('answer-judged');
  return recordVerdict(context, operationId, kept.value, judged);
}

/** Judges an answer that was kept when the process ended: what was delivered once is not lost for that (law 4). */
export async function judgeSealed(
  context: AttemptContext, operationId: OperationId, { attempt, call, sealed, httpStatus }: AttemptFacts & { readonly sealed: SealedReference },
): Promise<Result<OrderFacts, Failure>> {
  const opened = openKept(context, sealed.id);
  const kept: Kept = { attempt, call, sealed, httpStatus: httpStatus ?? opened?.raw.status ?? 0 };
  if (opened !== null) return recordVerdict(context, operationId, kept, await judgeKept(context.session, opened));
  // It will not open the next time either: its outcome stays open, and the order goes on.
  const verdict = { outcome: 'unverified' as const, reason: 'seal_failed' };
  return context.book.record(operationId, [
    orderEvent(operationId, 'answer-judged', { attempt, sealed, httpStatus: kept.httpStatus, requestId: null, verdict, thenRead: false, retryAtMs: context.session.clock.nowMs() }),
  ]);
}

function openKept({ journal, vault }: AttemptContext, sealedId: string): KeptAnswer | null {
  const record = journal.sealed(sealedId);
  if (record === null || record === 'purged') return null;
  const plaintext = vault.unseal(sealedId, record);
  return plaintext.ok ? decodeAnswer(plaintext.value) : null;
}

function recordVerdict(context: AttemptContext, operationId: OperationId, kept: Kept, judged: Judged): Result<OrderFacts, Failure> {
  const { journal, book, step } = context;
  const facts = book.find(operationId);
  if (facts === null) throw new Error('an answer to an operation without an intent');
  const opinion = opinionOf({
    judged, call: kept.call, operationId, intent: facts.intent, position: positionOf(facts, kept.attempt),
    intentOf: (other) => book.find(other)?.intent ?? null,
    signatureUsedBy: judged.kind === 'verified' ? signatureUsedBy(journal, judged) : null,
  });
  // A signature that is refused as another's stays that one's.
  const believed = judged.kind === 'verified' && opinion.verdict.outcome !== 'unverified' ? judged : null;
  const recorded = journal.transaction((tx) => {
    if (believed !== null) recordSignature(tx, believed, operationId);
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
  readonly opinion: Opinion;
  readonly verified: Verified | null;
  readonly facts: OrderFacts;
}

function recordOpinion({ session, book }: AttemptContext, tx: JournalTransaction, operationId: OperationId, input: OpinionToRecord): OrderFacts {
  const { kept: { attempt, sealed, httpStatus }, opinion, verified, facts } = input;
  const requestId = verified === null ? null : (requestIdOf(verified).requestId ?? null);
  const retryAtMs = session.clock.nowMs() + waitAfter(session, opinion.verdict, verified, facts);
  const shared = { sealed, httpStatus, requestId, retryAtMs };
  if (opinion.about !== undefined) {
    const { operationId: other, verdict } = opinion.about;
    book.recordIn(tx, other, [orderEvent(other, 'answer-judged', { ...shared, attempt: null, verdict, thenRead: false })]);
  }
  return book.recordIn(tx, operationId, [orderEvent(operationId, 'answer-judged', { ...shared, attempt, verdict: opinion.verdict, thenRead: opinion.thenRead })]);
}
