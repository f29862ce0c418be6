import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkVectors } from '../../../protocol-vectors/check-vectors.ts';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/rfc9421', import.meta.url));

test('the three ES256 vectors of RFC 9421 verify and their bases and digests are rebuilt exactly', () => {
  expect(checkVectors(FIXTURES)).toEqual([]);
});

test('a vector with a changed body, header or base is reported', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vectors-'));
  try {
    cpSync(FIXTURES, folder, { recursive: true });
    const file = join(folder, 'appendix-b.2.4-answer.json');
    const original = readFileSync(file, 'utf8');
    const failuresWith = (from: string, to: string): string[] => {
      writeFileSync(file, original.replace(from, to));
      return checkVectors(folder);
    };
    expect(failuresWith('good dog', 'good cat')).toEqual(['RFC 9421 appendix B.2.4: digest_mismatch']);
    expect(failuresWith('"Content-Length",\n        "23"', '"Content-Length",\n        "24"')).toEqual([
      'RFC 9421 appendix B.2.4: signature_invalid',
    ]);
    expect(failuresWith('\\"content-length\\": 23', '\\"content-length\\": 24')).toEqual([
      'RFC 9421 appendix B.2.4: the signature base differs',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
