import { refusalCodes, type Failure, type RefusalCode } from '../../../src-shared/contract/codes.ts';

/**
 * What a refusal of an enrolment call means. `final`: this enrolment goes no further as it is. `again`: no decision was
 * made, the same request may be sent later. `unknown`: later too, and the service may have acted on this one.
 */
export type RefusalMeaning = 'final' | 'again' | 'unknown';

export interface RefusalRow {
  readonly meaning: RefusalMeaning;
  /** It says that the invitation has its key: after a posting of ours that one is most likely our own. */
  readonly saysUsedUp?: true;
  /** Of a proof it speaks against its form, and not against the key or the invitation. */
  readonly speaksOfForm?: true;
}

/** The codes of the enrolment endpoints ("Refusal codes per endpoint"); a 503 means that no decision was made. */
const refusalTable: Readonly<Partial<Record<RefusalCode, RefusalRow>>> = {
  invitation_invalid: { meaning: 'final', saysUsedUp: true },
  resource_not_found: { meaning: 'final', saysUsedUp: true },
  key_duplicate: { meaning: 'final', saysUsedUp: true },
  validation_failed: { meaning: 'final', speaksOfForm: true },
  key_proof_invalid: { meaning: 'final', speaksOfForm: true },
  rate_limited: { meaning: 'again' },
  dependency_unavailable: { meaning: 'again' },
  request_timeout: { meaning: 'unknown' },
  internal_error: { meaning: 'unknown' },
};

/** What is not listed here, failures without any refusal among them. */
const unlisted: RefusalRow = { meaning: 'unknown' };

export function isRefusalCode(code: string): code is RefusalCode {
  return refusalCodes.some((known) => known === code);
}

export function refusalRow({ code }: Failure): RefusalRow {
  return isRefusalCode(code) ? (refusalTable[code] ?? unlisted) : unlisted;
}

/** Whether an answer that failed like this leaves the same request open to be sent again. */
export function mayAskAgain(failure: Failure): boolean {
  if (failure.code === 'answer_unverified' || failure.code === 'unknown_refusal') return true;
  return isRefusalCode(failure.code) && refusalRow(failure).meaning !== 'final';
}

/**
 * The refusal of a submission as a person needs to read it: after an answer that was lost, the key that stands in the
 * way is most likely our own, its challenge is gone, and only a restarted enrolment helps (detail `answer_lost`).
 */
export function explained(refusal: Failure, answerLost: boolean): Failure {
  return answerLost && refusalRow(refusal).saysUsedUp === true ? { ...refusal, detail: 'answer_lost' } : refusal;
}
