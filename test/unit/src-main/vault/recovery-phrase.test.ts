import { expect, test } from 'vitest';
import { newRecoveryPhrase, parseRecoveryPhrase } from '../../../../src-main/vault/recovery-phrase.ts';
import { systemRandomness } from './randomness.ts';

test('a phrase is read as it was made, however it was typed', () => {
  const phrase = newRecoveryPhrase(systemRandomness);
  expect(phrase).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/);
  for (const typed of [
    phrase,
    phrase.toLowerCase(),
    phrase.replaceAll('-', ''),
    phrase.replaceAll('-', ' \n'),
    ` ${phrase}-`,
    `\u200f${phrase.replaceAll('-', '\u2011')}\u200e`,
    phrase.replaceAll('-', '\u2013\u200b'),
  ]) {
    expect(parseRecoveryPhrase(typed)).toBe(phrase);
  }
});

test('signs that look alike are one', () => {
  expect(parseRecoveryPhrase('OoIiLl01'.repeat(4))).toBe('0011-1101-0011-1101-0011-1101-0011-1101');
});

test('each byte makes one sign of the alphabet', () => {
  const counted = {
    ...systemRandomness,
    bytes: (length: number) => Uint8Array.from({ length }, (_, index) => index + 32),
  };
  expect(newRecoveryPhrase(counted)).toBe('0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV-WXYZ');
});

test('what is shorter, longer or holds another sign is no phrase', () => {
  const phrase = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  for (const typed of [
    '',
    phrase.slice(1),
    `${phrase}A`,
    `A${phrase}`,
    `U${phrase.slice(1)}`,
    `${phrase.slice(1)}U`,
    `!${phrase}`,
    `${phrase}!`,
  ]) {
    expect(parseRecoveryPhrase(typed)).toBeNull();
  }
});
