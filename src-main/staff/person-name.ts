import type { Failure } from '../../src-shared/contract/codes.ts';
import { personNameMost } from '../../src-shared/contract/staff.ts';

/** Shown nowhere: two names that look the same would be two people. Only the joiners change how letters look. */
const unseen = /(?![\u200C\u200D])[\p{Default_Ignorable_Code_Point}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** What may be seen, and makes no other name of it: joiners, the stretch of Arabic letters, and a blank sign. */
const unmeant = /[\u0640\u2800\u200C\u200D]/gu;
/** What is no text: a terminal may obey it, and a screen shows a box. */
const strange = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

/** As it is kept: one form of each letter, single spaces, and nothing that nobody sees. */
export function keptName(name: string): string {
  // In this order: a mark between a letter and its accent keeps the two from becoming one.
  return name.replaceAll(unseen, '').normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
}

export function isSameName(one: string, other: string): boolean {
  return compared(one) === compared(other);
}

/** Why nobody can be called that, or null. */
export function nameFault(name: string): Failure | null {
  const kept = keptName(name);
  if (kept.length > personNameMost)
    return { code: 'input_invalid', field: 'name', detail: `at_most_${personNameMost}` };
  return compared(kept) === '' || strange.test(kept) ? { code: 'input_invalid', field: 'name' } : null;
}

/** Letters of older character sets, as Arabic ones in their drawn forms, look like the usual ones. */
function compared(name: string): string {
  return keptName(name.replaceAll(unmeant, '').normalize('NFKC')).toLowerCase();
}
