import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkContentDigest, contentDigest } from '../../../../src-main/signatures/digest.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('making a Content-Digest', () => {
  test('gives the known values of the empty body and of the two bytes {}', () => {
    expect(contentDigest(bytes(''), 'sha-256')).toBe('sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:');
    expect(contentDigest(bytes('{}'), 'sha-256')).toBe('sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:');
  });

  test('reads only its own part of a shared buffer', () => {
    const part = bytes('xx{}xx').subarray(2, 4);
    expect(contentDigest(part, 'sha-512')).toBe(`sha-512=:${createHash('sha512').update('{}').digest('base64')}:`);
  });
});

describe('checking a Content-Digest', () => {
  const body = bytes('{"hello": "world"}');
  const good256 = contentDigest(body, 'sha-256');
  const good512 = contentDigest(body, 'sha-512');
  const codeOf = (header: string | null | undefined): string => {
    const outcome = checkContentDigest(header, body);
    return outcome.ok ? `ok ${outcome.value.join(' ')}` : outcome.error.code;
  };

  test('accepts either algorithm, and both', () => {
    expect([good256, good512, `${good512}, ${good256}`].map(codeOf)).toEqual([
      'ok sha-256',
      'ok sha-512',
      'ok sha-256 sha-512',
    ]);
  });

  test('goes by the bytes of an empty body as well', () => {
    const empty = bytes('');
    expect(checkContentDigest(contentDigest(empty, 'sha-256'), empty).ok).toBe(true);
    for (const wrong of [good256, 'sha-256=:AAAA:', null])
      expect(checkContentDigest(wrong, empty).ok, String(wrong)).toBe(false);
  });

  test('refuses a header that is missing or empty', () => {
    expect([null, undefined, '', ' '].map(codeOf)).toEqual(Array(4).fill('digest_missing'));
  });

  test('refuses when any digest it can compute differs, whichever comes first', () => {
    const bad256 = contentDigest(bytes('other'), 'sha-256');
    expect(codeOf(bad256)).toBe('digest_mismatch');
    expect(codeOf(`${bad256}, ${good512}`)).toBe('digest_mismatch');
    expect(codeOf(`${good512}, ${bad256}`)).toBe('digest_mismatch');
    expect(codeOf('sha-256=:AAAA:')).toBe('digest_mismatch');
    expect(codeOf('sha-256=::')).toBe('digest_mismatch');
  });

  test('ignores other algorithms beside a good one, but not alone', () => {
    expect(codeOf(`md5=:AAAA:, ${good256}`)).toBe('ok sha-256');
    expect(codeOf('md5=:AAAA:, sha=:AAAA:')).toBe('digest_unsupported');
  });

  test('refuses one algorithm named twice, even with the same value', () => {
    expect(codeOf(`sha-256=:AAAA:, ${good256}`)).toBe('digest_duplicate');
    expect(codeOf(`${good256}, ${good256}`)).toBe('digest_duplicate');
  });

  test('refuses what is not a dictionary of byte sequences', () => {
    const unpadded = createHash('sha256').update(body).digest('base64url');
    const cases = [
      'sha-256',
      'sha-256="abc"',
      'sha-256=abc',
      'sha-256=(:AAAA:)',
      `sha-256=:${unpadded}-:`,
      'SHA-256=:AAAA:',
      'garbage here',
    ];
    expect(cases.map(codeOf)).toEqual(Array(cases.length).fill('digest_malformed'));
  });
});
