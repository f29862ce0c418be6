import type { CounterPage } from './counter-page.ts';

/** What the keys of a scanner type under an Arabic layout: letters and digits of the other script. */
const arabic: Readonly<Record<string, string>> = { a: 'ش', b: 'لا', c: 'ؤ', '?': '؟' };
const places: Readonly<Record<string, string>> = { '-': 'Minus', ' ': 'Space', '?': 'Slash' };
const shifted: readonly string[] = ['?'];
const arabicZero = 0x0660;
/** From the keyboard to the scanner at least, by the times in the events: a key nearer to the code is of its burst. */
const handMs = 200;
/** Chrome DevTools Protocol, Input.dispatchKeyEvent. */
const shiftBit = 8;

/**
 * A scanner that types a code as a keyboard would, at its own pace and whatever layout is on. The times stand in the
 * events themselves, so that a slow machine does not slow the scanner down.
 */
export class Wedge {
  readonly #counter: CounterPage;

  constructor(counter: CounterPage) {
    this.#counter = counter;
  }

  async scan(code: string, everyMs = 8, end: 'Enter' | 'Tab' | null = 'Enter'): Promise<void> {
    const session = await this.#counter.page.context().newCDPSession(this.#counter.page);
    const beginsMs = Date.now() + handMs;
    const keys = [
      ...Array.from(code, keyOf),
      ...(end === null ? [] : [{ code: end, key: end, text: end === 'Enter' ? '\r' : '' }]),
    ];
    for (const [index, key] of keys.entries()) {
      const timestamp = (beginsMs + index * everyMs) / 1000;
      const windowsVirtualKeyCode = key.code === 'Enter' ? 13 : key.code === 'Tab' ? 9 : key.text.charCodeAt(0);
      await session.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, windowsVirtualKeyCode, ...key });
      await session.send('Input.dispatchKeyEvent', {
        type: 'keyUp',
        timestamp,
        windowsVirtualKeyCode,
        code: key.code,
        key: key.key,
      });
    }
    await session.detach();
  }
}

function keyOf(sign: string): {
  readonly code: string;
  readonly key: string;
  readonly text: string;
  readonly modifiers: number;
} {
  const isDigit = /\d/.test(sign);
  const key = isDigit ? String.fromCharCode(arabicZero + Number(sign)) : (arabic[sign] ?? sign);
  const code = isDigit ? `Digit${sign}` : (places[sign] ?? `Key${sign.toUpperCase()}`);
  return { code, key, text: key, modifiers: shifted.includes(sign) ? shiftBit : 0 };
}
