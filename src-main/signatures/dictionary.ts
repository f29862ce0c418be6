import { type Dictionary, parseDictionary } from 'structured-headers';

export type DictionaryReading =
  | { readonly ok: true; readonly members: Dictionary }
  | { readonly ok: false; readonly reason: 'malformed' | 'duplicate' };

/**
 * Parses a Structured Fields dictionary and refuses a key or a parameter that is given twice. RFC 9651 lets the last
 * one win, so two readers that disagree about it would judge different signatures or digests.
 */
export function readDictionary(text: string): DictionaryReading {
  let members: Dictionary;
  try {
    members = parseDictionary(text);
  } catch {
    return { ok: false, reason: 'malformed' };
  }
  const written = countSeparators(text);
  const parameters = [...members.values()].reduce((sum, member) => sum + countParameters(member), 0);
  const duplicate = members.size > 0 && (written.commas + 1 !== members.size || written.semicolons !== parameters);
  return duplicate ? { ok: false, reason: 'duplicate' } : { ok: true, members };
}

function countParameters(member: Dictionary extends Map<string, infer M> ? M : never): number {
  const [value, parameters] = member;
  const ofItems = Array.isArray(value) ? value.reduce((sum, [, itemParameters]) => sum + itemParameters.size, 0) : 0;
  return parameters.size + ofItems;
}

/** In text that has parsed, commas separate members and semicolons start parameters unless inside a string. */
function countSeparators(text: string): { readonly commas: number; readonly semicolons: number } {
  // A Display String (%"...") has no backslash escapes, a String has; both end at the next free quote.
  const bare = text.replace(/%"[^"]*"|"(?:[^"\\]|\\.)*"/g, '');
  return { commas: bare.split(',').length - 1, semicolons: bare.split(';').length - 1 };
}
