import { expect, it } from 'vitest';
import { newPassword } from '../../../../src-main/code-files/password.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';

it('has five groups of four letters that nobody takes for another', () => {
  const passwords = Array.from({ length: 2_000 }, () => newPassword(systemRandomness));
  for (const password of passwords) expect(password).toMatch(/^[ABCDEFGHJKMNPQRSTVWXYZ]{4}(-[A-Z]{4}){4}$/);
  const seen = new Set(passwords.join('').replaceAll('-', ''));
  expect([...seen].sort().join('')).toBe('ABCDEFGHJKMNPQRSTVWXYZ');
  expect(new Set(passwords).size).toBe(passwords.length);
  expect(20 * Math.log2(seen.size)).toBeGreaterThan(80);
});

it('takes no byte that would make some letters likelier than others', () => {
  const drawn = [
    Uint8Array.from({ length: 20 }, () => 255),
    Uint8Array.from({ length: 20 }, (_, index) => 222 + index),
  ];
  expect(newPassword({ bytes: () => drawn.shift() ?? new Uint8Array(20) })).toBe('CDEF-GHJK-MNPQ-RSTV-WXYZ');
});
