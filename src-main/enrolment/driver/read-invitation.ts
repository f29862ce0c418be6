import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { readInvitation } from '../../partner-api/operations/enrolment.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import type { InvitationReading } from '../machine/invitation.ts';
import { ask } from './ask.ts';
import { tokenOf, type EnrolmentContext } from './context.ts';
import { acceptAnswer } from './read-answer.ts';

/** The invitation as the service sees it. Its answer may be repeated at will, so nothing of it is kept. */
export async function invitationNow(
  context: EnrolmentContext,
  enrolment: Enrolment,
): Promise<Result<InvitationReading, Failure>> {
  const { session } = context;
  const token = tokenOf(context, enrolment);
  if (!token.ok) return token;
  const asked = await ask(session, {
    operation: 'getPartnerEnrollment',
    parameters: { invitationId: enrolment.invitationId },
    token: token.value,
  });
  if (!asked.ok) return asked;
  const answer = acceptAnswer(session.profile, asked.value.judged, asked.value.raw);
  if (!answer.ok) return answer;
  if (answer.value.refusal !== null) return err(answer.value.refusal);
  // The API shows no fields of this body: one that we cannot read says nothing about the invitation.
  return ok(readInvitation(answer.value.body) ?? {});
}
