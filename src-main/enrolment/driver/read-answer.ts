import { z } from 'zod';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { RawAnswer } from '../../core/ports.ts';
import { ok, type Result } from '../../core/result.ts';
import type { DeploymentProfile } from '../../deployment/profile.ts';
import type { Judged } from '../../partner-api/judge.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { readAs } from '../../partner-api/operations/record.ts';
import { failureOf, unverifiedFailure } from '../../partner-api/problem.ts';
import { trustedAnswer, type TrustedAnswer, type JudgedAnswer } from '../machine/answer.ts';

/** An enrolment answer that may move the enrolment, with what it brought. */
export interface EnrolmentAnswer extends TrustedAnswer {
  readonly body: unknown;
}

const problem = z.object({ code: z.string().min(1).max(100) });

/** An answer that counts (see `trustedAnswer`), read; errors where it does not. */
export function acceptAnswer(
  profile: DeploymentProfile,
  judged: Judged,
  raw: RawAnswer,
): Result<EnrolmentAnswer, Failure> {
  const body = readJson(raw.body);
  const trusted = trustedAnswer(judgedAnswer(judged, raw, body), profile.enrolment.answersSigned);
  return trusted.ok ? ok({ ...trusted.value, body }) : trusted;
}

function judgedAnswer(judged: Judged, { status: httpStatus }: RawAnswer, body: unknown): JudgedAnswer {
  if (judged.kind === 'verified') return { kind: 'verified', refusal: failureOf(judged) };
  return {
    kind: 'unverified',
    reason: judged.reason,
    failure: unverifiedFailure(judged),
    httpStatus,
    isJsonObject: z.object({}).safeParse(body).success,
    problemCode: readAs(problem, body)?.code ?? null,
  };
}

/** The answer as the machine takes it: what it brought stays outside. */
export function withoutBody(answer: Result<EnrolmentAnswer, Failure>): Result<TrustedAnswer, Failure> {
  return answer.ok ? ok({ trust: answer.value.trust, refusal: answer.value.refusal }) : answer;
}
