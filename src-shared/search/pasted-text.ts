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
