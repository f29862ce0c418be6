import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import { exchangeOnce, type Answered } from '../exchange/exchange-once.ts';
import { transportFailure } from '../exchange/read.ts';
import { refusalWhileResting } from '../exchange/resting.ts';
import type { PartnerSession } from '../exchange/session.ts';
import { readInvitation, type InvitationReading } from '../partner-api/operations/enrolment.ts';
import type { RequestDraft } from '../partner-api/request.ts';
import { acceptAnswer } from './answer.ts';
import type { EnrolmentContext } from './context.ts';
import type { EnrolmentEvent, EnrolmentStep } from './events.ts';
import type { Facts } from './facts.ts';

/** Asks once, in its turn. While the service asked for a pause: the refusal that did. */
export async function ask(
  session: PartnerSession,
  draft: RequestDraft,
  how: { readonly unsigned?: boolean } = {},
): Promise<Result<Answered, Failure>> {
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  const asked = await exchangeOnce(session, draft, how);
  return asked.ok ? asked : err(transportFailure(asked.error));
}

/**
 * A step that moves the service: its start is durable before it leaves, and a missing answer is recorded as what it is.
 */
export async function attempt(
  context: EnrolmentContext,
  facts: Facts,
  step: EnrolmentStep,
  draft: RequestDraft,
): Promise<Result<Answered, Failure>> {
  const { store, session } = context;
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  const started = store.record(facts.invitationId, attemptStarted(session, step));
  if (!started.ok) return started;
  const asked = await ask(session, draft);
  return asked.ok ? asked : endUnanswered(context, facts, step, asked.error);
}

export function attemptStarted({ profileHash }: PartnerSession, step: EnrolmentStep): EnrolmentEvent {
  return { kind: 'enrolment-attempt-started', body: { step, profileHash } };
}

/** Records that no answer came: nothing was taken only where nothing left this machine. */
export function endUnanswered(
  context: EnrolmentContext,
  facts: Facts,
  step: EnrolmentStep,
  failure: Failure,
): Result<never, Failure> {
  const taken = failure.code === 'service_unreachable' ? 'no' : 'unknown';
  return endAttempt(context, facts, { step, taken, failure });
}

interface End {
  readonly step: EnrolmentStep;
  readonly taken: 'no' | 'unknown';
  readonly failure: Failure;
  /** The sealed answer that is done with. */
  readonly answer?: string;
}

/** Records that an attempt moved nothing, and gives its failure. */
export function endAttempt({ store }: EnrolmentContext, { invitationId }: Facts, end: End): Result<never, Failure> {
  const recorded = store.record(invitationId, { kind: 'enrolment-attempt-ended', body: end });
  return recorded.ok ? err(end.failure) : recorded;
}

/** The token for the Authorization header, for this request only. */
export function tokenOf({ store }: EnrolmentContext, facts: Facts): Result<string, Failure> {
  const bytes = store.unseal(facts.tokenRecord);
  return bytes.ok ? ok(new TextDecoder().decode(bytes.value)) : bytes;
}

/** The invitation as the service sees it. Its answer may be repeated at will, so nothing of it is kept. */
export async function invitationNow(
  context: EnrolmentContext,
  facts: Facts,
): Promise<Result<InvitationReading, Failure>> {
  const { session } = context;
  const token = tokenOf(context, facts);
  if (!token.ok) return token;
  const draft: RequestDraft = {
    operation: 'getPartnerEnrollment',
    parameters: { invitationId: facts.invitationId },
    token: token.value,
  };
  const asked = await ask(session, draft);
  if (!asked.ok) return asked;
  const { judged, raw } = asked.value;
  const answer = acceptAnswer(session.profile, judged, raw);
  if (!answer.ok) return answer;
  if (answer.value.refusal !== null) return err(answer.value.refusal);
  // The API shows no fields of this body: one that we cannot read says nothing about the invitation.
  return ok(readInvitation(answer.value.body) ?? {});
}
