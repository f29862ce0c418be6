import { datedBackSeconds } from '../deployment/profile.ts';
import type { Judged } from '../partner-api/judge.ts';
import { failureOf } from '../partner-api/problem.ts';
import { prepareRequest, type PreparedRequest, type RequestDraft } from '../partner-api/request.ts';
import type { PartnerSession } from './session.ts';

/** A request as it was dated by what this run knew then. */
export interface DatedRequest extends PreparedRequest {
  /** When that was, by the monotonic clock: it may lie for a while before it is signed and sent. */
  readonly datedAtMs: number;
}

/** Fixes a request at the service's time as it is known now, in the language in use where none is said. */
export function prepare(
  session: Pick<PartnerSession, 'profile' | 'language' | 'serviceClock' | 'clock' | 'randomness'>,
  draft: RequestDraft,
): DatedRequest {
  const datedAtMs = session.clock.monotonicMs();
  return {
    ...prepareRequest(
      session.profile,
      { language: session.language(), ...draft },
      session.serviceClock.datingMs(),
      session.randomness,
    ),
    datedAtMs,
  };
}

/**
 * Whether the request would be dated otherwise by what is known now: a refusal says nothing else then. A service may
 * take no date that is ahead of its clock by a second, so any difference that could be learned counts.
 */
export function wasMisdated(
  { serviceClock, profile, clock }: PartnerSession,
  { datedMs, datedAtMs }: DatedRequest,
  judged: Judged,
): boolean {
  if (failureOf(judged)?.code !== 'invalid_credentials') return false;
  const sinceMs = clock.monotonicMs() - datedAtMs;
  return Math.abs(serviceClock.datingMs() - sinceMs - datedBackSeconds(profile) * 1000 - datedMs) > misdatedMs;
}

/** Less than anything that is learned of a clock. */
const misdatedMs = 1_000;
