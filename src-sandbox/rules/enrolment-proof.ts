import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { importPublicKey } from '../state/keys.ts';
import type { PartnerKey } from '../state/partner-keys.ts';
import { verifyEs256 } from '../wire/es256.ts';
import type { Profile } from '../wire/profile.ts';

type Forms = Profile['enrolment'];
export type Proof = Readonly<Record<string, string | number>>;

/** The body of a proof in this deployment: exactly its fields. */
export function proofBody({ proofFields, signatureField }: Forms): z.ZodType<Proof> {
  const nameOf = (field: string) => (field === 'signature' ? signatureField : field);
  const member = (field: string) => (field === 'challengeGeneration' ? z.int() : z.string());
  return z.strictObject(Object.fromEntries(proofFields.map((field) => [nameOf(field), member(field)])));
}

/** Whether whoever sent it holds the private half of the key, and answers its challenge. */
export function isProofOf(forms: Forms, key: PartnerKey, proof: Proof): boolean {
  const known = knownOf(key);
  const { [forms.signatureField]: signature, ...fields } = proof;
  if (Object.entries(fields).some(([field, value]) => known[field] !== value)) return false;
  return forms.proof === 'jws' ? isJwsOf(forms, key, String(signature)) : isSignatureOf(forms, key, String(signature));
}

function knownOf({ id, invitationId, challenge, generation }: PartnerKey): Readonly<Record<string, string | number>> {
  return { keyId: id, invitationId, challenge, challengeGeneration: generation };
}

function isSignatureOf(forms: Forms, key: PartnerKey, text: string): boolean {
  const form = forms.proofEncoding.endsWith('base64url') ? 'base64url' : 'base64';
  const signature = Buffer.from(text, form);
  const publicKey = importPublicKey(key.jwk);
  if (signature.toString(form) !== text || publicKey === undefined) return false;
  return verifyEs256(
    publicKey,
    forms.proofEncoding.startsWith('der') ? 'der' : 'p1363',
    signedBytes(forms, key),
    signature,
  );
}

function signedBytes({ proof, proofPrefix }: Forms, key: PartnerKey): Buffer {
  if (proof === 'challenge-decoded') return Buffer.from(key.challenge, 'base64url');
  if (proof !== 'prefixed') return Buffer.from(key.challenge);
  const filled = proofPrefix
    .replaceAll('{challenge}', key.challenge)
    .replaceAll('{keyId}', key.id)
    .replaceAll('{invitationId}', key.invitationId);
  return Buffer.from(filled);
}

/** A compact JWS (RFC 7515 section 7.1) with exactly the header and the payload of this deployment. */
function isJwsOf({ jwsHeader, jwsPayload }: Forms, key: PartnerKey, text: string): boolean {
  const [header = '', payload = '', signature = '', ...more] = text.split('.');
  const publicKey = importPublicKey(key.jwk);
  if (more.length > 0 || publicKey === undefined) return false;
  const known = knownOf(key);
  const expectedHeader = jwsHeader === 'kid' ? { alg: 'ES256', kid: key.id } : { alg: 'ES256', jwk: key.jwk };
  const expectedPayload = Object.fromEntries(jwsPayload.map((name) => [name, known[name]]));
  if (!isDeepStrictEqual(jsonOf(header), expectedHeader) || !isDeepStrictEqual(jsonOf(payload), expectedPayload))
    return false;
  return verifyEs256(publicKey, 'p1363', Buffer.from(`${header}.${payload}`), Buffer.from(signature, 'base64url'));
}

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
