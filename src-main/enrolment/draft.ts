import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { EnrolmentContext } from './context.ts';
import { tokenOf } from './exchange.ts';
import type { Facts } from './facts.ts';
import type { CheckedInput } from './input.ts';

/**
 * Makes the beginning durable, unless it is the repetition of one that goes on. While a key is in use, another
 * invitation begins the enrolment of the one that is to replace it.
 */
export function draft(context: EnrolmentContext, input: CheckedInput): Result<void, Failure> {
  const { keyring, session, store, deployment } = context;
  const { invitationId, token, validDays, cidrs } = input;
  const earlier = store.under(invitationId);
  const inUse = keyring.active(deployment);
  if (inUse !== null && earlier?.state === 'active')
    return earlier.localId === inUse.localId ? ok(undefined) : err({ code: 'already_enrolled', field: 'invitation' });
  if (earlier !== null && isLatest(context, earlier) && goesOn(context, earlier, input)) return ok(undefined);
  // A restarted enrolment goes on with the key whose thumbprint was read out, as long as it can sign.
  const localId =
    earlier !== null && earlier.state !== 'active' && isUsable(context, earlier)
      ? earlier.localId
      : session.randomness.uuid();
  const bytes = new TextEncoder().encode(token);
  const recorded = store.recordSealed(invitationId, bytes, (sealed) => ({
    kind: 'enrolment-drafted',
    body: { deployment, localId, validDays, cidrs: [...cidrs], sealed },
  }));
  bytes.fill(0);
  return recorded.ok ? ok(undefined) : recorded;
}

function isLatest({ store }: EnrolmentContext, { invitationId }: Facts): boolean {
  return store.latest()?.invitationId === invitationId;
}

/**
 * Whether the enrolment can go on as it is: what was sent once is not changed, what was not sent yet follows the input.
 */
function goesOn(context: EnrolmentContext, facts: Facts, input: CheckedInput): boolean {
  if (facts.state === 'refused' || facts.state === 'expired' || facts.state === 'active') return false;
  if (facts.state !== 'draft' && !isUsable(context, facts)) return false;
  const token = tokenOf(context, facts);
  // With a restart a new token may have come.
  if (facts.waitsFor !== null && token.ok && token.value !== input.token) return false;
  if (facts.submitted !== null || facts.attempts.submit.started) return true;
  return (
    token.ok &&
    token.value === input.token &&
    facts.validDays === input.validDays &&
    facts.cidrs.join() === input.cidrs.join()
  );
}

/**
 * Whether the key of the enrolment is there and unseals: a keyring or a data key that was lost must not end all
 * enrolling.
 */
function isUsable({ keyring }: EnrolmentContext, { localId, state }: Facts): boolean {
  return keyring.find(localId) === null ? state === 'draft' : keyring.signingKey(localId).ok;
}
