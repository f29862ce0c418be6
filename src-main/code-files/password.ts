import type { Randomness } from '../core/ports.ts';

/** Letters that nobody takes for another, or for a digit: no I, L, O and U. */
const letters = 'ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 5;
const lettersInGroup = 4;
/** Bytes above the last whole multiple would make some letters likelier. */
const fair = Math.floor(256 / letters.length) * letters.length;

/** A new password of 89 bits, in groups that can be read out: `ABCD-EFGH-JKMN-PQRS-TVWX`. The hyphens belong to it. */
export function newPassword(randomness: Pick<Randomness, 'bytes'>): string {
  const signs: string[] = [];
  while (signs.length < groups * lettersInGroup) {
    const drawn = [...randomness.bytes(groups * lettersInGroup)].filter((byte) => byte < fair);
    signs.push(...drawn.map((byte) => letters.charAt(byte % letters.length)));
  }
  return Array.from({ length: groups }, (_, group) =>
    signs.slice(group * lettersInGroup, (group + 1) * lettersInGroup).join(''),
  ).join('-');
}
