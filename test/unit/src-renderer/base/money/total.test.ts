import { describe, expect, it } from 'vitest';
import { isMoreThan, isSameMoney, totalOf } from '../../../../../src-renderer/base/money/total.ts';
import { isValidReference } from '../../../../../src-renderer/features/sell/reference.ts';

describe('totalOf', () => {
  it.each([
    ['2.850', 3, '8.550'],
    ['0.001', 1000, '1.000'],
    ['1.005', 100, '100.500'],
    ['1.25', 3, '3.75'],
    ['250', 4, '1000'],
    ['123456789012345.678', 9, '1111111101111111.102'],
  ])('multiplies %s by %i exactly', (unit, quantity, total) => {
    expect(totalOf(unit, quantity)).toBe(total);
  });

  it('knows the same money however many zeros it is written with', () => {
    const of = (amount: string, currency: string) => ({ amount, currency });
    expect(isSameMoney(of('2.5', 'KWD'), of('2.500', 'KWD'))).toBe(true);
    expect(isSameMoney(of('2.5', 'KWD'), of('2.500', 'USD'))).toBe(false);
    expect(isSameMoney(of('2.5', 'KWD'), of('2.501', 'KWD'))).toBe(false);
  });

  it('compares amounts as decimals, not as text', () => {
    expect(isMoreThan('100.000', '75.000')).toBe(true);
    expect(isMoreThan('75.000', '75.000')).toBe(false);
  });
});

describe('isValidReference', () => {
  it.each(['', 'TILL-2 / 0417', 'a_b.c:d#9', 'x'.repeat(100)])('accepts %j', (reference) => {
    expect(isValidReference(reference, 100)).toBe(true);
  });
  it.each(['x'.repeat(101), 'مرجع', 'a;b', 'line\nbreak', 'é'])('refuses %j', (reference) => {
    expect(isValidReference(reference, 100)).toBe(false);
  });
  it('leaves room for what the counter sends before it', () => {
    expect([56, 57].map((length) => isValidReference('x'.repeat(length), 56))).toEqual([true, false]);
  });
});
