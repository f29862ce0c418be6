import type { OperationId } from '../core/ids.ts';
import type { StepMark } from '../core/ports.ts';
import { err } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Journal, JournalTransaction } from '../journal/journal.ts';
import type { SealedReference } from '../journal/event.ts';
import type { Verified } from '../partner-api/judge.ts';
import { encodeAnswer } from '../partner-api/kept-answer.ts';
import { requestIdOf } from '../partner-api/problem.ts';
import { prepareRequest } from '../partner-api/request.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import { judgeAnswer, send } from '../partner-api/session.ts';
import type { Exchanged, PartnerSession } from '../partner-api/session.ts';
import type { Vault } from '../vault/vault.ts';
import type { OrderBook } from './book.ts';
import { orderEvent } from './events.ts';
import { positionOf } from './facts.ts';
import type { OrderFacts } from './facts.ts';
import { opinionOf } from './opinion.ts';
import type { Opinion } from './opinion.ts';
import { backoffMs, retryAfterMs, slowMs } from './retry.ts';
import type { PurchaseStep } from './steps.ts';
import type { OrderCall, Verdict } from './verdict.ts';

export interface AttemptContext {
  readonly session: PartnerSession;
  readonly journal: Journal;
  readonly vault: Vault;
  readonly book: OrderBook;
  readonly step: StepMark<PurchaseStep>;
}

/**
 * One attempt of one call, from the proof that answers can be sealed to the durable verdict. Everything is durable before
 * the next thing happens: the attempt before the request, the raw answer before it is read (laws 1 and 4). Errors mean
 * that nothing was sent, or that an answer could not be kept: it is then as good as lost, and the outcome stays open.
 */
export async function runAttempt(context: AttemptContext, operationId: OperationId, facts: OrderFacts, call: OrderCall): Promise<Result<OrderFacts, Failure>> {
  const { session, vault, step } = context;
  const proved = vault.prove();
  if (!proved.ok) return proved;
  step('sealing-proved');
  const attempt = session.randomness.uuid();
  const prepared = prepareOrderCall(session, operationId, facts, call);
  const started = startAttempt(context, operationId, attempt, call, prepared);
  if (!started.ok) return started;
  step('attempt-recorded');
  const sent = await send(session, prepared, () => step('request-written'));
  if (!sent.ok) {
    const retryAtMs = session.clock.nowMs() + backoffMs(facts.attempts.length + 1, session.randomness);
    const event = sent.error.code === 'not_sent'
      ? orderEvent(operationId, 'attempt-not-sent', { attempt, retryAtMs })
      : orderEvent(operationId, 'attempt-lost', { attempt, reason: sent.error.code, retryAtMs });
    return context.book.record(operationId, [event]);
  }
  step('answer-received');
  return keepAndJudge(context, operationId, attempt, call, prepared, sent.value);
}

function prepareOrderCall(session: PartnerSession, operationId: OperationId, { intent }: OrderFacts, call: OrderCall): PreparedRequest {
  const nowMs = session.serviceClock.nowMs();
  const language = session.language();
  if (call === 'getPartnerOrder') {
    return prepareRequest(session.profile, { operation: call, parameters: { operationId }, language }, nowMs, session.randomness);
  }
  const body = new TextEncoder().encode(intent.body);
  return prepareRequest(
    session.profile, { operation: call, parameters: { walletId: intent.walletId }, body, idempotencyKey: operationId, language }, nowMs, session.randomness,
  );
}

function startAttempt({ session, book }: AttemptContext, operationId: OperationId, attempt: string, call: OrderCall, prepared: PreparedRequest): Result<OrderFacts, Failure> {
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled', operationId });
  const { url, headers, nonce, createdAtSeconds, expiresAtSeconds } = prepared;
  return book.record(operationId, [orderEvent(operationId, 'attempt-started', {
    attempt, call, url, headers: headers.map(([name, value]): [string, string] => [name, value]), nonce, createdAtSeconds, expiresAtSeconds,
    keyId: key.keyId, profileHash: session.profileHash,
  })]);
}

async function keepAndJudge(
  context: AttemptContext, operationId: OperationId, attempt: string, call: OrderCall, prepared: PreparedRequest, exchanged: Exchanged,
): Promise<Result<OrderFacts, Failure>> {
  const { session, journal, vault, book, step } = context;
  const { raw } = exchanged;
  const sealedId = `answer:${attempt}`;
  const record = vault.seal(sealedId, encodeAnswer(raw));
  const kept = journal.transaction((tx) => {
    const sealed = tx.fileSealed(sealedId, record);
    const facts = book.recordIn(tx, operationId, [orderEvent(operationId, 'answer-sealed', { attempt, sealed, httpStatus: raw.status })]);
    return { sealed, facts };
  });
  if (!kept.ok) return kept;
  step('answer-sealed');
  const judged = await judgeAnswer(session, prepared, exchanged);
  step('answer-judged');
  const { facts } = kept.value;
  const opinion = opinionOf({
    judged, call, operationId, intent: facts.intent, position: positionOf(facts, attempt),
    intentOf: (other) => book.find(other)?.intent ?? null,
    signatureUsedBy: judged.kind === 'verified' ? journal.meta(signatureMeta(judged)) : null,
  });
  const recorded = journal.transaction((tx) => {
    if (judged.kind === 'verified') tx.setMeta(signatureMeta(judged), operationId);
    return recordOpinion(context, tx, { operationId, attempt, opinion, sealed: kept.value.sealed, httpStatus: raw.status, verified: judged.kind === 'verified' ? judged : null, facts });
  });
  if (recorded.ok) step('verdict-recorded');
  return recorded;
}

interface OpinionToRecord {
  readonly operationId: OperationId;
  readonly attempt: string;
  readonly opinion: Opinion;
  readonly sealed: SealedReference;
  readonly httpStatus: number;
  readonly verified: Verified | null;
  readonly facts: OrderFacts;
}

function recordOpinion({ session, book }: AttemptContext, tx: JournalTransaction, input: OpinionToRecord): OrderFacts {
  const { operationId, attempt, opinion, sealed, httpStatus, verified, facts } = input;
  const requestId = verified === null ? null : (requestIdOf(verified).requestId ?? null);
  const retryAtMs = session.clock.nowMs() + waitAfter(session, opinion.verdict, verified, facts);
  const shared = { sealed, httpStatus, requestId, retryAtMs };
  if (opinion.about !== undefined) {
    book.recordIn(tx, opinion.about.operationId, [
      orderEvent(opinion.about.operationId, 'answer-judged', { ...shared, attempt: null, verdict: opinion.about.verdict, thenRead: false }),
    ]);
  }
  return book.recordIn(tx, operationId, [orderEvent(operationId, 'answer-judged', { ...shared, attempt, verdict: opinion.verdict, thenRead: opinion.thenRead })]);
}

function waitAfter(session: PartnerSession, verdict: Verdict, verified: Verified | null, facts: OrderFacts): number {
  if (verdict.outcome === 'accepted' && verdict.recoveryExhausted) {
    const earlier = facts.attempts.filter(({ ended }) => typeof ended === 'object' && ended?.outcome === 'accepted' && ended.recoveryExhausted).length;
    return slowMs(earlier + 1);
  }
  const asked = retryAfterMs(verified?.header('retry-after') ?? null, session.profile.retryAfterUnit, session.clock.nowMs());
  return asked ?? backoffMs(facts.attempts.length, session.randomness);
}

function signatureMeta({ signatureSha256 }: Verified): string {
  return `answer-signature:${signatureSha256}`;
}
