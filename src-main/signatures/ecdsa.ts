import { isScalar, numberIn, octetsOf, order } from './p256.ts';

/** r and s, 32 octets each, big-endian (RFC 9421 section 3.3.4). */
export const SIGNATURE_BYTES = 64;

const HALF_ORDER = order >> 1n;

/** Whether these are 64 octets whose r and s both lie in 1..n-1. */
export function isSignature(signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  return isScalar(numberIn(signature.subarray(0, 32))) && isScalar(numberIn(signature.subarray(32)));
}

/** The same signature with the smaller of s and n-s: some verifiers refuse the other one. */
export function lowS(signature: Uint8Array): Uint8Array {
  const s = numberIn(signature.subarray(32));
  if (s <= HALF_ORDER) return Uint8Array.from(signature);
  const low = Uint8Array.from(signature);
  low.set(octetsOf(order - s), 32);
  return low;
}

/** The ASN.1 DER form, for deployments that expect it in place of the RFC's. */
export function derEncoded(signature: Uint8Array): Uint8Array {
  const numbers = [signature.subarray(0, 32), signature.subarray(32)].flatMap(derInteger);
  return Uint8Array.of(derSequence, numbers.length, ...numbers);
}

/** The 64 octets of a signature in strict DER, or null where it is none (SEC 1 appendix C.8). */
export function fromDer(der: Uint8Array): Uint8Array | null {
  const r = integerAt(der, 2);
  const s = r === null ? null : integerAt(der, r.next);
  if (r === null || s === null || !isScalar(r.number) || !isScalar(s.number)) return null;
  const signature = Uint8Array.of(...octetsOf(r.number), ...octetsOf(s.number));
  // One form alone is strict: the one that these numbers are written in.
  return Buffer.from(derEncoded(signature)).equals(der) ? signature : null;
}

const derSequence = 0x30;
const derIntegerTag = 0x02;

/** Without zeros in front, but for one where the number would else be negative. */
function derInteger(octets: Uint8Array): readonly number[] {
  const begin = octets.findIndex((octet) => octet !== 0);
  const digits = begin === -1 ? [0] : [...octets.subarray(begin)];
  const positive = (digits[0] ?? 0) < 0x80 ? digits : [0, ...digits];
  return [derIntegerTag, positive.length, ...positive];
}

function integerAt(der: Uint8Array, at: number): { readonly number: bigint; readonly next: number } | null {
  const [tag, length = 0] = der.subarray(at);
  const next = at + 2 + length;
  return tag === derIntegerTag && next <= der.length ? { number: numberIn(der.subarray(at + 2, next)), next } : null;
}
