import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { DeploymentProfile } from '../deployment/profile.ts';
import { proofBody } from '../partner-api/operations/enrolment.ts';
import { acceptAnswer } from './answer.ts';
import type { EnrolmentContext, StepResult } from './context.ts';
import { attempt, endAttempt, tokenOf } from './exchange.ts';
import { mayBeTaken, type Facts } from './facts.ts';
import { proofSignature } from './proof-signature.ts';
import { meaningOf, speaksOfForm } from './refusal-table.ts';
import { sealedKeyResult } from './submit-answer.ts';
import { submitKey } from './submit-step.ts';

/** Everything by which one deployment's proof differs from another's. */
function proofFormOf({ enrolment }: DeploymentProfile): string {
  const { proof, proofPrefix, proofEncoding, proofFields, signatureField, jwsHeader, jwsPayload } = enrolment;
  return JSON.stringify({ proof, proofPrefix, proofEncoding, proofFields, signatureField, jwsHeader, jwsPayload });
}

/**
 * `submitted` -> `proved`. Where a form was refused the same key is posted again first: an enrolment that staff
 * restarted gives the next challenge, and any other keeps the one in hand, which another form may answer.
 */
export async function makeProof(context: EnrolmentContext, facts: Facts): Promise<StepResult> {
  if (facts.waitsFor === null) return signProof(context, facts);
  const posted = await submitKey(context, facts);
  return !posted.ok || posted.value === 'moved' ? posted : signProof(context, facts);
}

/**
 * Signs as the deployment wants it, once; ECDSA gives other bytes each time, and these are kept. Rests where that form
 * was refused.
 */
export function signProof(context: EnrolmentContext, facts: Facts): StepResult {
  const { store, keyring, session } = context;
  if (facts.refusedForms.includes(proofFormOf(session.profile))) return ok('rest');
  if (facts.submitted === null) throw new Error('a proof needs a submission');
  const result = sealedKeyResult(context, facts.submitted.answer);
  if (!result.ok) return result;
  const entry = keyring.find(facts.localId);
  if (entry === null) return err({ code: 'vault_unavailable', detail: 'key_missing' });
  const key = keyring.signingKey(facts.localId);
  if (!key.ok) return key;
  const { enrolment } = session.profile;
  const { keyId, challenge, challengeGeneration } = result.value;
  const members = {
    invitationId: facts.invitationId,
    keyId,
    challenge,
    ...(challengeGeneration === undefined ? {} : { challengeGeneration }),
  };
  const signature = proofSignature(enrolment, members, { key: key.value, publicJwk: entry.publicJwk });
  if (signature === null) return err({ code: 'answer_unreadable', detail: 'challenge' });
  const body = proofBody(enrolment, members, signature);
  const recorded = store.recordSealed(facts.invitationId, body, (sealed) => ({
    kind: 'enrolment-proved',
    body: { sealed },
  }));
  return recorded.ok ? ok('moved') : recorded;
}

/** `proved` -> `awaitingActivation`: sends the stored bytes, each time the same. */
export async function sendProof(context: EnrolmentContext, facts: Facts): Promise<StepResult> {
  const { session, store } = context;
  if (facts.proofRecord === null) throw new Error('no proof was made');
  const body = store.unseal(facts.proofRecord);
  if (!body.ok) return body;
  const token = tokenOf(context, facts);
  if (!token.ok) return token;
  const { invitationId } = facts;
  const asked = await attempt(context, facts, 'proof', {
    operation: 'submitPartnerEnrollmentProof',
    parameters: { invitationId },
    token: token.value,
    body: body.value,
  });
  if (!asked.ok) return asked;
  const answer = acceptAnswer(session.profile, asked.value.judged, asked.value.raw);
  if (!answer.ok) return endAttempt(context, facts, { step: 'proof', taken: 'unknown', failure: answer.error });
  if (answer.value.refusal !== null) return refused(context, facts, answer.value.refusal);
  const recorded = store.record(invitationId, { kind: 'enrolment-awaiting', body: { trust: answer.value.trust } });
  return recorded.ok ? ok('moved') : recorded;
}

/**
 * A refusal of a repeated proof proves nothing: the service may have taken the first one, and a challenge is answered
 * once. Only the activation can tell, so the enrolment waits for it and shows its doubt.
 */
function refused(context: EnrolmentContext, facts: Facts, refusal: Failure): StepResult {
  const meaning = meaningOf(refusal);
  if (speaksOfForm(refusal) && !mayBeTaken(facts.attempts.proof)) {
    const kept = context.store.record(facts.invitationId, {
      kind: 'enrolment-proof-refused',
      body: { failure: refusal, form: proofFormOf(context.session.profile) },
    });
    return kept.ok ? ok('rest') : kept;
  }
  if (meaning !== 'final')
    return endAttempt(context, facts, {
      step: 'proof',
      taken: meaning === 'again' ? 'no' : 'unknown',
      failure: refusal,
    });
  const recorded: Result<void, Failure> = mayBeTaken(facts.attempts.proof)
    ? context.store.record(facts.invitationId, {
        kind: 'enrolment-awaiting',
        body: { trust: 'verified', doubt: { ...refusal, detail: 'proof_unconfirmed' } },
      })
    : context.store.record(facts.invitationId, { kind: 'enrolment-refused', body: { failure: refusal } });
  return recorded.ok ? ok('moved') : recorded;
}
