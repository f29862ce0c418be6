import { describe, expect, it } from 'vitest';
import { BurstReader, type KeyStroke, type Reading } from '../../../../../src-renderer/features/scanner/burst.ts';
import { signOf } from '../../../../../src-renderer/features/scanner/key-signs.ts';

const digits = Array.from('6281234567890', (digit) => `Digit${digit}`);

function typed(codes: readonly string[], everyMs: number, part: Partial<KeyStroke> = {}): Reading {
  const reader = new BurstReader();
  let last: Reading = { kind: 'none' };
  codes.forEach((code, index) => {
    last = reader.read({ code, shift: false, chord: false, repeat: false, ...part, atMs: 1000 + index * everyMs });
  });
  return last;
}

describe('a burst of keys', () => {
  it.each([5, 12, 20, 34])('every %i ms that ends in Enter is a scan', (everyMs) => {
    expect(typed([...digits, 'Enter'], everyMs)).toEqual({ kind: 'scanned', code: '6281234567890' });
  });

  it.each([40, 60, 120])('every %i ms is a person typing', (everyMs) => {
    expect(typed([...digits, 'Enter'], everyMs)).toEqual({ kind: 'none' });
  });

  it.each(['Enter', 'NumpadEnter', 'Tab'])('may end in %s', (terminator) => {
    expect(typed([...digits, terminator], 8)).toMatchObject({ kind: 'scanned' });
  });

  it('is no scan without an end, and none of fewer than six signs', () => {
    expect(typed(digits, 8)).toEqual({ kind: 'more' });
    expect(typed([...digits.slice(0, 5), 'Enter'], 8)).toEqual({ kind: 'none' });
    expect(typed([...digits.slice(0, 6), 'Enter'], 8)).toMatchObject({ kind: 'scanned' });
  });

  it('is not made by a held key, which the system repeats as fast, nor by commands', () => {
    expect(typed([...digits, 'Enter'], 30, { repeat: true })).toEqual({ kind: 'none' });
    expect(typed([...digits, 'Enter'], 8, { chord: true })).toEqual({ kind: 'none' });
  });

  it('begins anew after a pause, so that what a person typed before is no part of the code', () => {
    const reader = new BurstReader();
    const read = (code: string, atMs: number): Reading =>
      reader.read({ code, shift: false, chord: false, repeat: false, atMs });
    read('KeyZ', 0);
    read('KeyA', 90);
    expect(digits.map((code, index) => read(code, 400 + index * 10).kind)[0]).toBe('first');
    expect(read('Enter', 540)).toEqual({ kind: 'scanned', code: '6281234567890' });
    expect(read('Enter', 545)).toEqual({ kind: 'none' });
  });

  it('survives one hiccup of the machine', () => {
    const reader = new BurstReader();
    const gaps = [5, 5, 70, 5, 5, 5, 5, 5];
    let atMs = 0;
    for (const [index, gap] of gaps.entries())
      reader.read({ code: `Digit${index}`, shift: false, chord: false, repeat: false, atMs: (atMs += gap) });
    expect(reader.read({ code: 'Enter', shift: false, chord: false, repeat: false, atMs: atMs + 5 })).toEqual({
      kind: 'scanned',
      code: '01234567',
    });
  });

  it('is longer than no paired code may be', () => {
    expect(typed([...Array.from({ length: 65 }, () => 'Digit1'), 'Enter'], 5)).toEqual({ kind: 'none' });
    expect(typed([...Array.from({ length: 64 }, () => 'Digit1'), 'Enter'], 5)).toMatchObject({ kind: 'scanned' });
  });
});

describe('the sign of a key', () => {
  it('comes from where the key is: letters, digits, the number pad and punctuation, with Shift and without', () => {
    expect(['KeyA', 'Digit7', 'Numpad7', 'Minus', 'Slash'].map((code) => signOf(code, false))).toEqual([
      'a',
      '7',
      '7',
      '-',
      '/',
    ]);
    expect(['KeyA', 'Digit7', 'Numpad7', 'Minus', 'Slash'].map((code) => signOf(code, true))).toEqual([
      'A',
      '&',
      '7',
      '_',
      '?',
    ]);
    expect(['Enter', 'ArrowDown', 'F2', 'Escape'].map((code) => signOf(code, false))).toEqual([null, null, null, null]);
  });
});
