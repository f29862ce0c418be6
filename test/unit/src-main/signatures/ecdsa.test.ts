import { p256 } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derEncoded, fromDer, isSignature, lowS, ownSignature } from '../../../../src-main/signatures/ecdsa.ts';

const ORDER = p256.Point.Fn.ORDER;

function pair(r: bigint, s: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from([r, s].map((value) => value.toString(16).padStart(64, '0')).join(''), 'hex'));
}

test('r and s are each from one to one less than the order, whatever library verifies afterwards', () => {
  expect(isSignature(pair(1n, ORDER - 1n))).toBe(true);
  expect(isSignature(pair(ORDER - 1n, 1n))).toBe(true);
  for (const outside of [0n, ORDER, (1n << 256n) - 1n]) {
    expect(isSignature(pair(outside, 1n))).toBe(false);
    expect(isSignature(pair(1n, outside))).toBe(false);
  }
});

test('a signature is exactly 64 octets', () => {
  const signature = pair(5n, 7n);
  expect(isSignature(Uint8Array.of(...signature, 0))).toBe(false);
  expect(isSignature(signature.subarray(0, 63))).toBe(false);
  expect(isSignature(new Uint8Array())).toBe(false);
});

test('the smaller of s and its complement is kept, at the middle of the order too', () => {
  const half = ORDER / 2n;
  expect(lowS(pair(3n, half))).toEqual(pair(3n, half));
  expect(lowS(pair(3n, half + 1n))).toEqual(pair(3n, half));
  expect(lowS(pair(3n, ORDER - 1n))).toEqual(pair(3n, 1n));
});

test('DER drops leading zeros and keeps numbers positive', () => {
  expect(Buffer.from(derEncoded(pair(1n, 0x80n))).toString('hex')).toBe('30070201010202' + '0080');
});

test('strict DER is read back, high s and all, and nothing else is', () => {
  const high = pair(0x80n, ORDER - 1n);
  expect(fromDer(derEncoded(high))).toEqual(high);
  const der = derEncoded(pair(3n, 0x80n));
  expect(fromDer(der)).toEqual(pair(3n, 0x80n));
  const padded = Uint8Array.from(Buffer.from('3008020200030202' + '0080', 'hex'));
  for (const other of [
    new Uint8Array(),
    pair(3n, 5n),
    der.subarray(1),
    Uint8Array.of(...der, 0),
    padded,
    Uint8Array.from(Buffer.from('3006020103020180', 'hex')),
  ])
    expect(fromDer(other)).toBeNull();
});

const number = fc
  .tuple(fc.bigInt({ min: 1n, max: ORDER - 1n }), fc.constantFrom(0n, 1n, 8n, 127n, 128n, 240n, 248n, 255n))
  .map(([value, shift]) => (value >> shift === 0n ? 1n : value >> shift));

test('DER is what another library writes, is read back, and s has its complement', () => {
  fc.assert(
    fc.property(number, number, (r, s) => {
      const signature = pair(r, s);
      const der = derEncoded(signature);
      expect(der).toEqual(new p256.Signature(r, s).toBytes('der'));
      expect(ownSignature(der)).toEqual(signature);
      expect(lowS(signature)).toEqual(pair(r, s > ORDER / 2n ? ORDER - s : s));
    }),
    { numRuns: 2_000, seed: 1 },
  );
});
