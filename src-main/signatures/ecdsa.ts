import { p256 } from '@noble/curves/nist.js';

/** r and s, 32 octets each, big-endian (RFC 9421 section 3.3.4). */
export const SIGNATURE_BYTES = 64;

const ORDER = p256.Point.Fn.ORDER;
/** As octets, which compare without a number of each signature. */
const [zero, half, order] = [0n, ORDER >> 1n, ORDER].map(octetsOf) as [Buffer, Buffer, Buffer];

/** Whether these are 64 octets whose r and s both lie in 1..n-1. */
export function isSignature(signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  return inRange(signature.subarray(0, 32)) && inRange(signature.subarray(32));
}

/** The same signature with the smaller of s and n-s: some verifiers refuse the other one. */
export function lowS(signature: Uint8Array): Uint8Array {
  const low = Uint8Array.from(signature);
  const s = low.subarray(32);
  if (Buffer.compare(s, half) > 0) s.set(octetsOf(ORDER - BigInt(`0x${Buffer.from(s).toString('hex')}`)));
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

function octetsOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

function inRange(octets: Uint8Array): boolean {
  return Buffer.compare(octets, zero) > 0 && Buffer.compare(octets, order) < 0;
}
