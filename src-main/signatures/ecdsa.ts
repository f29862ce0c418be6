import { p256 } from '@noble/curves/nist.js';

/** r and s, 32 octets each, big-endian (RFC 9421 section 3.3.4). */
export const SIGNATURE_BYTES = 64;

const ORDER = p256.Point.Fn.ORDER;
const HALF_ORDER = ORDER >> 1n;

/** Whether these are 64 octets whose r and s both lie in 1..n-1. */
export function isSignature(signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  return inRange(numberAt(signature, 0)) && inRange(numberAt(signature, 32));
}

/** The same signature with the smaller of s and n-s: some verifiers refuse the other one. */
export function lowS(signature: Uint8Array): Uint8Array {
  const s = numberAt(signature, 32);
  if (s <= HALF_ORDER) return Uint8Array.from(signature);
  const low = Uint8Array.from(signature);
  low.set(Buffer.from((ORDER - s).toString(16).padStart(64, '0'), 'hex'), 32);
  return low;
}

/** The ASN.1 DER form, for deployments that expect it in place of the RFC's. */
export function derEncoded(signature: Uint8Array): Uint8Array {
  return p256.Signature.fromBytes(signature, 'compact').toBytes('der');
}

/** The 64 octets of a signature in strict DER, or null where it is none (SEC 1 appendix C.8). */
export function fromDer(der: Uint8Array): Uint8Array | null {
  try {
    return Uint8Array.from(p256.Signature.fromBytes(der, 'der').toBytes('compact'));
  } catch {
    return null;
  }
}

function numberAt(bytes: Uint8Array, offset: number): bigint {
  return BigInt(`0x${Buffer.from(bytes.subarray(offset, offset + 32)).toString('hex')}`);
}

function inRange(value: bigint): boolean {
  return value > 0n && value < ORDER;
}
