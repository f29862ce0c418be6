import type { DeploymentProfile } from '../deployment/profile.ts';
import { jwkThumbprint, spkiThumbprintHex, type PublicJwk } from '../signatures/keys.ts';
import type { EnrolmentContext, StepResult } from './context.ts';
import type { Facts } from './facts.ts';

/** `draft` -> `keyMade`: the key is durable and proved before the service may hear of it. */
export function makeKey({ keyring, store, session, deployment }: EnrolmentContext, facts: Facts): StepResult {
  const made = keyring.make(deployment, facts.localId);
  if (!made.ok) return made;
  const thumbprint = ownThumbprint(session.profile, made.value.publicJwk);
  const recorded = store.record(facts.invitationId, {
    kind: 'enrolment-key-made',
    body: { localId: facts.localId, thumbprint },
  });
  return recorded.ok ? { ok: true, value: 'moved' } : recorded;
}

/**
 * Whether the service's thumbprint is the one of our key, in the form that this deployment compares; hex has no case,
 * base64 may be padded.
 */
export function thumbprintsAgree(profile: DeploymentProfile, jwk: PublicJwk, serviceThumbprint: string): boolean {
  const isHex = profile.enrolment.thumbprint === 'spki-sha256-hex';
  return (
    ownThumbprint(profile, jwk) ===
    (isHex ? serviceThumbprint.toLowerCase().replaceAll(':', '') : serviceThumbprint.replace(/=$/, ''))
  );
}

function ownThumbprint(profile: DeploymentProfile, jwk: PublicJwk): string {
  switch (profile.enrolment.thumbprint) {
    case 'rfc7638':
      return jwkThumbprint(jwk);
    case 'spki-sha256-hex':
      return spkiThumbprintHex(jwk);
    case 'spki-sha256-base64url':
      return Buffer.from(spkiThumbprintHex(jwk), 'hex').toString('base64url');
  }
}
