/**
 * What a terminal would obey instead of showing it: control characters (C0, DEL, C1), breaks of lines, and marks that
 * turn the direction of what follows. A code or a name of the service may hold any of them.
 */
const obeyed = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The same text with these written out as `\u001b`, so that nothing is lost and nothing is obeyed. */
export function visible(text: string): string {
  return text.replaceAll(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
