import { describe, expect, it } from 'vitest';
import { typedAmount, typedCash } from '../../../../../src-renderer/base/money/typed-amount.ts';

describe('an amount that a person types', () => {
  it.each([
    ['50', '50.000'],
    ['٥٠٫٢٥', '50.250'],
    ['1,250.5', '1250.500'],
    ['007', '7.000'],
    ['0', '0.000'],
    [' 12.345 ', '12.345'],
    ['.5', '0.500'],
    ['٫٥٠٠', '0.500'],
    ['١٬٥٠٠٫٢٥', '1500.250'],
    ['١٬٥٠٠', '1500.000'],
    ['\u200f۱۲٫۵\u200e', '12.500'],
  ])('is for %s %s', (typed, amount) => {
    expect(typedAmount(typed)).toBe(amount);
  });

  it.each(['', 'abc', '1.2345', '-5', '5 KWD', '1 5', '١ ٥', '9'.repeat(13)])('is none for %s', (typed) => {
    expect(typedAmount(typed)).toBeNull();
  });

  // With three decimals half a dinar may be meant, or five hundred.
  it.each(['0,500', '000,500', '1,500', '12,34567', '12,34567.5', '1,2,500.5', '5,', '5.', '1.5.', '12..5'])(
    'is none for %s, which may mean two amounts',
    (typed) => {
      expect(typedAmount(typed)).toBeNull();
    },
  );

  it.each(['(50)', '\u20135', '\u20105', '\uff0d5', '50%', '$5', '1²', '①', '#5', "5'", '5!', '5/2'])(
    'drops no sign of %s',
    (typed) => {
      expect(typedAmount(typed)).toBeNull();
    },
  );
});

it('counted cash has no smaller coins than its currency', () => {
  const typed = ['10.500', '10.50', '10'];
  expect(typed.map((each) => typedCash(each, 'KWD'))).toEqual(['10.500', '10.500', '10.000']);
  expect(typed.map((each) => typedCash(each, 'USD'))).toEqual([null, '10.500', '10.000']);
  expect(typed.map((each) => typedCash(each, 'IQD'))).toEqual([null, null, '10.000']);
});
