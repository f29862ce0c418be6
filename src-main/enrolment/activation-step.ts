import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { SigningKey } from '../signatures/keys.ts';
import { askWithKey, type KeyWord } from './ask-with-key.ts';
import type { EnrolmentContext, StepResult } from './context.ts';
import { invitationNow } from './exchange.ts';
import type { Facts } from './facts.ts';
import { recordInvitationEnd } from './invitation-end.ts';
import { retireIdle } from './replaced.ts';
import { lastNotActive, noteNotActive } from './validity.ts';

/**
 * `awaitingActivation` -> `active`: asks with the key itself. The invitation read can end an enrolment, never complete
 * it.
 */
export async function checkActivation(
  context: EnrolmentContext,
  facts: Facts,
  readInvitation: boolean,
): Promise<StepResult> {
  const key = candidateKey(context, facts);
  if (!key.ok) return key;
  const word = await askWithKey(context.session, key.value);
  if (!word.ok) return word;
  if (word.value.accepted)
    return isOfAnother(context, facts, word.value)
      ? refuse(context, facts)
      : activate(context, facts, key.value.keyId, word.value);
  context.askedToWait(word.value.waitMs);
  const noted = word.value.bound
    ? noteNotActive(context.journal, key.value.keyId, word.value.askedAtMs)
    : ok(undefined);
  if (!noted.ok) return noted;
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
 * Orders, cards and invoices are their application's: a key of another one would settle and reveal nothing of this
 * counter.
 */
function isOfAnother(
  { keyring, store, deployment }: EnrolmentContext,
  { localId }: Facts,
  { evidence }: Extract<KeyWord, { accepted: true }>,
): boolean {
  const inUse = keyring.active(deployment)?.localId ?? localId;
  const before = inUse === localId ? null : (store.ofKey(inUse)?.applicationId ?? null);
  return before !== null && evidence.applicationId !== undefined && evidence.applicationId !== before;
}

function refuse({ store }: EnrolmentContext, { invitationId }: Facts): StepResult {
  const recorded = store.record(invitationId, {
    kind: 'enrolment-refused',
    body: { failure: { code: 'key_of_another_application' } },
  });
  return recorded.ok ? ok('moved') : recorded;
}

/** The keyring first: after a crash between the two the next check finds the key accepted again. */
function activate(
  context: EnrolmentContext,
  facts: Facts,
  keyId: string,
  { evidence, askedAtMs }: Extract<KeyWord, { accepted: true }>,
): StepResult {
  const { keyring, store, journal } = context;
  const activated = keyring.activate(facts.localId);
  if (!activated.ok) return activated;
  const window = { notActiveAtMs: lastNotActive(journal, keyId) ?? askedAtMs, activeAtMs: askedAtMs };
  const recorded = store.record(facts.invitationId, {
    kind: 'enrolment-active',
    body: { keyId, ...evidence, ...window },
  });
  if (!recorded.ok) return recorded;
  retireIdle(context);
  const kept = keyring.recordCheckpoint(journal.head());
  return kept.ok ? ok('moved') : kept;
}
