import { createHash, randomBytes } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { derEncoded, fromDer } from '../../../../src-main/signatures/ecdsa.ts';
import { generatePrivateKey, possibleSigners } from '../../../../src-main/signatures/jwk.ts';
import { isPoint, isScalar, numberIn, octetsOf, order } from '../../../../src-main/signatures/p256.ts';

/** Another implementation of the curve says the same. */

const seed = fc.uint8Array({ minLength: 48, maxLength: 48 });
const half = fc.bigInt({ min: 1n, max: order - 1n });
const signatures = fc.tuple(half, half).map(([r, s]) => Uint8Array.of(...octetsOf(r), ...octetsOf(s)));

function pointsOf(jwks: readonly { readonly x: string; readonly y: string }[]): readonly string[] {
  return jwks.map(({ x, y }) => Buffer.from(`${x}${y}`).toString('utf8')).toSorted();
}

function theirSigners(text: string, signature: Uint8Array): readonly string[] {
  const hash = createHash('sha256').update(text).digest();
  return [0, 1]
    .flatMap((bit) => {
      try {
        const key = p256.Signature.fromBytes(signature, 'compact').addRecoveryBit(bit).recoverPublicKey(hash);
        const point = key.toBytes(false);
        return [
          [point.subarray(1, 33), point.subarray(33)].map((part) => Buffer.from(part).toString('base64url')).join(''),
        ];
      } catch {
        return [];
      }
    })
    .toSorted();
}

describe('keys', () => {
  it('are made of randomness as another implementation makes them', () => {
    fc.assert(
      fc.property(seed, (bytes) => {
        const { d, x, y } = generatePrivateKey(() => bytes);
        const secret = p256.utils.randomSecretKey(bytes);
        expect(d).toBe(Buffer.from(secret).toString('base64url'));
        const point = Buffer.from(p256.getPublicKey(secret, false));
        expect([x, y]).toEqual([point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]);
      }),
      { numRuns: 30 },
    );
  });

  it('are scalars within the order, and points that lie on the curve', () => {
    for (const number of [0n, order, order + 1n, (1n << 256n) - 1n]) expect(isScalar(number)).toBe(false);
    for (const number of [1n, order - 1n]) expect(isScalar(number)).toBe(true);
    const point = p256.getPublicKey(p256.utils.randomSecretKey(), false);
    expect(isPoint(point)).toBe(true);
    const { x, y } = p256.Point.fromBytes(point);
    const plusPrime = (number: bigint) => octetsOf((number + p256.Point.Fp.ORDER) % (1n << 256n));
    for (const other of [
      Uint8Array.of(4, ...octetsOf(x), ...octetsOf(y ^ 1n)),
      Uint8Array.of(4, ...octetsOf(y), ...octetsOf(x)),
      Uint8Array.of(4, ...new Uint8Array(64)),
      Uint8Array.of(4, ...plusPrime(x), ...octetsOf(y)),
      Uint8Array.of(0),
      point.subarray(0, 64),
    ])
      expect(isPoint(other)).toBe(p256.utils.isValidPublicKey(other, false));
  });
});

describe('the keys that may have made a signature', () => {
  it('are those that another implementation finds', () => {
    for (let run = 0; run < 10; run += 1) {
      const text = `text ${run}`;
      const signature = p256.sign(new TextEncoder().encode(text), p256.utils.randomSecretKey(), {
        lowS: run % 2 === 0,
      });
      expect(pointsOf(possibleSigners(text, signature))).toEqual(theirSigners(text, signature));
      expect(possibleSigners(text, signature)).toHaveLength(2);
    }
    fc.assert(
      fc.property(signatures, (signature) => {
        expect(pointsOf(possibleSigners('text', signature))).toEqual(theirSigners('text', signature));
      }),
      { numRuns: 30 },
    );
  });
});

describe('the DER form', () => {
  const theirs = (der: Uint8Array): Uint8Array | null => {
    try {
      return Uint8Array.from(p256.Signature.fromBytes(der, 'der').toBytes('compact'));
    } catch {
      return null;
    }
  };

  it('is written and read as another implementation does, also where an octet is changed, added or gone', () => {
    fc.assert(
      fc.property(signatures, fc.nat(), fc.nat(255), fc.nat(), (signature, at, octet, cut) => {
        const der = derEncoded(signature);
        expect(der).toEqual(Uint8Array.from(p256.Signature.fromBytes(signature, 'compact').toBytes('der')));
        expect(fromDer(der)).toEqual(signature);
        const changed = der.with(at % der.length, octet);
        expect(fromDer(changed)).toEqual(theirs(changed));
        expect(fromDer(der.subarray(0, cut % der.length))).toBeNull();
        expect(fromDer(Uint8Array.of(...der, octet))).toBeNull();
      }),
      { numRuns: 200 },
    );
  });

  it('is nothing of what is noise', () => {
    for (let run = 0; run < 200; run += 1) {
      const noise = Uint8Array.of(0x30, ...randomBytes(run % 80));
      expect(fromDer(noise)).toEqual(theirs(noise));
    }
    expect(numberIn(new Uint8Array())).toBe(0n);
  });
});
