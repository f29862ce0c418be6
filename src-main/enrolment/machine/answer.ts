import type { Failure } from '../../../src-shared/contract/codes.ts';
import { hasDetail } from '../../../src-shared/contract/details.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { isRefusalCode } from './refusal-table.ts';

/** An answer to an enrolment call, judged, and read as far as that decides whether it counts. */
export type JudgedAnswer =
  | { readonly kind: 'verified'; readonly refusal: Failure | null }
  | {
      readonly kind: 'unverified';
      readonly reason: string;
      readonly failure: Failure;
      readonly httpStatus: number;
      readonly isJsonObject: boolean;
      /** The code of the problem in its body; null where there is none. */
      readonly problemCode: string | null;
    };

/** An answer that may move the enrolment. */
export interface TrustedAnswer {
  /** `verified`, or why not where this deployment does not sign enrolment answers. */
  readonly trust: string;
  readonly refusal: Failure | null;
}

/**
 * Decides whether an answer counts. Where the deployment signs its enrolment answers only a verified one does. Where it
 * does not, status and shape must do, but a signature that is there and wrong is still refused.
 */
export function trustedAnswer(answer: JudgedAnswer, answersSigned: boolean): Result<TrustedAnswer, Failure> {
  if (answer.kind === 'verified') return ok({ trust: 'verified', refusal: answer.refusal });
  const { reason, httpStatus, isJsonObject, problemCode } = answer;
  const untrusted = err({ ...answer.failure, httpStatus });
  const mayBeUnsigned = reason === 'signature_missing' || reason === 'unknown_key';
  if (answersSigned || !mayBeUnsigned) return untrusted;
  // What is neither signed nor JSON is as likely a page of the shop's own network as an answer of the service.
  if (httpStatus >= 200 && httpStatus < 300) return isJsonObject ? ok({ trust: reason, refusal: null }) : untrusted;
  return problemCode === null || !isRefusalCode(problemCode)
    ? untrusted
    : ok({ trust: reason, refusal: { code: problemCode, httpStatus } });
}

/** Whether the clock of this computer may be all that speaks against an answer. */
export function looksStale(failure: Failure): boolean {
  return hasDetail(failure, 'answer_unverified', 'stale');
}
