import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { derEncoded, isSignature, lowS, ownSignature } from './ecdsa.ts';
import { parsePrivateJwk, type PrivateJwk, publicHalf, type PublicJwk } from './jwk.ts';

export {
  generatePrivateKey,
  jwkThumbprint,
  parsePrivateJwk,
  parsePublicJwk,
  type PrivateJwk,
  publicHalf,
  type PublicJwk,
  spkiThumbprintHex,
} from './jwk.ts';

export interface SigningKey {
  /** The `keyid` parameter of signatures made with it. */
  readonly keyId: string;
  /** ECDSA over SHA-256 of the bytes (text as UTF-8): 64 octets r||s, low-S. */
  sign(base: Uint8Array | string): Uint8Array;
}

export interface VerifyingKey {
  readonly kid: string;
  readonly jwk: PublicJwk;
  /** False for anything but 64 octets r||s that verify. High-S is accepted. */
  verify(base: Uint8Array | string, signature: Uint8Array): boolean;
}

/** All that it takes to verify: whoever asks need not know the key itself. */
export type Verifier = Pick<VerifyingKey, 'kid' | 'verify'>;

/** A key ready to sign. Throws when the two halves do not belong together: sealed storage never holds such a key. */
export function signingKey(keyId: string, privateJwk: PrivateJwk): SigningKey {
  const parsed = parsePrivateJwk(privateJwk);
  // The fault names no member, so nothing of the key reaches the message.
  if (!parsed.ok) throw new TypeError(`Not a usable private key: ${parsed.error.code}`);
  const key = createPrivateKey({ key: { ...parsed.value }, format: 'jwk' });
  return {
    keyId,
    // A key by itself: beside options Node looks for it twice in vain, which takes as long as the signature.
    sign: (base) => lowS(ownSignature(sign('sha256', bytesOf(base), key))),
  };
}

/** A key ready to verify, named as its publisher names it. */
export function verifyingKey(kid: string, jwk: PublicJwk): VerifyingKey {
  const key = createPublicKey({ key: { ...publicHalf(jwk) }, format: 'jwk' });
  return {
    kid,
    jwk: publicHalf(jwk),
    verify: (base, signature) => isSignature(signature) && verify('sha256', bytesOf(base), key, derEncoded(signature)),
  };
}

function bytesOf(base: Uint8Array | string): Uint8Array {
  return typeof base === 'string' ? Buffer.from(base) : base;
}
