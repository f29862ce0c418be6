import { describe, expect, it } from 'vitest';
import {
  generatePrivateKeyPem,
  importPrivateKeyPem,
  importPublicKey,
  jwkThumbprint,
  publicJwkOf,
} from '../../../../src-sandbox/state/keys.ts';
import { seededRandomness, systemRandomness } from '../../../../src-sandbox/state/randomness.ts';

/** The key of RFC 9421, appendix B.1.3. */
const known = {
  kty: 'EC',
  crv: 'P-256',
  x: 'qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA',
  y: 'Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0',
} as const;

describe('keys', () => {
  it('have the thumbprint of RFC 7638', () => {
    expect(jwkThumbprint(known)).toBe('ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI');
  });

  it('are taken only as a point of the curve in coordinates of 32 bytes', () => {
    expect(importPublicKey(known)).toBeDefined();
    expect(importPublicKey({ ...known, x: known.y, y: known.x })).toBeUndefined();
    expect(importPublicKey({ ...known, x: known.x.slice(0, -2) })).toBeUndefined();
    expect(importPublicKey({ ...known, x: `${known.x}=` })).toBeUndefined();
    expect(importPublicKey({ ...known, x: '' })).toBeUndefined();
  });

  it('survive being written and read', () => {
    const pem = generatePrivateKeyPem(systemRandomness);
    expect(publicJwkOf(importPrivateKeyPem(pem))).toEqual(publicJwkOf(importPrivateKeyPem(pem)));
    expect(Object.keys(publicJwkOf(importPrivateKeyPem(pem)))).toEqual(['kty', 'crv', 'x', 'y']);
  });

  it('come again from the same seed', () => {
    const [pem, again, other] = ['a', 'a', 'b'].map((seed) => generatePrivateKeyPem(seededRandomness(seed)));
    expect([again === pem, other === pem]).toEqual([true, false]);
  });
});
