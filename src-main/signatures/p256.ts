import { createECDH, ECDH } from 'node:crypto';

/**
 * What of P-256 `node:crypto` has no call for (SP 800-186 section 3.2.1.3). Secret numbers go to its own code alone:
 * how long sums of ours take tells something of what they work on.
 */

const curve = 'prime256v1';
const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
export const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const octets = 32;

/** Both coordinates of a point, 32 octets each. */
interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

export function numberIn(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

export function octetsOf(number: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(number.toString(16).padStart(2 * octets, '0'), 'hex'));
}

/** Whether it can be a private key, and each half of a signature: from one to one less than the order. */
export function isScalar(number: bigint): boolean {
  return number > 0n && number < order;
}

/** Whether these 65 octets are an uncompressed point on the curve. */
export function isPoint(point: Uint8Array): boolean {
  if (point.length !== 1 + 2 * octets || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, curve);
    return true;
  } catch {
    return false;
  }
}

/** The public point of a secret scalar, uncompressed. */
export function publicPoint(secret: Uint8Array): Uint8Array {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(secret);
  return ecdh.getPublicKey();
}

/**
 * The public points, two at most and uncompressed, of which one made this signature over a hash (SEC 1 section 4.1.6).
 * Each is s/r times the point of r, of either sign, less hash/r times the generator. Throws where it is no signature.
 */
export function signersOf(hash: Uint8Array, r: bigint, s: bigint): readonly Uint8Array[] {
  const inverse = invert(r, order);
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(octetsOf(mod(s * inverse, order)));
  const x = ecdh.computeSecret(uncompressed(compressed(2, octetsOf(r))));
  const ofHash = pointIn(publicPoint(octetsOf(mod(numberIn(hash) * inverse, order))));
  const lessHash = { x: ofHash.x, y: mod(-ofHash.y, prime) };
  return [2, 3].map((sign) => {
    const { x: sumX, y: sumY } = sum(pointIn(uncompressed(compressed(sign, x))), lessHash);
    return Uint8Array.of(4, ...octetsOf(sumX), ...octetsOf(sumY));
  });
}

function compressed(sign: number, x: Uint8Array): Uint8Array {
  return Uint8Array.of(sign, ...x);
}

function uncompressed(point: Uint8Array): Uint8Array {
  return Buffer.from(ECDH.convertKey(point, curve, undefined, 'hex', 'uncompressed') as string, 'hex');
}

function pointIn(point: Uint8Array): Point {
  return { x: numberIn(point.subarray(1, 1 + octets)), y: numberIn(point.subarray(1 + octets)) };
}

/** Of two points that are not on one vertical line: those have no sum that could be a key. */
function sum(a: Point, b: Point): Point {
  const slope = mod((b.y - a.y) * invert(b.x - a.x, prime), prime);
  const x = mod(slope * slope - a.x - b.x, prime);
  return { x, y: mod(slope * (a.x - x) - a.y, prime) };
}

function mod(number: bigint, modulus: bigint): bigint {
  const rest = number % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** By Euclid's algorithm. */
function invert(number: bigint, modulus: bigint): bigint {
  let [a, b] = [mod(number, modulus), modulus];
  let [x, y] = [1n, 0n];
  while (b > 0n) {
    const quotient = a / b;
    [a, b] = [b, a - quotient * b];
    [x, y] = [y, x - quotient * y];
  }
  if (a !== 1n) throw new RangeError('a number without an inverse');
  return mod(x, modulus);
}
