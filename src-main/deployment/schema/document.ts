import type { ProfileFault } from './rules.ts';

interface Level {
  /** The names that stood in this object; null in a list. */
  readonly names: Set<string> | null;
  /** The member or the entry that is being read; null before the next name. */
  at: string | number | null;
}

/** A profile has six: whoever looks for faults keeps the names of each level. */
const levelsMost = 32;
/** Nobody reads more of them. */
export const faultsMost = 100;

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs;
/**
 * Control characters, marks that turn the direction of writing, and what else is not seen; but for the two that join
 * letters.
 */
const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
const everyUnseen = new RegExp(unseen.source, 'gu');

/**
 * What a parser would pass over in a JSON document: a member that stands twice, of which another reader may take the
 * other one, and text that is not what it looks like. `text` is a document that can be parsed. Of one without end the
 * first faults are enough.
 */
export function documentFaults(text: string): readonly ProfileFault[] {
  const [levels, faults]: [Level[], ProfileFault[]] = [[], []];
  const fault = (allowed: string): void =>
    void faults.push({
      field: levels
        .map(({ at }) => at ?? '')
        .join('.')
        .replace(everyUnseen, '\ufffd')
        .slice(0, 200),
      allowed,
    });
  const read = (token: string): void => {
    const word = String(JSON.parse(token));
    const level = levels.at(-1);
    if (level?.names !== undefined && level.names !== null && level.at === null) {
      level.at = word;
      if (level.names.has(word)) fault('once');
      level.names.add(word);
    }
    if (unseen.test(word)) fault('no control characters and no marks that turn the direction of writing');
  };
  for (const [token] of text.matchAll(tokens)) {
    const level = levels.at(-1);
    if (token === '{') levels.push({ names: new Set(), at: null });
    else if (token === '[') levels.push({ names: null, at: 0 });
    else if (token === ',') {
      if (level !== undefined) level.at = typeof level.at === 'number' ? level.at + 1 : null;
    } else if (token === '}' || token === ']') levels.pop();
    else read(token);
    if (levels.length > levelsMost) fault(`at most ${levelsMost} levels`);
    if (levels.length > levelsMost || faults.length >= faultsMost) return faults;
  }
  return faults;
}
