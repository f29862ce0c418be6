import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { decodeAnswer, judgeKept, type KeptAnswer } from '../../exchange/kept-answer.ts';
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
  const answer = await sealedAnswer(context, record);
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
  const stored = storedAnswer(context, record);
  if (!stored.ok) return stored;
  const result = readKeyResult(readJson(stored.value.raw.body));
  return result === null ? err({ code: 'answer_unreadable' }) : ok(result);
}

async function sealedAnswer(context: EnrolmentContext, record: string): Promise<Result<EnrolmentAnswer, Failure>> {
  const stored = storedAnswer(context, record);
  if (!stored.ok) return stored;
  const { session } = context;
  const first = judgeKept(session, stored.value);
  const again = first.kind === 'unverified' && first.reason === 'unknown_key' && (await session.serviceKeys.refresh());
  return acceptAnswer(session.profile, again ? judgeKept(session, stored.value) : first, stored.value.raw);
}

function storedAnswer({ records }: EnrolmentContext, record: string): Result<KeptAnswer, Failure> {
  const bytes = records.unseal(record);
  if (!bytes.ok) return bytes;
  const stored = decodeAnswer(bytes.value);
  bytes.value.fill(0);
  return stored === null ? err(detailed('answer_unreadable', 'sealed_record')) : ok(stored);
}
