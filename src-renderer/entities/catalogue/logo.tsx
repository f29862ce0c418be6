import { useEffect } from 'react';
import './logo.css';
import { useLogos } from './logos-store.ts';

/** So many tints stand in logo.css; which one a name has never changes. */
const tints = 6;

/**
 * What stands for a brand: its logo, and until that is there, or where there is none, the first letters of its name.
 */
export function Logo({ ownerId, name }: { ownerId: string | undefined; name: string }) {
  const image = useLogos(({ byId }) => (ownerId === undefined ? undefined : byId.get(ownerId)));
  const isUnknown = image === undefined;
  useEffect(() => {
    if (ownerId === undefined || !isUnknown) return undefined;
    // Not for what is only scrolled past.
    const timer = setTimeout(() => void useLogos.getState().ask(ownerId), 120);
    return () => clearTimeout(timer);
  }, [ownerId, isUnknown]);
  if (typeof image === 'string' && ownerId !== undefined) {
    return (
      <span className="logo logo--plate">
        {/* The picture of another owner would stand here until this one is drawn. */}
        <img key={ownerId} src={image} alt="" decoding="async" onError={() => useLogos.getState().drop(ownerId)} />
      </span>
    );
  }
  return (
    <span className="logo" data-tint={tintOf(name)} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first two words; of a single Arabic word one, because two would be read as a word. */
export function initialsOf(name: string): string {
  const words = (name.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => Array.from(word.replace(arabicArticle, '')));
  const [[first = '', next = ''] = [], second] = words;
  const [letter] = second ?? [];
  if (letter !== undefined) return `${first}${zeroWidthNonJoiner}${letter}`.toUpperCase();
  return (arabic.test(first) ? first : first + next).toUpperCase();
}

/** Nearly every Arabic name has it, and it tells none apart. */
const arabicArticle = /^و?ال(?=..)/u;
const arabic = /\p{Script=Arabic}/u;
const zeroWidthNonJoiner = '\u200c';

function tintOf(name: string): number {
  return Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % tints;
}
