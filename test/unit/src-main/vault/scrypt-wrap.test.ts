import { scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encrypt } from '../../../../src-main/vault/cipher.ts';
import { unwrapUnderSecret, wrapUnderSecret } from '../../../../src-main/vault/scrypt-wrap.ts';
import { systemRandomness } from './randomness.ts';

const dataKey = Uint8Array.from({ length: 32 }, (_, index) => index);
/** By the first version, under `café`: what lies in a shop's `vault.json` must open for ever. */
const wrappedBefore = Buffer.from(
  'EAgBAwoRGB8mLTQ7QklQV15lbAEDChEYHyYtNDtCSVCv41hjH60CCMG5DtdZ3PoB114dLh2Yv9mvHMzZvysZVxlorMbQuTzD98CJ3j01feI',
  'base64url',
);

/** A wrap at another cost, made by nothing of ours but the cipher. */
function wrappedAt(log2N: number, blockSize: number, parallel: number): Uint8Array {
  const salt = systemRandomness.bytes(16);
  const key = scryptSync('secret', salt, 32, { N: 2 ** log2N, r: blockSize, p: parallel, maxmem: 2 ** 30 });
  return Uint8Array.of(log2N, blockSize, parallel, ...salt, ...encrypt(key, 'scrypt wrap', dataKey, systemRandomness));
}

describe('a wrap under a secret', () => {
  test('by the first version opens, and its cost is what a new one has', async () => {
    expect(await unwrapUnderSecret('café', wrappedBefore)).toEqual(dataKey);
    const wrapped = await wrapUnderSecret('café', dataKey, systemRandomness);
    expect([...wrapped.subarray(0, 3)]).toEqual([...wrappedBefore.subarray(0, 3)]);
    expect(wrapped).toHaveLength(wrappedBefore.length);
  });

  test.each([
    [10, 1, 1],
    [18, 2, 1],
    [10, 8, 1],
    [10, 1, 4],
  ])('opens at the cost %i, %i, %i', async (...cost) => {
    expect(await unwrapUnderSecret('secret', wrappedAt(...cost))).toEqual(dataKey);
  });

  test.each([
    [9, 1, 1],
    [19, 2, 1],
    [10, 9, 1],
    [10, 1, 5],
  ])('is refused at the cost %i, %i, %i, which nobody here chose', async (...cost) => {
    expect(await unwrapUnderSecret('secret', wrappedAt(...cost))).toBeNull();
  });

  test.each([
    [10, 0, 1],
    [10, 1, 0],
  ])('is refused at the cost %i, %i, %i, which scrypt takes for its own usual one', async (...cost) => {
    expect(await unwrapUnderSecret('secret', wrappedAt(...cost))).toBeNull();
  });

  test.each([[], [10], [10, 1]])('is refused where its header is %j', async (...header) => {
    expect(await unwrapUnderSecret('secret', Uint8Array.from(header))).toBeNull();
  });
});
