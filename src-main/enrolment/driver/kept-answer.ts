import type { Failure } from '../../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { openKept, reopenWithKeys } from '../../exchange/kept-answer.ts';
import { readKeyResult, type EnrollmentKeyResult } from '../../partner-api/operations/enrolment.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import type { KeyAnswered } from '../machine/decide.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import type { EnrolmentContext } from './context.ts';
import { acceptAnswer, withoutBody, type EnrolmentAnswer } from './read-answer.ts';
import { thumbprintsAgree } from './thumbprint.ts';

/** A sealed answer to the submission, judged from its sealed bytes, whether it came now or before a crash. */
export async function judgeSealedAnswer(
  context: EnrolmentContext,
  { localId }: Enrolment,
  { record, isEarlier }: Pick<KeyAnswered, 'record' | 'isEarlier'>,
): Promise<KeyAnswered> {
  const { session, keyring } = context;
  const opened = await reopenWithKeys(context, record);
  const answer: Result<EnrolmentAnswer, Failure> = opened.ok
    ? acceptAnswer(session.profile, opened.value.judged, opened.value.raw)
    : err(sealFailure(opened.error));
  const result = answer.ok ? readKeyResult(answer.value.body) : null;
  const own = keyring.find(localId);
  return {
    kind: 'keyAnswered',
    record,
    isEarlier,
    answer: withoutBody(answer),
    result: result === null ? null : { keyId: result.keyId, thumbprint: result.thumbprint },
    thumbprintsAgree:
      own === null || result === null ? null : thumbprintsAgree(session.profile, own.publicJwk, result.thumbprint),
  };
}

/** The challenge and what came with it, from the sealed answer that was judged when the enrolment went on. */
export function sealedKeyResult(context: EnrolmentContext, record: string): Result<EnrollmentKeyResult, Failure> {
  const opened = openKept(context, record);
  if (!opened.ok) return err(sealFailure(opened.error));
  const result = readKeyResult(readJson(opened.value.raw.body));
  return result === null ? err({ code: 'answer_unreadable' }) : ok(result);
}

/** An enrolment has no codes, and nothing of it is ever purged: what is not there is missing. */
function sealFailure(failure: Failure): Failure {
  return failure.code === 'codes_unavailable' ? { code: 'seal_failed', detail: 'record_missing' } : failure;
}
