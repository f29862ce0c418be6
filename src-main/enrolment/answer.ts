import { z } from 'zod';
import type { Failure } from '../../src-shared/contract/codes.ts';
import type { RawAnswer } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import type { Judged } from '../partner-api/judge.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { readAs } from '../partner-api/operations/record.ts';
import { failureOf, isRefusalCode, unverifiedFailure } from '../partner-api/problem.ts';

/** An enrolment answer that may move the enrolment. */
export interface EnrolmentAnswer {
  readonly body: unknown;
  /** `verified`, or why not where this deployment does not sign enrolment answers. */
  readonly trust: string;
  readonly refusal: Failure | null;
}

const problem = z.object({ code: z.string().min(1).max(100) });

/**
 * Decides whether an answer counts. Where the deployment signs its enrolment answers only a verified one does. Where it
 * does not, status and shape must do, but a signature that is there and wrong is still refused.
 */
export function acceptAnswer(
  profile: DeploymentProfile,
  judged: Judged,
  raw: RawAnswer,
): Result<EnrolmentAnswer, Failure> {
  if (judged.kind === 'verified')
    return ok({ body: readJson(judged.body), trust: 'verified', refusal: failureOf(judged) });
  const mayBeUnsigned = judged.reason === 'signature_missing' || judged.reason === 'unknown_key';
  if (profile.enrolment.answersSigned || !mayBeUnsigned)
    return err({ ...unverifiedFailure(judged), httpStatus: raw.status });
  const body = readJson(raw.body);
  if (raw.status >= 200 && raw.status < 300) {
    // What is neither signed nor JSON is as likely a page of the shop's own network as an answer of the service.
    return z.object({}).safeParse(body).success
      ? ok({ body, trust: judged.reason, refusal: null })
      : err({ ...unverifiedFailure(judged), httpStatus: raw.status });
  }
  const code = readAs(problem, body)?.code;
  if (code === undefined || !isRefusalCode(code)) return err({ ...unverifiedFailure(judged), httpStatus: raw.status });
  return ok({ body, trust: judged.reason, refusal: { code, httpStatus: raw.status } });
}
