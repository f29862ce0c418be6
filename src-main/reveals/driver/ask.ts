import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { SoldCardId } from '../../core/ids.ts';
import { err, type Result } from '../../core/result.ts';
import { refusalWhileResting } from '../../exchange/budget.ts';
import { exchangeKept, type ExchangeStep, type ExchangeOutcome } from '../../exchange/exchange-kept.ts';
import type { UnverifiedSize } from '../../exchange/kept-answer.ts';
import { transportFailure } from '../../exchange/read.ts';
import type { OperationName } from '../../partner-api/operations/table.ts';
import { unverifiedFailure } from '../../partner-api/problem.ts';
import { revealEvent } from '../machine/events.ts';
import { nameOf, type RevealSubject } from '../machine/subject.ts';
import type { RevealContext, RevealStep } from '../records/context.ts';
import { dispatch, dispatchJudged, recordReveal } from '../records/dispatch.ts';
import { undecidedOf } from '../records/judge-again.ts';
import { rowOfReveal } from '../records/stored-events.ts';

/** The call that brings the codes of a subject. */
export interface RevealCall {
  readonly call: Extract<OperationName, 'revealPartnerOwnedCard' | 'revealPartnerInvoiceCards'>;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Asks the service for codes once and seals the answer before it is read (law 4); beyond the quota of unverified
 * answers only if its signature holds. Gives the ids of the cards whose codes lie here now, and shows none. Errors:
 * those of any call, and `codes_unavailable` where a verified answer does not hold the cards asked for.
 */
export async function askForCodes(
  context: RevealContext,
  subject: RevealSubject,
  call: RevealCall,
): Promise<Result<readonly SoldCardId[], Failure>> {
  const { session } = context;
  if (session.signingKey() === null) return err({ code: 'not_enrolled' });
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  return session.budget.run('reveal', () => takeTurn(context, subject, call));
}

async function takeTurn(
  context: RevealContext,
  subject: RevealSubject,
  { call, parameters }: RevealCall,
): Promise<Result<readonly SoldCardId[], Failure>> {
  const { session, step } = context;
  const attempt = session.randomness.uuid();
  const insteadOf = subject.kind === 'order' && subject.insteadOf.length > 0 ? [...subject.insteadOf] : null;
  const started = { isRecorded: false };
  const exchanged = await exchangeKept(context, {
    draft: { operation: call, parameters },
    sealedId: `reveal:${attempt}`,
    unverified: () => unverifiedOf(context, subject),
    recordStart: ({ nonce }) => {
      const body = { attempt, call, nonce, profileHash: session.profileHash };
      const event = revealEvent(nameOf(subject), 'reveal-started', insteadOf === null ? body : { ...body, insteadOf });
      const recorded = recordReveal(context, subject, event);
      started.isRecorded = recorded.ok;
      return recorded;
    },
    recordSealed: (tx, answer) =>
      void tx.append(rowOfReveal(revealEvent(nameOf(subject), 'reveal-answer-sealed', { attempt, ...answer }))),
    step: (name) => {
      const marked = revealSteps[name];
      if (marked !== undefined) step(marked);
    },
  });
  if (exchanged.ok) return takeOutcome(context, subject, attempt, exchanged.value);
  return started.isRecorded
    ? dispatch(context, subject, { kind: 'failed', attempt, failure: exchanged.error })
    : exchanged;
}

const revealSteps: Readonly<Partial<Record<ExchangeStep, RevealStep>>> = {
  'attempt-recorded': 'codes-requested',
  'answer-sealed': 'codes-sealed',
};

function takeOutcome(
  context: RevealContext,
  subject: RevealSubject,
  attempt: string,
  outcome: ExchangeOutcome,
): Result<readonly SoldCardId[], Failure> {
  switch (outcome.kind) {
    case 'unanswered':
      return dispatch(context, subject, { kind: 'failed', attempt, failure: transportFailure(outcome.fault) });
    case 'notKept':
      return dispatch(context, subject, { kind: 'failed', attempt, failure: unverifiedFailure(outcome.judged) });
    case 'kept':
      return dispatchJudged(context, subject, { attempt, sealed: outcome.sealed, knownReason: null }, outcome.judged);
  }
}

/** All unverified answers of this order, or of this card or invoice: what the quota is for. */
function unverifiedOf({ journal, records }: RevealContext, subject: RevealSubject): readonly UnverifiedSize[] {
  const ofOrder = subject.kind === 'order' ? records.unverified(subject.operationId) : [];
  return [...ofOrder, ...undecidedOf(journal, nameOf(subject))];
}
