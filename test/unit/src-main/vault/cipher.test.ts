import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { decrypt, digest, digestKey, encrypt } from '../../../../src-main/vault/cipher.ts';
import { systemRandomness as randomness } from './randomness.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => index);
const text = Buffer.from('canary-voucher-0042');
/** Sealed and digested by the first version: what lies in a shop's journal must open for ever. */
const sealedBefore = Buffer.from('AQMKERgfJi00O0JJUDk1pkoxX14oahzBSg8Dwcv2p2u8EC6uJsO6kCqS9ocruQ9-', 'base64url');
const digestBefore = 'wG8JbsylGXYxQQ6Alh2suVfhjGWzedex4hQlipcwJXc';

const opened = (context: string, sealed: Uint8Array): Buffer | null => {
  const plaintext = decrypt(key, context, sealed);
  return plaintext === null ? null : Buffer.from(plaintext);
};

describe('what was sealed', () => {
  test('by the first version opens', () => {
    expect(opened('record:answer-1', sealedBefore)).toEqual(text);
  });

  test('opens under its own context alone, in any language', () => {
    const sealed = encrypt(key, 'بطاقة', text, randomness);
    expect(opened('بطاقة', sealed)).toEqual(text);
    expect(opened('بطاق', sealed)).toBeNull();
  });

  test('may be nothing at all', () => {
    expect(opened('c', encrypt(key, 'c', new Uint8Array(0), randomness))).toEqual(Buffer.alloc(0));
  });

  test('opens with no byte cut off, from either end, and not under another version', () => {
    const sealed = encrypt(key, 'c', text, randomness);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(decrypt(key, 'c', sealed.subarray(0, length))).toBeNull();
      expect(decrypt(key, 'c', sealed.subarray(sealed.length - length))).toBeNull();
    }
    expect(decrypt(key, 'c', Uint8Array.of(2, ...sealed.subarray(1)))).toBeNull();
  });

  test('opens with the same key imported, and the other way round', () => {
    const imported = createSecretKey(key);
    expect(decrypt(imported, 'record:answer-1', sealedBefore)).toEqual(new Uint8Array(text));
    expect(opened('c', encrypt(imported, 'c', text, randomness))).toEqual(text);
  });

  test('shares its memory with nothing else', () => {
    const plaintext = decrypt(key, 'record:answer-1', sealedBefore);
    expect(plaintext?.buffer.byteLength).toBe(text.length);
  });
});

describe('a digest', () => {
  test('is what the first version made of the same text', () => {
    expect(Buffer.from(digest(digestKey(key, 'barcode'), 'canary-voucher-0042')).toString('base64url')).toBe(
      digestBefore,
    );
  });
});
