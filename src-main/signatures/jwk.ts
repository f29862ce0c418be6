import { createECDH, createHash, createPublicKey, randomBytes as systemRandomBytes } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { type SignatureResult, refuse, succeed } from './fault.ts';

/** The public half of a P-256 key (RFC 7518 section 6.2.1); coordinates are 32 octets, base64url without padding. */
export interface PublicJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** With the private scalar: a secret, for sealed storage only. */
export interface PrivateJwk extends PublicJwk {
  readonly d: string;
}

/** Makes a new key. `randomBytes` stands in for the system's randomness in tests. */
export function generatePrivateKey(randomBytes: (length: number) => Uint8Array = systemRandomBytes): PrivateJwk {
  // More octets than the scalar has, reduced modulo the order, keep the bias out (FIPS 186-5 appendix A.2.1).
  const secret = p256.utils.randomSecretKey(randomBytes(p256.lengths.seed ?? 48));
  if (!p256.utils.isValidSecretKey(secret)) throw new Error('The key generator gave a scalar out of range');
  return { ...publicJwkOfPoint(p256.getPublicKey(secret, false)), d: base64url(secret) };
}

/** The public half alone. */
export function publicHalf(jwk: PublicJwk): PublicJwk {
  return { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y };
}

/** Reads a public key from elsewhere: exact coordinates of a point on the curve, for signing, no private member. */
export function parsePublicJwk(value: unknown): SignatureResult<PublicJwk> {
  if (!isRecord(value)) return refuse('key_malformed');
  if ('d' in value) return refuse('key_private');
  if (!mayVerify(value['key_ops'])) return refuse('key_unsupported');
  return parsePublicMembers(value);
}

/** Reads a private key from our own sealed storage: as above, and the two halves must belong together. */
export function parsePrivateJwk(value: unknown): SignatureResult<PrivateJwk> {
  if (!isRecord(value)) return refuse('key_malformed');
  const publicPart = parsePublicMembers(value);
  if (!publicPart.ok) return publicPart;
  const secret = fieldElement(value['d']);
  if (secret === null || !p256.utils.isValidSecretKey(secret)) return refuse('key_malformed');
  const derived = publicJwkOfSecret(secret);
  if (jwkThumbprint(derived) !== jwkThumbprint(publicPart.value)) return refuse('key_malformed');
  return succeed({ ...derived, d: base64url(secret) });
}

/** The keys, two at most, of which one must have made a signature of 64 octets over this text (SEC 1 section 4.1.6). */
export function possibleSigners(base: Uint8Array | string, signature: Uint8Array): readonly PublicJwk[] {
  const hash = createHash('sha256').update(base).digest();
  return [0, 1].flatMap((bit) => {
    try {
      return [
        publicJwkOfPoint(
          p256.Signature.fromBytes(signature, 'compact').addRecoveryBit(bit).recoverPublicKey(hash).toBytes(false),
        ),
      ];
    } catch {
      return [];
    }
  });
}

/** RFC 7638 thumbprint: SHA-256 over the required members in lexicographic order, base64url. */
export function jwkThumbprint(jwk: PublicJwk): string {
  const canonical = JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y });
  return createHash('sha256').update(canonical).digest('base64url');
}

/** SHA-256 over the SubjectPublicKeyInfo, in hex: the other fingerprint in use among services. */
export function spkiThumbprintHex(jwk: PublicJwk): string {
  const spki = createPublicKey({ key: { ...publicHalf(jwk) }, format: 'jwk' }).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex');
}

/** RFC 7517 section 4.3: optional, no operation twice, and a key that says what it is for must be for this. */
function mayVerify(operations: unknown): boolean {
  if (operations === undefined) return true;
  return Array.isArray(operations) && operations.includes('verify') && new Set(operations).size === operations.length;
}

function parsePublicMembers(value: Readonly<Record<string, unknown>>): SignatureResult<PublicJwk> {
  if (value['kty'] !== 'EC' || value['crv'] !== 'P-256') return refuse('key_unsupported');
  // RFC 7517 sections 4.2 and 4.4: optional, but a key that says it is for something else is not for us.
  if ((value['use'] ?? 'sig') !== 'sig' || (value['alg'] ?? 'ES256') !== 'ES256') return refuse('key_unsupported');
  const x = fieldElement(value['x']);
  const y = fieldElement(value['y']);
  if (x === null || y === null) return refuse('key_malformed');
  const point = Uint8Array.of(0x04, ...x, ...y);
  if (!p256.utils.isValidPublicKey(point, false)) return refuse('key_not_on_curve');
  return succeed({ kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) });
}

/** 32 octets in canonical base64url: padding, other lengths and stray trailing bits would give one key two names. */
function fieldElement(value: unknown): Uint8Array | null {
  if (typeof value !== 'string') return null;
  const bytes = Buffer.from(value, 'base64url');
  return bytes.length === 32 && bytes.toString('base64url') === value ? Uint8Array.from(bytes) : null;
}

/**
 * By node:crypto, which a key that was made by the other library agrees with or is refused, and without that one's
 * tables at every start.
 */
function publicJwkOfSecret(secret: Uint8Array): PublicJwk {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(secret);
  return publicJwkOfPoint(ecdh.getPublicKey());
}

function publicJwkOfPoint(point: Uint8Array): PublicJwk {
  return { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33, 65)) };
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
