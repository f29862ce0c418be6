import type { Failure } from '../../src-shared/contract/codes.ts';
import { isUuid, type OperationId, type SoldCardId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { SealedReference } from '../journal/event.ts';
import { recordSignature, signatureUsedBy } from '../orders/answer-signature.ts';
import type { AttemptContext } from '../orders/context.ts';
import { hasRoomFor, unbelieved, type Unbelieved } from '../orders/unverified-quota.ts';
import type { Judged } from '../partner-api/judge.ts';
import { encodeAnswer } from '../partner-api/kept-answer.ts';
import { readJson } from '../partner-api/operations/json.ts';
import type { OperationName } from '../partner-api/operations/table.ts';
import { requestIdOf, successOf, unverifiedFailure } from '../partner-api/problem.ts';
import { transportFailure } from '../partner-api/read.ts';
import {
  judgeAnswer,
  judgeSealedAnswer,
  prepare,
  refusalWhileResting,
  send,
  type DatedRequest,
} from '../partner-api/session.ts';
import { credentialsIn } from './credentials.ts';
import type { RevealSubject } from './subject.ts';
import { undecided } from './undecided.ts';

export type RevealContext = Pick<AttemptContext, 'session' | 'journal' | 'vault' | 'book' | 'step'>;

/** Who is asked for what. */
export interface RevealQuestion extends RevealSubject {
  readonly call: Extract<OperationName, 'revealPartnerOwnedCard' | 'revealPartnerInvoiceCards'>;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Asks the service for codes once and keeps the raw answer sealed before it is read (law 4); beyond the quota of
 * answers that nobody can believe only if its signature holds. Gives the ids of the cards whose codes now lie here; the
 * codes themselves come out by an explicit showing only. Errors: those of any call, and `codes_unavailable` where a
 * verified answer does not hold the cards asked for.
 */
export async function askForCodes(
  context: RevealContext,
  question: RevealQuestion,
): Promise<Result<readonly SoldCardId[], Failure>> {
  const { session } = context;
  if (session.signingKey() === null) return err({ code: 'not_enrolled' });
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  return session.budget.run('reveal', () => takeTurn(context, question));
}

/** What only waits for its turn needs no room for an answer. */
async function takeTurn(
  context: RevealContext,
  question: RevealQuestion,
): Promise<Result<readonly SoldCardId[], Failure>> {
  const proved = context.vault.prove();
  if (!proved.ok) return proved;
  const room = context.journal.reserve();
  if (!room.ok) return room;
  try {
    return await ask(context, question);
  } finally {
    room.value.release();
  }
}

async function ask(context: RevealContext, question: RevealQuestion): Promise<Result<readonly SoldCardId[], Failure>> {
  const { session, step } = context;
  const attempt = session.randomness.uuid();
  const prepared = prepare(session, { operation: question.call, parameters: question.parameters });
  const started = question.ledger.started({
    attempt,
    call: question.call,
    nonce: prepared.nonce,
    profileHash: session.profileHash,
  });
  if (!started.ok) return started;
  step('codes-requested');
  const revealed = await exchange(context, question, attempt, prepared);
  if (!revealed.ok) question.ledger.failed({ attempt, reason: reasonOf(revealed.error) });
  return revealed;
}

async function exchange(
  context: RevealContext,
  question: RevealQuestion,
  attempt: string,
  prepared: DatedRequest,
): Promise<Result<readonly SoldCardId[], Failure>> {
  const { session, journal, vault, step } = context;
  const sent = await send(session, prepared);
  if (!sent.ok) return err(transportFailure(sent.error));
  if (!hasRoomFor(keptFor(context, question.subject), sent.value.raw)) {
    const judged = await judgeAnswer(session, prepared, sent.value);
    if (judged.kind === 'unverified') return err(unverifiedFailure(judged));
  }
  const sealedId = `reveal:${attempt}`;
  const plaintext = encodeAnswer({ request: prepared, raw: sent.value.raw, receivedAtMs: session.clock.nowMs() });
  const record = vault.seal(sealedId, plaintext);
  const bytes = plaintext.byteLength;
  plaintext.fill(0);
  const kept = journal.transaction((tx) => {
    const sealed = tx.fileSealed(sealedId, record);
    tx.append({
      subject: question.subject,
      kind: 'reveal-answer-sealed',
      body: { attempt, sealed, bytes, httpStatus: sent.value.raw.status },
    });
    return sealed;
  });
  if (!kept.ok) return kept;
  step('codes-sealed');
  return recordCodes(context, question, kept.value, await judgeSealedAnswer(session, prepared, sent.value, sealedId));
}

/** Everything of this order, or of this card or invoice, that nobody can believe: what the quota is for. */
function keptFor({ journal, book }: RevealContext, subject: string): readonly Unbelieved[] {
  const facts = isUuid<OperationId>(subject) ? book.find(subject) : null;
  return [...(facts === null ? [] : unbelieved(facts)), ...undecided(journal, subject)];
}

/** Takes the codes in a judged answer for those of `subject`, or says why they are not. */
export function recordCodes(
  { journal }: Pick<RevealContext, 'journal'>,
  { subject, wanted, ledger }: RevealSubject,
  sealed: SealedReference,
  judged: Judged,
): Result<readonly SoldCardId[], Failure> {
  const success = successOf(judged);
  if (!success.ok) return success;
  const { value: answer } = success;
  const usedBy = signatureUsedBy(journal, answer);
  if (usedBy !== null && usedBy !== subject) return err({ code: 'answer_unverified', detail: 'another_answer_reused' });
  const came = new Set(credentialsIn(readJson(answer.body)).map(({ soldCardId }) => soldCardId));
  const soldCardIds = [...wanted([...came])];
  if (soldCardIds.length === 0) {
    return err({ code: 'codes_unavailable', detail: 'other_cards', httpStatus: answer.status, ...requestIdOf(answer) });
  }
  const signed = journal.transaction((tx) => recordSignature(tx, answer, subject));
  if (!signed.ok) return signed;
  const recorded = ledger.revealed({ sealed, requestId: requestIdOf(answer).requestId ?? null, soldCardIds });
  return recorded.ok ? ok(soldCardIds) : recorded;
}

/** Why a reveal brought nothing, in one word for the ledger. */
export function reasonOf({ detail, code }: Failure): string {
  return detail ?? code;
}
