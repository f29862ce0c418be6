/** A pasted text without what nobody sees in it: marks of direction, joiners, and the space around it. */
export function pastedText(text: string): string {
  return text.replace(/\p{Cf}/gu, '').trim();
}

/** A pasted id or phrase: also without spaces, and with the dashes that letters are written with as hyphens. */
export function pastedSigns(text: string): string {
  return pastedText(text)
    .replace(/\s/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-');
}

const idLengths = [8, 4, 4, 4, 12];
const idSigns = idLengths.map((length) =>
  Array(length)
    .fill('[0-9a-f]')
    .join(String.raw`\s*`),
);
const idAnywhere = new RegExp(String.raw`(?<![0-9a-z]-?)${idSigns.join(String.raw`\s*-\s*`)}(?!-?[0-9a-z])`, 'g');

/**
 * The id in a pasted text, in whatever quotes or sentence it stands and however it is broken; null where there is none,
 * or where two leave open which is meant.
 */
export function pastedId(text: string): string | null {
  const plain = pastedText(text)
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .toLowerCase();
  const found = new Set([...plain.matchAll(idAnywhere)].map(([id]) => id.replace(/\s/gu, '')));
  const [id] = found;
  return id !== undefined && found.size === 1 ? id : null;
}

/** The words of a pasted list. */
export function pastedWords(text: string): readonly string[] {
  return pastedText(text)
    .split(/[\s,]+/)
    .filter((word) => word !== '');
}
