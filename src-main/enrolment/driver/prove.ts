import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { refusalWhileResting } from '../../exchange/budget.ts';
import { proofBody } from '../../partner-api/operations/enrolment.ts';
import type { StepReport } from '../machine/decide.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import { enrolmentEvent } from '../machine/events.ts';
import { ask } from './ask.ts';
import { keyOf, tokenOf, type EnrolmentContext } from './context.ts';
import { sealedKeyResult } from './kept-answer.ts';
import { proofSignature } from './proof-signature.ts';
import { acceptAnswer, withoutBody } from './read-answer.ts';

/** Signs as the deployment wants it, once, and records that; ECDSA gives other bytes each time, and these are kept. */
export function signProof(context: EnrolmentContext, enrolment: Enrolment): Result<null, Failure> {
  const { records, keyring, session } = context;
  const { invitationId, localId, submitted } = enrolment;
  if (submitted === null) throw new Error('a proof needs a submission');
  const result = sealedKeyResult(context, submitted.answer);
  if (!result.ok) return result;
  const entry = keyOf(context, enrolment);
  if (!entry.ok) return entry;
  const key = keyring.signingKey(localId);
  if (!key.ok) return key;
  const form = session.profile.enrolment;
  const { keyId, challenge, challengeGeneration } = result.value;
  const members = {
    invitationId,
    keyId,
    challenge,
    ...(challengeGeneration === undefined ? {} : { challengeGeneration }),
  };
  const signature = proofSignature(form, members, { key: key.value, publicJwk: entry.value.publicJwk });
  if (signature === null) return err(detailed('answer_unreadable', 'challenge'));
  const recorded = records.recordSealed(proofBody(form, members, signature), (sealed) =>
    enrolmentEvent(invitationId, 'enrolment-proved', { sealed }),
  );
  return recorded.ok ? ok(null) : recorded;
}

/** Sends the stored bytes, each time the same; that it leaves is durable before it does (law 1). */
export async function sendProof(context: EnrolmentContext, enrolment: Enrolment): Promise<Result<StepReport, Failure>> {
  const { session, records } = context;
  const { invitationId, proofRecord } = enrolment;
  const { profileHash } = session;
  if (proofRecord === null) throw new Error('no proof was made');
  const body = records.unseal(proofRecord);
  if (!body.ok) return body;
  const token = tokenOf(context, enrolment);
  if (!token.ok) return token;
  const resting = await refusalWhileResting(session);
  if (resting !== null) return err(resting);
  const started = records.record(
    enrolmentEvent(invitationId, 'enrolment-attempt-started', { step: 'proof', profileHash }),
  );
  if (!started.ok) return started;
  const asked = await ask(session, {
    operation: 'submitPartnerEnrollmentProof',
    parameters: { invitationId },
    token: token.value,
    body: body.value,
  });
  if (!asked.ok) return ok({ kind: 'unanswered', step: 'proof', failure: asked.error });
  const answer = acceptAnswer(session.profile, asked.value.judged, asked.value.raw);
  return ok({ kind: 'proofAnswered', answer: withoutBody(answer) });
}
