import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  lockLeftMs,
  lockMsAfter,
  longestLockMs,
  pinOf,
  wrongPinsAllowed,
} from '../../../../src-main/staff/pin-rules.ts';

const arabicDigits = (zero: number, digits: string): string =>
  Array.from(digits, (digit) => String.fromCodePoint(zero + Number(digit))).join('');

describe('a PIN', () => {
  it('is the same in every kind of digits, and is 4 to 8 of them', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,12}$/), (digits) => {
        const wanted = digits.length >= 4 && digits.length <= 8 ? digits : null;
        for (const typed of [digits, arabicDigits(0x06_60, digits), arabicDigits(0x06_f0, digits), ` ${digits}\n`])
          expect(pinOf(typed)).toBe(wanted);
      }),
    );
  });

  it.each(['', '12 34', '123a', '١٢٣', '-1234', '1234.0', '１２３４', '12345678901', '²²²²'])('is not %j', (typed) => {
    expect(pinOf(typed)).toBeNull();
  });
});

describe('wrong PINs in a row', () => {
  it('lock from the fifth on, each time twice as long, and fifteen minutes at most', () => {
    const minutes = Array.from({ length: 12 }, (_, wrong) => lockMsAfter(wrong) / 60_000);
    expect(minutes).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 15, 15, 15]);
  });

  it('never lock for less than fewer of them, nor for longer than allowed', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), (wrong) => {
        expect(lockMsAfter(wrong + 1)).toBeGreaterThanOrEqual(lockMsAfter(wrong));
        expect(lockMsAfter(wrong)).toBeLessThanOrEqual(longestLockMs);
        expect(lockMsAfter(wrong) > 0).toBe(wrong >= wrongPinsAllowed);
      }),
    );
  });
});

it('what is left of a lock is never more than it was made for, wherever the clock was put', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer(), fc.integer({ min: 1, max: longestLockMs }), (atMs, shiftMs, forMs) => {
      const left = lockLeftMs({ untilMs: atMs + forMs, forMs }, atMs + shiftMs);
      expect(left).toBe(shiftMs <= 0 ? forMs : Math.max(0, forMs - shiftMs));
    }),
  );
});
