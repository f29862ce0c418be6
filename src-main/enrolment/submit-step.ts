import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import { exchangeKept } from '../exchange/exchange-kept.ts';
import { transportFailure } from '../exchange/read.ts';
import { refusalWhileResting } from '../exchange/resting.ts';
import { keySubmissionBody, type InvitationReading } from '../partner-api/operations/enrolment.ts';
import { unverifiedFailure } from '../partner-api/problem.ts';
import type { RequestDraft } from '../partner-api/request.ts';
import { learnTimeUnsigned } from './ask-with-key.ts';
import type { EnrolmentContext, StepResult } from './context.ts';
import { newEvent } from './events.ts';
import { attemptStarted, endAttempt, endUnanswered, invitationNow, tokenOf } from './exchange.ts';
import { mayBeTaken, type Facts } from './facts.ts';
import { recordInvitationEnd } from './invitation-end.ts';
import { explained, mayAskAgain, meaningOf, saysUsedUp } from './refusal-table.ts';
import { judgeSealed } from './submit-answer.ts';

const dayMs = 86_400_000;

/**
 * `keyMade` -> `submitted`; also where the key was posted before and its challenge is gone or does no good: an
 * enrolment that staff restarted gives the next one. Answers that lie sealed are judged first: one of them may hold the
 * challenge.
 */
export async function submitKey(context: EnrolmentContext, facts: Facts): Promise<StepResult> {
  for (const record of facts.openAnswers) {
    const judged = await judgeSealed(context, facts.invitationId, record);
    // What cannot be verified even now may be no answer of the service at all, and keeps nobody from asking again.
    if (judged.ok || !mayAskAgain(judged.error)) return judged;
  }
  const ready = await invitationReady(context, facts);
  return ready.ok && ready.value === 'ready' ? submitOnce(context, facts) : withoutReady(ready);
}

type Ready = Result<'ready' | 'moved' | 'rest', Failure>;

function withoutReady(ready: Ready): StepResult {
  return ready.ok ? ok(ready.value === 'moved' ? 'moved' : 'rest') : ready;
}

/**
 * Reads the invitation before the one answer that cannot be had again is asked for: a wrong token, an unknown service
 * key or a wrong clock shows here, where it costs nothing.
 */
async function invitationReady(context: EnrolmentContext, facts: Facts): Promise<Ready> {
  const invitation = await invitationInTime(context, facts);
  if (invitation.ok) {
    const ended = recordInvitationEnd(context, facts, invitation.value);
    return ended.ok && ended.value === 'rest' ? ok('ready') : ended;
  }
  if (meaningOf(invitation.error) !== 'final') return invitation;
  // A challenge is in hand: what the invitation does not take any more says nothing against that.
  if (facts.submitted !== null) return ok('rest');
  const isLost = mayBeTaken(facts.attempts.submit);
  const failure = explained(invitation.error, isLost);
  const kind = isLost && saysUsedUp(failure) ? 'enrolment-restart-awaited' : 'enrolment-refused';
  const recorded = context.store.record(facts.invitationId, { kind, body: { failure } });
  return recorded.ok ? ok(kind === 'enrolment-refused' ? 'moved' : 'rest') : recorded;
}

/**
 * As `invitationNow`, and once more with the service's time where the clock of this machine made the answer look stale.
 */
async function invitationInTime(context: EnrolmentContext, facts: Facts): Promise<Result<InvitationReading, Failure>> {
  const first = await invitationNow(context, facts);
  if (first.ok || first.error.code !== 'answer_unverified' || first.error.detail !== 'stale') return first;
  await learnTimeUnsigned(context.session);
  return invitationNow(context, facts);
}

async function submitOnce(context: EnrolmentContext, facts: Facts): Promise<StepResult> {
  const { session, store } = context;
  const { invitationId } = facts;
  const draft = submission(context, facts);
  if (!draft.ok) return draft;
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  const exchanged = await session.budget.run('sync', () =>
    exchangeKept(context, {
      draft: draft.value,
      sealedId: store.newRecordId(),
      unverified: () => [],
      recordStart: () => store.record(invitationId, attemptStarted(session, 'submit')),
      recordSealed: (tx, { sealed, httpStatus }) =>
        void tx.append(newEvent(invitationId, { kind: 'enrolment-answer-sealed', body: { sealed, httpStatus } })),
      step: () => undefined,
    }),
  );
  if (!exchanged.ok) return exchanged;
  const outcome = exchanged.value;
  switch (outcome.kind) {
    case 'kept':
      return judgeSealed(context, invitationId, outcome.sealed.id);
    case 'unanswered':
      return endUnanswered(context, facts, 'submit', transportFailure(outcome.fault));
    case 'notKept':
      return endAttempt(context, facts, {
        step: 'submit',
        taken: 'unknown',
        failure: { ...unverifiedFailure(outcome.judged), httpStatus: outcome.httpStatus },
      });
  }
}

function submission(context: EnrolmentContext, facts: Facts): Result<RequestDraft, Failure> {
  const { session, keyring } = context;
  const key = keyring.find(facts.localId);
  if (key === null) return err({ code: 'vault_unavailable', detail: 'key_missing' });
  const token = tokenOf(context, facts);
  if (!token.ok) return token;
  const notBeforeMs = session.serviceClock.nowMs();
  const body = keySubmissionBody({
    publicJwk: key.publicJwk,
    notBeforeMs,
    expiresAtMs: notBeforeMs + facts.validDays * dayMs,
    cidrs: facts.cidrs,
  });
  return ok({
    operation: 'submitPartnerEnrollmentKey',
    parameters: { invitationId: facts.invitationId },
    token: token.value,
    body,
  });
}
