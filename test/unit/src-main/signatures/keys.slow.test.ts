import { randomBytes, randomInt } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { describe, expect, test } from 'vitest';
import { derEncoded, lowS } from '../../../../src-main/signatures/ecdsa.ts';
import { generatePrivateKey, publicHalf, signingKey, verifyingKey } from '../../../../src-main/signatures/keys.ts';

const ORDER = p256.Point.Fn.ORDER;
const jwk = generatePrivateKey();
const ours = { signing: signingKey('k', jwk), verifying: verifyingKey('k', publicHalf(jwk)) };
const secret = Uint8Array.from(Buffer.from(jwk.d, 'base64url'));
const point = p256.getPublicKey(secret, false);

function octets(value: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
}

function withS(signature: Uint8Array, s: bigint): Uint8Array {
  return Uint8Array.of(...signature.subarray(0, 32), ...octets(s));
}

function sOf(signature: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(signature.subarray(32)).toString('hex')}`);
}

test('1,000 random messages: each library accepts what the other signed, and ours is always low-S', () => {
  const wrong: string[] = [];
  for (let round = 0; round < 1000; round += 1) {
    const message = Uint8Array.from(randomBytes(randomInt(0, 600)));
    const signed = ours.signing.sign(message);
    if (signed.length !== 64) wrong.push('length');
    if (!p256.verify(signed, message, point, { lowS: true }))
      wrong.push(`ours: ${Buffer.from(message).toString('hex')}`);
    const theirs = p256.sign(message, secret, { lowS: false });
    if (!ours.verifying.verify(message, theirs)) wrong.push(`noble: ${Buffer.from(message).toString('hex')}`);
  }
  expect(wrong).toEqual([]);
});

test('text is signed as its UTF-8 bytes', () => {
  const text = 'قهوة "@method": POST';
  expect(ours.verifying.verify(new TextEncoder().encode(text), ours.signing.sign(text))).toBe(true);
  expect(ours.verifying.verify(text, ours.signing.sign(new TextEncoder().encode(text)))).toBe(true);
});

describe('verifying', () => {
  const signed = ours.signing.sign('base');

  test('accepts the high-S twin of a signature', () => {
    const high = withS(signed, ORDER - sOf(signed));
    expect(sOf(high) > ORDER / 2n).toBe(true);
    expect(ours.verifying.verify('base', high)).toBe(true);
    expect(lowS(high)).toEqual(signed);
  });

  test('refuses another message, another key and any changed octet', () => {
    const other = verifyingKey('k', publicHalf(generatePrivateKey()));
    expect(ours.verifying.verify('base ', signed)).toBe(false);
    expect(other.verify('base', signed)).toBe(false);
    for (let index = 0; index < 64; index += 1) {
      const changed = Uint8Array.from(signed, (octet, at) => (at === index ? octet ^ 1 : octet));
      expect(ours.verifying.verify('base', changed), `octet ${index}`).toBe(false);
    }
  });

  test('refuses DER and every length but 64', () => {
    expect(ours.verifying.verify('base', derEncoded(signed))).toBe(false);
    const cut = [signed.subarray(0, 63), Uint8Array.of(...signed, 0), Uint8Array.of(0, ...signed), new Uint8Array()];
    for (const bytes of cut) expect(ours.verifying.verify('base', bytes)).toBe(false);
  });

  test('refuses r or s of zero, of the order and above it, without an exception', () => {
    for (const value of [0n, ORDER, ORDER + 1n, (1n << 256n) - 1n]) {
      expect(ours.verifying.verify('base', withS(signed, value))).toBe(false);
      expect(ours.verifying.verify('base', Uint8Array.of(...octets(value), ...signed.subarray(32)))).toBe(false);
    }
  });
});

test('a private key whose halves do not belong together is not taken, and the error names no member', () => {
  const other = generatePrivateKey();
  const take = () => signingKey('k', { ...jwk, d: other.d });
  expect(take).toThrow('Not a usable private key: key_malformed');
  expect(take).not.toThrow(other.d);
});
