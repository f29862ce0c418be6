import type { SoldCardId } from '../core/ids.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { SealedReference } from '../journal/event.ts';
import { recordSignature, signatureUsedBy } from '../orders/answer-signature.ts';
import type { AttemptContext } from '../orders/context.ts';
import { encodeAnswer } from '../partner-api/kept-answer.ts';
import { readJson } from '../partner-api/operations/json.ts';
import type { OperationName } from '../partner-api/operations/table.ts';
import { failureOf, requestIdOf } from '../partner-api/problem.ts';
import { transportFailure } from '../partner-api/read.ts';
import { prepareRequest } from '../partner-api/request.ts';
import type { PreparedRequest } from '../partner-api/request.ts';
import { judgeAnswer, send } from '../partner-api/session.ts';
import { credentialsIn } from './credentials.ts';

export type RevealContext = Pick<AttemptContext, 'session' | 'journal' | 'vault' | 'step'>;

/** Who is asked for what. `subject` is the operation in the journal that the codes belong to, or the card or invoice itself. */
export interface RevealQuestion {
  readonly subject: string;
  readonly call: Extract<OperationName, 'revealPartnerOwnedCard' | 'revealPartnerInvoiceCards'>;
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether the cards that came are the ones that were asked for. */
  readonly fits: (soldCardIds: readonly SoldCardId[]) => boolean;
}

/** Writes the steps of a reveal where their subject's events belong. */
export interface RevealLedger {
  started(body: { readonly attempt: string; readonly call: string; readonly nonce: string | null }): Result<unknown, Failure>;
  failed(body: { readonly attempt: string; readonly reason: string }): Result<unknown, Failure>;
  revealed(body: { readonly sealed: SealedReference; readonly requestId: string | null; readonly soldCardIds: SoldCardId[] }): Result<unknown, Failure>;
}

/**
 * Asks the service for codes once and keeps the raw answer sealed before it is read (law 4). Gives the ids of the cards
 * whose codes now lie here; the codes themselves come out by an explicit showing only. Errors: those of any call, and
 * `codes_unavailable` where a verified answer does not hold the cards asked for.
 */
export async function askForCodes(context: RevealContext, question: RevealQuestion, ledger: RevealLedger): Promise<Result<readonly SoldCardId[], Failure>> {
  const { session, vault, journal } = context;
  if (session.signingKey() === null) return err({ code: 'not_enrolled' });
  const proved = vault.prove();
  if (!proved.ok) return proved;
  const room = journal.reserve();
  if (!room.ok) return room;
  try {
    return await session.budget.run('reveal', () => ask(context, question, ledger));
  } finally {
    room.value.release();
  }
}

async function ask(context: RevealContext, question: RevealQuestion, ledger: RevealLedger): Promise<Result<readonly SoldCardId[], Failure>> {
  const { session, step } = context;
  const attempt = session.randomness.uuid();
  const prepared = prepareRequest(
    session.profile, { operation: question.call, parameters: question.parameters, language: session.language() }, session.serviceClock.nowMs(), session.randomness,
  );
  const started = ledger.started({ attempt, call: question.call, nonce: prepared.nonce });
  if (!started.ok) return started;
  step('codes-requested');
  const revealed = await exchange(context, question, ledger, attempt, prepared);
  if (!revealed.ok) ledger.failed({ attempt, reason: revealed.error.detail ?? revealed.error.code });
  return revealed;
}

async function exchange(
  { session, journal, vault, step }: RevealContext, question: RevealQuestion, ledger: RevealLedger, attempt: string, prepared: PreparedRequest,
): Promise<Result<readonly SoldCardId[], Failure>> {
  const sent = await send(session, prepared);
  if (!sent.ok) return err(transportFailure(sent.error));
  const sealedId = `reveal:${attempt}`;
  const plaintext = encodeAnswer({ request: prepared, raw: sent.value.raw, receivedAtMs: session.clock.nowMs() });
  const record = vault.seal(sealedId, plaintext);
  plaintext.fill(0);
  const kept = journal.transaction((tx) => {
    const sealed = tx.fileSealed(sealedId, record);
    tx.append({ subject: question.subject, kind: 'reveal-answer-sealed', body: { attempt, sealed, httpStatus: sent.value.raw.status } });
    return sealed;
  });
  if (!kept.ok) return kept;
  step('codes-sealed');
  const judged = await judgeAnswer(session, prepared, sent.value);
  const failure = failureOf(judged);
  if (failure !== null) return err(failure);
  if (judged.kind !== 'verified') return err({ code: 'counter_bug' });
  const usedBy = signatureUsedBy(journal, judged);
  if (usedBy !== null && usedBy !== question.subject) return err({ code: 'answer_unverified', detail: 'another_answer_reused' });
  const soldCardIds = credentialsIn(readJson(judged.body)).map(({ soldCardId }) => soldCardId);
  const requestId = requestIdOf(judged).requestId ?? null;
  if (soldCardIds.length === 0 || !question.fits(soldCardIds)) {
    return err({ code: 'codes_unavailable', detail: 'other_cards', httpStatus: judged.status, ...requestIdOf(judged) });
  }
  const signed = journal.transaction((tx) => recordSignature(tx, judged, question.subject));
  if (!signed.ok) return signed;
  const recorded = ledger.revealed({ sealed: kept.value, requestId, soldCardIds });
  return recorded.ok ? ok(soldCardIds) : recorded;
}
