import { describe, expect, it } from 'vitest';
import { typedAmount } from '../../../../../src-renderer/base/money/typed-amount.ts';

describe('an amount that a person types', () => {
  it.each([
    ['50', '50.000'],
    ['٥٠٫٢٥', '50.250'],
    ['1,250.5', '1250.500'],
    ['007', '7.000'],
    ['0', '0.000'],
    [' 12.345 ', '12.345'],
  ])('is for %s %s', (typed, amount) => {
    expect(typedAmount(typed)).toBe(amount);
  });

  it.each(['', 'abc', '1.2345', '-5', '5 KWD', '1 5', '9'.repeat(13)])('is none for %s', (typed) => {
    expect(typedAmount(typed)).toBeNull();
  });
});
