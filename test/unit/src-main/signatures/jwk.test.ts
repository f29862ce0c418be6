import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { p256 } from '@noble/curves/nist.js';
import { describe, expect, test } from 'vitest';
import { possibleSigners } from '../../../../src-main/signatures/jwk.ts';
import {
  generatePrivateKey,
  jwkThumbprint,
  parsePrivateJwk,
  parsePublicJwk,
  publicHalf,
  signingKey,
  spkiThumbprintHex,
} from '../../../../src-main/signatures/keys.ts';
import { readVectorKey } from '../../../protocol-vectors/check-vectors.ts';

const VECTORS = fileURLToPath(new URL('../../../fixtures/rfc9421', import.meta.url));
const { jwk: known } = readVectorKey(VECTORS).key;

const codeOf = (value: unknown): string => {
  const parsed = parsePublicJwk(value);
  return parsed.ok ? 'ok' : parsed.error.code;
};

describe('a new private key', () => {
  test('has halves that belong together and is different every time', () => {
    const [one, other] = [generatePrivateKey(), generatePrivateKey()];
    expect(parsePrivateJwk(one)).toEqual({ ok: true, value: one });
    expect(one.d).not.toBe(other.d);
  });

  test('comes from the randomness it is given, also when that is extreme', () => {
    const fromByte = (byte: number) => generatePrivateKey((length) => new Uint8Array(length).fill(byte));
    expect(fromByte(7)).toEqual(fromByte(7));
    for (const byte of [0, 255]) expect(parsePrivateJwk(fromByte(byte)).ok).toBe(true);
  });
});

describe('a public key from elsewhere', () => {
  test('is reduced to its four members', () => {
    expect(parsePublicJwk({ ...known, kid: 'k', use: 'sig', alg: 'ES256', extra: [1] })).toEqual({
      ok: true,
      value: known,
    });
  });

  test('is refused with its private member, even an empty one', () => {
    expect(codeOf({ ...known, d: known.x })).toBe('key_private');
    expect(codeOf({ ...known, d: undefined })).toBe('key_private');
  });

  test('is refused off the curve, at the origin and beyond the field', () => {
    const beyondField = Buffer.alloc(32, 0xff).toString('base64url');
    const zero = Buffer.alloc(32).toString('base64url');
    expect(codeOf({ ...known, y: known.x })).toBe('key_not_on_curve');
    expect(codeOf({ ...known, x: zero, y: zero })).toBe('key_not_on_curve');
    expect(codeOf({ ...known, x: beyondField })).toBe('key_not_on_curve');
  });

  test('is refused unless its coordinates are 32 octets in canonical base64url', () => {
    const short = Buffer.from(known.x, 'base64url').subarray(1).toString('base64url');
    const long = Buffer.concat([Buffer.alloc(1), Buffer.from(known.x, 'base64url')]).toString('base64url');
    const strayBits = `${known.x.slice(0, -1)}B`;
    const standard = known.y.replaceAll('-', '+').replaceAll('_', '/');
    for (const x of [short, long, strayBits, `${known.x}=`, ` ${known.x}`, '', 5, null]) {
      expect(codeOf({ ...known, x }), String(x)).toBe('key_malformed');
      expect(codeOf({ ...known, y: x }), `y ${String(x)}`).toBe('key_malformed');
    }
    expect(codeOf({ ...known, x: known.x.replaceAll('_', '/').replaceAll('-', '+') })).toBe('key_malformed');
    expect(codeOf({ ...known, y: standard })).toBe(standard === known.y ? 'ok' : 'key_malformed');
  });

  test('is refused for another curve, kind, use or algorithm', () => {
    for (const other of [{ crv: 'P-384' }, { kty: 'OKP' }, { use: 'enc' }, { alg: 'ES384' }]) {
      expect(codeOf({ ...known, ...other })).toBe('key_unsupported');
    }
    for (const other of [null, 'text', [known], 7]) expect(codeOf(other)).toBe('key_malformed');
  });

  test('is refused where it may not verify, and says so by a list that names it once', () => {
    for (const operations of [['verify'], ['sign', 'verify'], undefined])
      expect(codeOf({ ...known, key_ops: operations })).toBe('ok');
    for (const operations of [
      ['sign'],
      [],
      ['verify', 'verify'],
      ['verify', 'sign', 'sign'],
      'verify',
      null,
      { includes: 1 },
    ])
      expect(codeOf({ ...known, key_ops: operations })).toBe('key_unsupported');
  });
});

test('a stored private key whose halves are of two keys is refused', () => {
  const [one, other] = [generatePrivateKey(), generatePrivateKey()];
  expect(parsePrivateJwk({ ...one, d: other.d })).toEqual({ ok: false, error: { code: 'key_malformed' } });
  for (const unusable of [
    { ...one, d: Buffer.alloc(32).toString('base64url') },
    { ...one, d: Buffer.alloc(32, 0xff).toString('base64url') },
    publicHalf(one),
    null,
    'text',
    [one],
  ]) {
    expect(parsePrivateJwk(unusable)).toEqual({ ok: false, error: { code: 'key_malformed' } });
  }
  expect(parsePrivateJwk({ ...one, crv: 'P-384' })).toEqual({ ok: false, error: { code: 'key_unsupported' } });
});

test('a stored private key whose public half is its own mirrored is refused', () => {
  const one = generatePrivateKey();
  const y = p256.Point.Fp.neg(BigInt(`0x${Buffer.from(one.y, 'base64url').toString('hex')}`));
  const mirrored = { ...one, y: Buffer.from(y.toString(16).padStart(64, '0'), 'hex').toString('base64url') };
  expect(parsePublicJwk(publicHalf(mirrored)).ok).toBe(true);
  expect(parsePrivateJwk(mirrored)).toEqual({ ok: false, error: { code: 'key_malformed' } });
});

describe('a thumbprint', () => {
  test('is that of RFC 7638 for the key of the vectors', () => {
    expect(jwkThumbprint(known)).toBe('ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI');
  });

  test('does not depend on the order of members, nor on the private one', () => {
    const key = generatePrivateKey();
    expect(jwkThumbprint({ y: key.y, x: key.x, kty: 'EC', crv: 'P-256' })).toBe(jwkThumbprint(key));
  });

  test('over the public key info hashes the fixed DER prefix and the uncompressed point', () => {
    const prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
    const point = [Buffer.of(4), Buffer.from(known.x, 'base64url'), Buffer.from(known.y, 'base64url')];
    const expected = createHash('sha256')
      .update(Buffer.concat([prefix, ...point]))
      .digest('hex');
    expect(spkiThumbprintHex(known)).toBe(expected);
    const key = generatePrivateKey();
    expect(spkiThumbprintHex(key)).toBe(spkiThumbprintHex(publicHalf(key)));
  });
});

describe('the keys that may have made a signature', () => {
  test('hold the one that did, and share none between signatures of one key over texts that were changed', () => {
    const jwk = generatePrivateKey();
    const key = signingKey('one', jwk);
    const [one, other] = [key.sign('one text'), key.sign('another text')];
    expect(possibleSigners('one text', one).map(jwkThumbprint)).toContain(jwkThumbprint(jwk));
    const [first, second] = [possibleSigners('one changed', one), possibleSigners('another changed', other)].map(
      (keys) => keys.map(jwkThumbprint),
    );
    expect(first?.filter((thumbprint) => second?.includes(thumbprint))).toEqual([]);
  });

  test('are none of what is no signature', () => {
    for (const bytes of [new Uint8Array(64), new Uint8Array(63), new Uint8Array(64).fill(255)])
      expect(possibleSigners('text', bytes)).toEqual([]);
  });
});
