import type { DeploymentProfile } from '../deployment/profile.ts';
import { jwkThumbprint, spkiThumbprintHex } from '../signatures/keys.ts';
import type { PublicJwk } from '../signatures/keys.ts';
import type { EnrolmentContext, StepResult } from './context.ts';
import type { Facts } from './facts.ts';

/** `draft` -> `keyMade`: the key is durable and proved before the service may hear of it. */
export function makeKey({ keyring, store, session, deployment }: EnrolmentContext, facts: Facts): StepResult {
  const made = keyring.make(deployment, facts.localId);
  if (!made.ok) return made;
  const thumbprint = ownThumbprint(session.profile, made.value.publicJwk);
  const recorded = store.record(facts.invitationId, { kind: 'enrolment-key-made', body: { localId: facts.localId, thumbprint } });
  return recorded.ok ? { ok: true, value: 'moved' } : recorded;
}

/** Whether the service's thumbprint is the one of our key, in the form that this deployment compares; hex has no case. */
export function thumbprintsAgree(profile: DeploymentProfile, jwk: PublicJwk, serviceThumbprint: string): boolean {
  const own = ownThumbprint(profile, jwk);
  return profile.enrolment.thumbprint === 'rfc7638' ? own === serviceThumbprint : own === serviceThumbprint.toLowerCase().replaceAll(':', '');
}

function ownThumbprint(profile: DeploymentProfile, jwk: PublicJwk): string {
  return profile.enrolment.thumbprint === 'rfc7638' ? jwkThumbprint(jwk) : spkiThumbprintHex(jwk);
}
