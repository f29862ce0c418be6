import { z } from 'zod';

import type { Failure } from '../../src-preload/contract/codes.ts';
import type { KeyId } from '../core/ids.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import { failureOf } from '../partner-api/problem.ts';
import { readJson } from '../partner-api/operations/json.ts';
import { idOf, readInteger, readRecord, reading } from '../partner-api/operations/record.ts';
import { diagnosticBody } from '../partner-api/operations/table.ts';
import { judgeAnswer } from '../partner-api/session.ts';
import type { SigningKey } from '../signatures/keys.ts';
import type { EnrolmentContext, StepResult } from './context.ts';
import type { EnrolmentEvent } from './events.ts';
import { exchangeOnce, invitationNow } from './exchange.ts';
import type { Facts } from './facts.ts';
import { recordInvitationEnd } from './invitation-end.ts';

type Evidence = Omit<Extract<EnrolmentEvent, { kind: 'enrolment-active' }>['body'], 'keyId'>;

const readWords = reading(z.array(z.string().max(100)).max(100));

/**
 * `awaitingActivation` -> `active`: asks with the key itself, because only the service's check of a signature shows that
 * it accepts the key. The invitation read can end an enrolment, never complete it.
 */
export async function checkActivation(context: EnrolmentContext, facts: Facts, readInvitation: boolean): Promise<StepResult> {
  const key = candidateKey(context, facts);
  if (!key.ok) return key;
  const evidence = await diagnose(context, key.value);
  if (!evidence.ok) return evidence;
  if (evidence.value !== null) return activate(context, facts, key.value.keyId, evidence.value);
  if (!readInvitation) return ok('rest');
  const invitation = await invitationNow(context, facts);
  // A token is done with once its proof is taken, so a refused read says nothing here.
  return invitation.ok ? recordInvitationEnd(context, facts, invitation.value) : ok('rest');
}

/** The key under the id that the service gave it; a keyring from before that learns the id again. */
function candidateKey({ keyring }: EnrolmentContext, { localId, submitted }: Facts): Result<SigningKey, Failure> {
  const entry = keyring.find(localId);
  if (submitted === null) throw new Error('only a submitted key can be active');
  if (entry === null) return err({ code: 'vault_unavailable', detail: 'key_missing' });
  if (entry.keyId !== submitted.keyId) {
    const bound = keyring.bindKeyId(localId, submitted.keyId);
    if (!bound.ok) return bound;
  }
  return keyring.signingKey(localId);
}

/**
 * Learns the service's time before a key is known there: the refusal of an unknown key is bound to our nonce, and that is
 * all the clock needs. Enrolment answers carry no such value, so a wrong clock would make every one of them look stale.
 */
export async function learnServiceTime(context: EnrolmentContext, { localId }: Facts): Promise<void> {
  const key = context.keyring.signingKey(localId);
  if (key.ok) await diagnose(context, key.value);
}

async function diagnose({ session }: EnrolmentContext, key: SigningKey): Promise<Result<Evidence | null, Failure>> {
  const candidate = { ...session, signingKey: () => key };
  const exchange = await exchangeOnce(candidate, { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody });
  if (!exchange.ok) return exchange;
  const judged = await judgeAnswer(candidate, exchange.value.prepared, exchange.value.exchanged);
  const failure = failureOf(judged);
  if (judged.kind === 'unverified') return err({ code: 'answer_unverified', detail: judged.reason });
  if (failure === null) return diagnosedAs(key, readJson(judged.body));
  if (failure.code === 'invalid_credentials') return ok(null);
  // Permissions are looked at after the key was accepted; unbound, it could be the answer to another key's call.
  if (failure.code === 'insufficient_scope' && judged.bound.has('nonce')) return ok({ evidence: 'scope_missing' });
  return err(failure);
}

function diagnosedAs(key: SigningKey, body: unknown): Result<Evidence | null, Failure> {
  const seen = readRecord(body, { keyId: idOf<KeyId>() }, { effectiveScopes: readWords, policyVersion: readInteger })?.value;
  if (seen === undefined) return err({ code: 'answer_unreadable' });
  if (seen.keyId !== key.keyId) return err({ code: 'answer_unreadable', detail: 'another_key' });
  return ok({ evidence: 'diagnosed', scopes: seen.effectiveScopes, policyVersion: seen.policyVersion });
}

/** The keyring first: after a crash between the two the next check finds the key accepted again. */
function activate({ keyring, store, journal }: EnrolmentContext, facts: Facts, keyId: string, evidence: Evidence): StepResult {
  const activated = keyring.activate(facts.localId);
  if (!activated.ok) return activated;
  const recorded = store.record(facts.invitationId, { kind: 'enrolment-active', body: { keyId, ...evidence } });
  if (!recorded.ok) return recorded;
  const witnessed = keyring.recordWitness(journal.head());
  return witnessed.ok ? ok('moved') : witnessed;
}
