import { type Dictionary, parseDictionary } from 'structured-headers';
import { readPlainField } from './plain-fields.ts';

export type DictionaryReading =
  | {
      readonly ok: true;
      readonly members: Dictionary;
      /** The only member without its key, where it stands as a serialiser would write it. */
      readonly written?: string;
    }
  | { readonly ok: false; readonly reason: 'malformed' | 'duplicate' };

/**
 * What RFC 8941, which the fields of RFC 9421 and RFC 9530 are written in, does not know (a Date, a Display String),
 * and a Decimal without a fraction: as a number of ours it would be written again as an Integer, which nobody signed.
 */
const NOT_WRITTEN_BACK = /@|%"|[=( ]-?\d+\.0+(?!\d)/;

/**
 * Parses a Structured Fields dictionary and refuses a key or a parameter that is given twice. RFC 8941 lets the last
 * one win, so two readers that disagree about it would judge different signatures or digests.
 */
export function readDictionary(text: string): DictionaryReading {
  const plain = readPlainField(text);
  if (plain !== null) return { ok: true, ...plain };
  let members: Dictionary;
  try {
    members = parseDictionary(text);
  } catch {
    return { ok: false, reason: 'malformed' };
  }
  // In text that has parsed, commas separate members and semicolons start parameters unless inside a string.
  const bare = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  if (NOT_WRITTEN_BACK.test(bare)) return { ok: false, reason: 'malformed' };
  const written = { commas: bare.split(',').length - 1, semicolons: bare.split(';').length - 1 };
  const parameters = [...members.values()].reduce((sum, member) => sum + countParameters(member), 0);
  const duplicate = members.size > 0 && (written.commas + 1 !== members.size || written.semicolons !== parameters);
  return duplicate ? { ok: false, reason: 'duplicate' } : { ok: true, members };
}

function countParameters(member: Dictionary extends Map<string, infer M> ? M : never): number {
  const [value, parameters] = member;
  const ofItems = Array.isArray(value) ? value.reduce((sum, [, itemParameters]) => sum + itemParameters.size, 0) : 0;
  return parameters.size + ofItems;
}
