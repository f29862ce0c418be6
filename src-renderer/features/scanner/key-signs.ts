/**
 * The sign that a key carries on the layout a scanner is set to, by where the key is and not by what it types: under an
 * Arabic layout a wedge types Arabic letters and digits, and `event.code` stays the same (UI Events, 4.3.2).
 */
const punctuation: Readonly<Record<string, readonly [string, string]>> = {
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  Comma: [',', '<'],
  Period: ['.', '>'],
  Slash: ['/', '?'],
  Backquote: ['`', '~'],
  Space: [' ', ' '],
  NumpadDecimal: ['.', '.'],
  NumpadSubtract: ['-', '-'],
  NumpadAdd: ['+', '+'],
  NumpadDivide: ['/', '/'],
  NumpadMultiply: ['*', '*'],
};
const shiftedDigits = ')!@#$%^&*(';

/** Null for a key that carries no sign, such as Enter or an arrow. */
export function signOf(code: string, shift: boolean): string | null {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return shift ? letter : letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return shift ? (shiftedDigits[Number(digit)] ?? null) : digit;
  return /^Numpad(\d)$/.exec(code)?.[1] ?? punctuation[code]?.[shift ? 1 : 0] ?? null;
}
