import type { DeploymentProfile } from '../../deployment/profile.ts';
import { jwkThumbprint, spkiThumbprintHex, type PublicJwk } from '../../signatures/keys.ts';
import { isSameThumbprint } from '../machine/thumbprint.ts';

/** The thumbprint of our key in the form that this deployment compares. */
export function ownThumbprint({ enrolment }: DeploymentProfile, jwk: PublicJwk): string {
  switch (enrolment.thumbprint) {
    case 'rfc7638':
      return jwkThumbprint(jwk);
    case 'spki-sha256-hex':
      return spkiThumbprintHex(jwk);
    case 'spki-sha256-base64url':
      return Buffer.from(spkiThumbprintHex(jwk), 'hex').toString('base64url');
  }
}

/** Whether the service's thumbprint is the one of our key. */
export function thumbprintsAgree(profile: DeploymentProfile, jwk: PublicJwk, serviceThumbprint: string): boolean {
  return isSameThumbprint(profile.enrolment.thumbprint, ownThumbprint(profile, jwk), serviceThumbprint);
}
