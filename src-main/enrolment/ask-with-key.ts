import { z } from 'zod';
import type { Failure } from '../../src-shared/contract/codes.ts';
import type { KeyId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { PartnerSession } from '../exchange/session.ts';
import type { Verified } from '../partner-api/judge.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { idOf, readInteger, readRecord, readWord, reading } from '../partner-api/operations/record.ts';
import { diagnosticBody } from '../partner-api/operations/table.ts';
import { failureOf, unverifiedFailure } from '../partner-api/problem.ts';
import { retryAfterMs } from '../partner-api/retry-after.ts';
import type { SigningKey } from '../signatures/keys.ts';
import type { EnrolmentEvent } from './events.ts';
import { ask } from './exchange.ts';

export type Evidence = Pick<
  Extract<EnrolmentEvent, { kind: 'enrolment-active' }>['body'],
  'evidence' | 'scopes' | 'policyVersion' | 'applicationId'
>;

/** What the service says of a key when it signs a call. `askedAtMs` is the service's time at which that call left. */
export type KeyWord =
  | { readonly accepted: true; readonly evidence: Evidence; readonly askedAtMs: number }
  /** `bound`: the refusal is the answer to this very call; `misdated`: it would be dated otherwise now. */
  | {
      readonly accepted: false;
      readonly bound: boolean;
      readonly askedAtMs: number;
      readonly misdated: boolean;
      readonly waitMs: number;
    };

const readWords = reading(z.array(z.string().max(100)).max(100));

/**
 * Asks with the key itself, because only the service's check of a signature shows that it accepts the key. A refusal
 * that put our clock right says nothing of the key yet: it is asked again.
 */
export async function askWithKey(session: PartnerSession, key: SigningKey): Promise<Result<KeyWord, Failure>> {
  const first = await askOnce(session, key);
  return first.ok && !first.value.accepted && first.value.misdated ? askOnce(session, key) : first;
}

async function askOnce(session: PartnerSession, key: SigningKey): Promise<Result<KeyWord, Failure>> {
  const candidate: PartnerSession = { ...session, signingKey: () => key };
  const asked = await ask(candidate, { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody });
  if (!asked.ok) return asked;
  const { judged, misdated, exchange } = asked.value;
  const failure = failureOf(judged);
  if (judged.kind === 'unverified') return err(unverifiedFailure(judged));
  // By the time that this very answer may have taught.
  const askedAtMs = session.serviceClock.nowMs() - Math.ceil(session.clock.monotonicMs() - exchange.sentAtMs);
  if (failure === null) return diagnosedAs(key, readJson(judged.body), askedAtMs);
  const bound = judged.bound.has('nonce');
  if (failure.code === 'invalid_credentials')
    return ok({ accepted: false, bound, askedAtMs, misdated, waitMs: askedWaitMs(session, judged) });
  // Permissions are looked at after the key was accepted; unbound, it could be the answer to another key's call.
  if (failure.code === 'insufficient_scope' && bound)
    return ok({ accepted: true, evidence: { evidence: 'scope_missing' }, askedAtMs });
  return err(failure);
}

/** How long the refusal asks to wait, where its signature covers that. */
function askedWaitMs({ profile, serviceClock }: PartnerSession, answer: Verified): number {
  return retryAfterMs(answer.header('retry-after'), profile, serviceClock.nowMs()) ?? 0;
}

/**
 * Learns the service's time before a key is known there: the refusal of a call without a signature is bound to our
 * nonce, and that is all the clock needs. Enrolment answers carry no such value, so a wrong clock would make every one
 * of them look stale.
 */
export async function learnTimeUnsigned(session: PartnerSession): Promise<void> {
  await ask(session, { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody }, { unsigned: true });
}

function diagnosedAs(key: SigningKey, body: unknown, askedAtMs: number): Result<KeyWord, Failure> {
  const seen = readRecord(
    body,
    { keyId: idOf<KeyId>() },
    { effectiveScopes: readWords, policyVersion: readInteger, applicationId: readWord },
  )?.value;
  if (seen === undefined) return err({ code: 'answer_unreadable' });
  if (seen.keyId !== key.keyId) return err({ code: 'answer_unreadable', detail: 'another_key' });
  return ok({
    accepted: true,
    evidence: {
      evidence: 'diagnosed',
      scopes: seen.effectiveScopes,
      policyVersion: seen.policyVersion,
      applicationId: seen.applicationId,
    },
    askedAtMs,
  });
}
