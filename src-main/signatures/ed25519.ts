import { createPublicKey, verify } from 'node:crypto';

/** Octets of a public key and of a signature (RFC 8032 section 5.1). */
const [keyBytes, signatureBytes] = [32, 64];

/**
 * Whether `signature` is one of `data` by `key`, both base64url without padding. False also where either is written in
 * any form but its one.
 */
export function isSignedBy(key: string, data: Uint8Array, signature: string): boolean {
  if (!isPublicKey(key)) return false;
  const octets = decoded(signature, signatureBytes);
  if (octets === null) return false;
  try {
    return verify(null, data, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' }), octets);
  } catch {
    return false;
  }
}

/** Whether `text` is 32 octets in base64url, in the one form of them. */
export function isPublicKey(text: string): boolean {
  return decoded(text, keyBytes) !== null;
}

/** Base64url leaves bits over in its last letter, so several texts may stand for the same octets: one is taken. */
function decoded(text: string, length: number): Buffer | null {
  const octets = Buffer.from(text, 'base64url');
  return octets.length === length && octets.toString('base64url') === text ? octets : null;
}
