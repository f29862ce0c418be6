import type { Failure } from '../../src-shared/contract/codes.ts';
import { isUuid, type OperationId, type SoldCardId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { recordSignature, signatureUsedBy } from '../exchange/answer-signature.ts';
import { exchangeKept, type ExchangeStep, type Outcome } from '../exchange/exchange-kept.ts';
import { transportFailure } from '../exchange/read.ts';
import { refusalWhileResting } from '../exchange/resting.ts';
import type { Unbelieved } from '../exchange/unverified-quota.ts';
import type { SealedReference } from '../journal/event.ts';
import type { Judged } from '../partner-api/judge.ts';
import { readJson } from '../partner-api/operations/json.ts';
import type { OperationName } from '../partner-api/operations/table.ts';
import { requestIdOf, successOf, unverifiedFailure } from '../partner-api/problem.ts';
import type { RevealContext, RevealStep } from './context.ts';
import { credentialsIn } from './credentials.ts';
import type { RevealSubject } from './subject.ts';
import { undecided } from './undecided.ts';

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

async function takeTurn(
  context: RevealContext,
  { call, parameters, subject, ...question }: RevealQuestion,
): Promise<Result<readonly SoldCardId[], Failure>> {
  const { session, step } = context;
  const attempt = session.randomness.uuid();
  const started = { isRecorded: false };
  const exchanged = await exchangeKept(context, {
    draft: { operation: call, parameters },
    sealedId: `reveal:${attempt}`,
    unverified: () => keptFor(context, subject),
    recordStart: ({ nonce }) => {
      const recorded = question.ledger.started({ attempt, call, nonce, profileHash: session.profileHash });
      started.isRecorded = recorded.ok;
      return recorded;
    },
    recordSealed: (tx, sealed) =>
      void tx.append({ subject, kind: 'reveal-answer-sealed', body: { attempt, ...sealed } }),
    step: (name) => {
      const marked = revealSteps[name];
      if (marked !== undefined) step(marked);
    },
  });
  const revealed = exchanged.ok ? takeOutcome(context, { subject, ...question }, exchanged.value) : exchanged;
  if (started.isRecorded && !revealed.ok) question.ledger.failed({ attempt, reason: reasonOf(revealed.error) });
  return revealed;
}

const revealSteps: Readonly<Partial<Record<ExchangeStep, RevealStep>>> = {
  'attempt-recorded': 'codes-requested',
  'answer-sealed': 'codes-sealed',
};

function takeOutcome(context: RevealContext, subject: RevealSubject, outcome: Outcome) {
  switch (outcome.kind) {
    case 'unanswered':
      return err(transportFailure(outcome.fault));
    case 'notKept':
      return err(unverifiedFailure(outcome.judged));
    case 'kept':
      return recordCodes(context, subject, outcome.sealed, outcome.judged);
  }
}

/** Everything of this order, or of this card or invoice, that nobody can believe: what the quota is for. */
function keptFor({ journal, records }: RevealContext, subject: string): readonly Unbelieved[] {
  return [...(isUuid<OperationId>(subject) ? records.unverified(subject) : []), ...undecided(journal, subject)];
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
