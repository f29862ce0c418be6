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
  const low = new Uint8Array(signature);
  if (Buffer.compare(low.subarray(32), half) > 0) negate(low);
  return low;
}

/** The ASN.1 DER form, for the platform, and for deployments that expect it in place of the RFC's. */
export function derEncoded(signature: Uint8Array): Uint8Array {
  const [r, s] = [derInteger(signature.subarray(0, 32)), derInteger(signature.subarray(32))];
  return Uint8Array.of(SEQUENCE, r.length + s.length, ...r, ...s);
}

/** The 64 octets of a signature that the platform made; one from elsewhere is for `fromDer`. */
export function ownSignature(der: Uint8Array): Uint8Array {
  const signature = new Uint8Array(SIGNATURE_BYTES);
  const rEnd = 4 + (der[3] ?? 0);
  writeInteger(signature.subarray(0, 32), der.subarray(4, rEnd));
  writeInteger(signature.subarray(32), der.subarray(rEnd + 2));
  return signature;
}

const [SEQUENCE, INTEGER] = [0x30, 0x02];

/** As few octets as hold it, and one more where the first would make it negative (X.690 section 8.3). */
function derInteger(octets: Uint8Array): Uint8Array {
  let from = 0;
  while (from < octets.length - 1 && octets[from] === 0) from += 1;
  const isPadded = (octets[from] ?? 0) >= 0x80;
  const length = octets.length - from + (isPadded ? 1 : 0);
  const written = new Uint8Array(2 + length);
  written[0] = INTEGER;
  written[1] = length;
  written.set(octets.subarray(from), isPadded ? 3 : 2);
  return written;
}

function writeInteger(target: Uint8Array, octets: Uint8Array): void {
  const digits = octets.length > target.length ? octets.subarray(octets.length - target.length) : octets;
  target.set(digits, target.length - digits.length);
}

/** The 64 octets of a signature in strict DER, or null where it is none (SEC 1 appendix C.8). */
export function fromDer(der: Uint8Array): Uint8Array | null {
  try {
    return Uint8Array.from(p256.Signature.fromBytes(der, 'der').toBytes('compact'));
  } catch {
    return null;
  }
}

/** n-s instead of s, octet by octet. */
function negate(signature: Uint8Array): void {
  let borrow = 0;
  for (let at = 31; at >= 0; at -= 1) {
    const difference = (order[at] ?? 0) - (signature[32 + at] ?? 0) - borrow;
    borrow = difference < 0 ? 1 : 0;
    signature[32 + at] = difference;
  }
}

function octetsOf(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}

function inRange(octets: Uint8Array): boolean {
  return Buffer.compare(octets, zero) > 0 && Buffer.compare(octets, order) < 0;
}
