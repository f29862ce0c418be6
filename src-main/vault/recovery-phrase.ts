import { pastedSigns } from '../../src-shared/search/pasted-text.ts';
import type { Randomness } from '../core/ports.ts';

/** Crockford's base 32: no I, L, O or U, so that nobody reads one sign for another. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 8;
const groupLength = 4;

/** The name of the wrap under the recovery phrase, beside the hosts' own. */
export const recoverySealerName = 'recovery';

/** 160 random bits as eight groups of four signs, to be written down. */
export function newRecoveryPhrase(randomness: Randomness): string {
  const signs = [...randomness.bytes(groups * groupLength)].map((byte) => alphabet.charAt(byte % alphabet.length));
  return inGroups(signs.join(''));
}

/**
 * The phrase in its one form: spacing and case do not matter, and signs that look alike count as one. Null where it is
 * none.
 */
export function parseRecoveryPhrase(typed: string): string | null {
  const signs = pastedSigns(typed).toUpperCase().replaceAll('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{32}$/.test(signs) ? inGroups(signs) : null;
}

function inGroups(signs: string): string {
  return Array.from({ length: groups }, (_, group) => signs.slice(group * groupLength, (group + 1) * groupLength)).join(
    '-',
  );
}
