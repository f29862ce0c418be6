import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import { readInvitation, type InvitationReading } from '../partner-api/operations/enrolment.ts';
import { transportFailure } from '../partner-api/read.ts';
import type { RequestDraft } from '../partner-api/request.ts';
import {
  judgeAnswer,
  prepare,
  refusalWhileResting,
  send,
  type DatedRequest,
  type Exchanged,
  type PartnerSession,
  type SendOptions,
} from '../partner-api/session.ts';
import { acceptAnswer } from './answer.ts';
import type { EnrolmentContext } from './context.ts';
import type { EnrolmentStep } from './events.ts';
import type { Facts } from './facts.ts';

/** A request that was sent, and what came back. */
export interface Exchange {
  readonly prepared: DatedRequest;
  readonly exchanged: Exchanged;
}

/** Prepares and sends one request, once, in its turn. While the service asked for a pause: the refusal that did. */
export async function exchangeOnce(
  session: PartnerSession,
  draft: RequestDraft,
  how: Pick<SendOptions, 'unsigned'> = {},
): Promise<Result<Exchange, Failure>> {
  const resting = await refusalWhileResting(session);
  return resting === null ? session.budget.run('sync', () => sendOnce(session, draft, how)) : err(resting);
}

async function sendOnce(
  session: PartnerSession,
  draft: RequestDraft,
  how: Pick<SendOptions, 'unsigned'>,
): Promise<Result<Exchange, Failure>> {
  const prepared = prepare(session, draft);
  const exchanged = await send(session, prepared, how);
  return exchanged.ok ? ok({ prepared, exchanged: exchanged.value }) : err(transportFailure(exchanged.error));
}

/**
 * A step that moves the service: its start is durable before it leaves, and a missing answer is recorded as what it is.
 */
export async function attempt(
  context: EnrolmentContext,
  facts: Facts,
  step: EnrolmentStep,
  draft: RequestDraft,
): Promise<Result<Exchange, Failure>> {
  const { store, session } = context;
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  const started = store.record(facts.invitationId, {
    kind: 'enrolment-attempt-started',
    body: { step, profileHash: session.profileHash },
  });
  if (!started.ok) return started;
  const exchange = await exchangeOnce(session, draft);
  if (exchange.ok) return exchange;
  const taken = exchange.error.code === 'service_unreachable' ? 'no' : 'unknown';
  return endAttempt(context, facts, { step, taken, failure: exchange.error });
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
  const exchange = await exchangeOnce(session, draft);
  if (!exchange.ok) return exchange;
  const { prepared, exchanged } = exchange.value;
  const answer = acceptAnswer(session.profile, await judgeAnswer(session, prepared, exchanged), exchanged.raw);
  if (!answer.ok) return answer;
  if (answer.value.refusal !== null) return err(answer.value.refusal);
  // The API shows no fields of this body: one that we cannot read says nothing about the invitation.
  return ok(readInvitation(answer.value.body) ?? {});
}
