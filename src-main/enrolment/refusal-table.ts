import type { Failure, FailureCode } from '../../src-shared/contract/codes.ts';
import { isRefusalCode } from '../partner-api/problem.ts';

/**
 * What a refusal of an enrolment call means. `final`: this enrolment goes no further as it is. `again`: no decision was
 * made, the same request may be sent later. `unknown`: later too, and the service may have acted on this one.
 */
export type RefusalMeaning = 'final' | 'again' | 'unknown';

/** The codes of the enrolment endpoints ("Refusal codes per endpoint"); a 503 means that no decision was made. */
const meanings: Partial<Record<FailureCode, RefusalMeaning>> = {
  invitation_invalid: 'final',
  resource_not_found: 'final',
  validation_failed: 'final',
  key_proof_invalid: 'final',
  key_duplicate: 'final',
  rate_limited: 'again',
  dependency_unavailable: 'again',
  request_timeout: 'unknown',
  internal_error: 'unknown',
};

/** Refusals by which a service says that the invitation has its key already. */
const usedUp: readonly FailureCode[] = ['key_duplicate', 'invitation_invalid', 'resource_not_found'];

export function meaningOf(refusal: Failure): RefusalMeaning {
  return meanings[refusal.code] ?? 'unknown';
}

/** Whether an answer that failed like this leaves the same request open to be sent again. */
export function mayAskAgain(failure: Failure): boolean {
  if (failure.code === 'answer_unverified' || failure.code === 'unknown_refusal') return true;
  return isRefusalCode(failure.code) && meaningOf(failure) !== 'final';
}

/** What speaks against the form of a proof, and not against the key or the invitation. */
const ofForm: readonly FailureCode[] = ['key_proof_invalid', 'validation_failed'];

export function speaksOfForm({ code }: Failure): boolean {
  return ofForm.includes(code);
}

/** Whether a refusal says that the invitation has its key: after a posting of ours that one is most likely our own. */
export function saysUsedUp({ code }: Failure): boolean {
  return usedUp.includes(code);
}

/**
 * The refusal of a submission as a person needs to read it: after an answer that was lost, the key that stands in the
 * way is most likely our own, its challenge is gone, and only a restarted enrolment helps (detail `answer_lost`).
 */
export function explained(refusal: Failure, answerLost: boolean): Failure {
  return answerLost && usedUp.includes(refusal.code) ? { ...refusal, detail: 'answer_lost' } : refusal;
}
