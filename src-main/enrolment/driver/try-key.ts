import { z } from 'zod';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { KeyId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { PartnerSession } from '../../exchange/session.ts';
import { readJson } from '../../partner-api/operations/json.ts';
import { idOf, readInteger, readRecord, readWord, reading } from '../../partner-api/operations/record.ts';
import { diagnosticBody } from '../../partner-api/operations/table.ts';
import { failureOf, unverifiedFailure } from '../../partner-api/problem.ts';
import { retryAfterMs } from '../../partner-api/retry-after.ts';
import type { SigningKey } from '../../signatures/keys.ts';
import type { StepReport } from '../machine/decide.ts';
import type { Enrolment } from '../machine/enrolment.ts';
import { keyTrialOf, type KeyTrial, type TrialAnswer } from '../machine/key-trial.ts';
import { ask } from './ask.ts';
import { keyOf, type EnrolmentContext } from './context.ts';

const readWords = reading(z.array(z.string().max(100)).max(100));

/** Asks whether the key of an enrolment is active, with the key itself. */
export async function tryKeyOf(context: EnrolmentContext, enrolment: Enrolment): Promise<Result<StepReport, Failure>> {
  const key = submittedKey(context, enrolment);
  if (!key.ok) return key;
  const trial = await tryKey(context.session, key.value);
  if (!trial.ok) return trial;
  const { keyId } = key.value;
  return ok({
    kind: 'keyTried',
    keyId,
    trial: trial.value,
    applicationInUse: applicationInUse(context),
    lastNotActiveMs: context.records.lastNotActiveMs(keyId),
  });
}

/**
 * Asks with the key itself, because only the service's check of a signature shows that it accepts the key. A refusal
 * that put our clock right says nothing of the key yet: it is asked again.
 */
export async function tryKey(session: PartnerSession, key: SigningKey): Promise<Result<KeyTrial, Failure>> {
  const first = await tryOnce(session, key);
  return first.ok && !first.value.accepted && first.value.misdated ? tryOnce(session, key) : first;
}

async function tryOnce(session: PartnerSession, key: SigningKey): Promise<Result<KeyTrial, Failure>> {
  const signing: PartnerSession = { ...session, signingKey: () => key };
  const asked = await ask(signing, { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody });
  if (!asked.ok) return asked;
  const { judged, misdated, exchange } = asked.value;
  if (judged.kind === 'unverified') return err(unverifiedFailure(judged));
  const { profile, serviceClock, clock } = session;
  return keyTrialOf({
    keyId: key.keyId,
    refusal: failureOf(judged),
    isBound: judged.bound.has('nonce'),
    misdated,
    waitMs: retryAfterMs(judged.header('retry-after'), profile, serviceClock.nowMs()) ?? 0,
    // By the time that this very answer may have taught.
    askedAtMs: serviceClock.nowMs() - Math.ceil(clock.monotonicMs() - exchange.sentAtMs),
    diagnosis: readDiagnosis(readJson(judged.body)),
  });
}

function readDiagnosis(body: unknown): TrialAnswer['diagnosis'] {
  return (
    readRecord(
      body,
      { keyId: idOf<KeyId>() },
      { effectiveScopes: readWords, policyVersion: readInteger, applicationId: readWord },
    )?.value ?? null
  );
}

/** The key under the id that the service gave it; a keyring from before that learns the id again. */
function submittedKey(context: EnrolmentContext, enrolment: Enrolment): Result<SigningKey, Failure> {
  const { localId, submitted } = enrolment;
  if (submitted === null) throw new Error('only a submitted key can be active');
  const entry = keyOf(context, enrolment);
  if (!entry.ok) return entry;
  const { keyring } = context;
  if (entry.value.keyId !== submitted.keyId) {
    const bound = keyring.bindKeyId(localId, submitted.keyId);
    if (!bound.ok) return bound;
  }
  return keyring.signingKey(localId);
}

/** Whom the key in use belongs to, where there is one and the service said so. */
function applicationInUse({ keyring, records, deployment }: EnrolmentContext): string | null {
  const inUse = keyring.active(deployment);
  return (inUse && records.ofKey(inUse.localId)?.applicationId) ?? null;
}
