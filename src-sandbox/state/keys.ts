import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Randomness } from './randomness.ts';

/** A P-256 public key as the API carries it ("PublicJwk"). */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** The key, or undefined when the coordinates are not 32 bytes each or no point of the curve. */
export function importPublicKey(jwk: PublicJwk): KeyObject | undefined {
  if (![jwk.x, jwk.y].every(isCoordinate)) return undefined;
  try {
    return createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function isCoordinate(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === 32 && bytes.toString('base64url') === text;
}

/** A private key out of 32 bytes; almost every 32 bytes are a scalar of the curve, and others are drawn again. */
export function generatePrivateKeyPem(randomness: Randomness): string {
  const half = createECDH('prime256v1');
  for (;;) {
    const scalar = randomness.bytes(32);
    try {
      half.setPrivateKey(scalar);
    } catch {
      continue;
    }
    const point = half.getPublicKey();
    const coordinates = { d: base64url(scalar), x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) };
    const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', ...coordinates }, format: 'jwk' });
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  }
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}

export function importPrivateKeyPem(pem: string): KeyObject {
  return createPrivateKey(pem);
}

export function publicJwkOf(privateKey: KeyObject): PublicJwk {
  const { x, y } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined || y === undefined) throw new Error('not an elliptic curve key');
  return { kty: 'EC', crv: 'P-256', x, y };
}

/** RFC 7638: the required members alone, in lexicographic order, hashed. */
export function jwkThumbprint(jwk: PublicJwk): string {
  const canonical = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y });
  return createHash('sha256').update(canonical).digest('base64url');
}

export function spkiThumbprint(key: KeyObject, form: 'hex' | 'base64url'): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest(form);
}
