/** What a PIN is and what wrong ones cost: pure rules, with every time as an input. */

const minuteMs = 60_000;
/** So many wrong PINs in a row lock a person; each further one locks again, for twice as long. */
export const wrongPinsAllowed = 5;
export const longestLockMs = 15 * minuteMs;

/** The zeros of Arabic-Indic digits, as Arabic and as Persian keyboards write them. */
const zeros = [0x06_60, 0x06_f0];

/** A PIN in its one form: 4 to 8 digits, Arabic-Indic ones accepted. Null where the text is none. */
export function pinOf(typed: string): string | null {
  const digits = Array.from(typed.trim(), digitOf).join('');
  return /^[0-9]{4,8}$/.test(digits) ? digits : null;
}

function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const zero = zeros.find((each) => code >= each && code < each + 10);
  return zero === undefined ? sign : String(code - zero);
}

/** How long a person is locked after so many wrong PINs in a row, in milliseconds; 0 while they may still try. */
export function lockMsAfter(wrongPins: number): number {
  if (wrongPins < wrongPinsAllowed) return 0;
  return Math.min(longestLockMs, minuteMs * 2 ** (wrongPins - wrongPinsAllowed));
}

/**
 * What is left of a lock by a wall clock that may have been put back since: never longer than it was made for.
 */
export function lockLeftMs({ untilMs, forMs }: PinLock, nowMs: number): number {
  return Math.max(0, Math.min(forMs, untilMs - nowMs));
}

export interface PinLock {
  readonly untilMs: number;
  readonly forMs: number;
}
