import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { refusalWhileResting } from '../../exchange/budget.ts';
import { exchangeKept } from '../../exchange/exchange-kept.ts';
import { transportFailure } from '../../exchange/read.ts';
import { keySubmissionBody } from '../../partner-api/operations/enrolment.ts';
import { unverifiedFailure } from '../../partner-api/problem.ts';
import type { RequestDraft } from '../../partner-api/request.ts';
import type { StepReport } from '../machine/decide.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import { enrolmentEvent } from '../machine/events.ts';
import { dayMs } from '../machine/validity.ts';
import { rowOfEvent } from '../records/stored-events.ts';
import { keyOf, tokenOf, type EnrolmentContext } from './context.ts';
import { judgeSealedAnswer } from './kept-answer.ts';

/** Posts the key. The answer is sealed before it is read: the challenge in it comes only once (law 4). */
export async function postKey(context: EnrolmentContext, enrolment: Enrolment): Promise<Result<StepReport, Failure>> {
  const { session, records, background } = context;
  const { invitationId } = enrolment;
  const { profileHash } = session;
  const draft = submission(context, enrolment);
  if (!draft.ok) return draft;
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  const exchanged = await session.budget.run('sync', () =>
    exchangeKept(context, {
      draft: draft.value,
      sealedId: records.newRecordId(),
      unverified: () => [],
      recordStart: () =>
        records.record(enrolmentEvent(invitationId, 'enrolment-attempt-started', { step: 'submit', profileHash })),
      recordSealed: (tx, { sealed, httpStatus }) =>
        void tx.append(rowOfEvent(enrolmentEvent(invitationId, 'enrolment-answer-sealed', { sealed, httpStatus }))),
      step: () => undefined,
      // Once it lies sealed, the next step judges it.
      late: { background, take: () => undefined },
    }),
  );
  if (!exchanged.ok) return exchanged;
  const outcome = exchanged.value;
  switch (outcome.kind) {
    case 'kept':
      return ok(await judgeSealedAnswer(context, enrolment, { record: outcome.sealed.id, isEarlier: false }));
    case 'unanswered':
      return ok({ kind: 'unanswered', step: 'submit', failure: transportFailure(outcome.fault) });
    case 'notKept':
      return ok({
        kind: 'notKept',
        failure: { ...unverifiedFailure(outcome.judged), httpStatus: outcome.httpStatus },
      });
  }
}

function submission(context: EnrolmentContext, enrolment: Enrolment): Result<RequestDraft, Failure> {
  const { invitationId, validDays, cidrs } = enrolment;
  const key = keyOf(context, enrolment);
  if (!key.ok) return key;
  const token = tokenOf(context, enrolment);
  if (!token.ok) return token;
  const notBeforeMs = context.session.serviceClock.nowMs();
  const body = keySubmissionBody({
    publicJwk: key.value.publicJwk,
    notBeforeMs,
    expiresAtMs: notBeforeMs + validDays * dayMs,
    cidrs,
  });
  return ok({
    operation: 'submitPartnerEnrollmentKey',
    parameters: { invitationId },
    token: token.value,
    body,
  });
}
