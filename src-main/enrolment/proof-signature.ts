import type { DeploymentProfile } from '../deployment/profile.ts';
import { chosenMembers, type ProofMembers } from '../partner-api/operations/enrolment.ts';
import { derEncoded } from '../signatures/ecdsa.ts';
import type { PublicJwk, SigningKey } from '../signatures/keys.ts';

type Forms = DeploymentProfile['enrolment'];

/** What is known of the key by the time of the proof. */
interface ProvenKey {
  readonly key: SigningKey;
  readonly publicJwk: PublicJwk;
}

type Known = ProofMembers & { readonly challenge: string; readonly keyId: string; readonly invitationId: string };

/**
 * The signature of a proof in the form of this deployment; null where the challenge cannot be read as that form wants
 * it.
 */
export function proofSignature(forms: Forms, known: Known, proven: ProvenKey): string | null {
  switch (forms.proof) {
    case 'challenge-utf8':
      return written(forms, proven.key.sign(known.challenge));
    case 'challenge-decoded': {
      const octets = decoded(known.challenge);
      return octets === null ? null : written(forms, proven.key.sign(octets));
    }
    case 'prefixed':
      return written(forms, proven.key.sign(filled(forms.proofPrefix, known)));
    case 'jws':
      return compactJws(forms, known, proven);
  }
}

function written({ proofEncoding }: Forms, signature: Uint8Array): string {
  const bytes = proofEncoding.startsWith('der') ? derEncoded(signature) : signature;
  return Buffer.from(bytes).toString(proofEncoding.endsWith('base64url') ? 'base64url' : 'base64');
}

/** Either alphabet, padded or not; anything else would sign other octets than were meant. */
function decoded(challenge: string): Uint8Array | null {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(challenge) ? Uint8Array.from(Buffer.from(challenge, 'base64url')) : null;
}

function filled(template: string, known: Known): string {
  return template.replace(
    /\{(invitationId|keyId|challenge)\}/g,
    (_, name: 'invitationId' | 'keyId' | 'challenge') => known[name],
  );
}

/** RFC 7515 section 7.1; its signature is r||s (RFC 7518 section 3.4). */
function compactJws(
  { jwsHeader, jwsPayload }: Forms,
  known: Known,
  { key, publicJwk: { kty, crv, x, y } }: ProvenKey,
): string {
  const header = jwsHeader === 'kid' ? { alg: 'ES256', kid: known.keyId } : { alg: 'ES256', jwk: { kty, crv, x, y } };
  const signed = [header, chosenMembers(jwsPayload, known)]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${Buffer.from(key.sign(signed)).toString('base64url')}`;
}
