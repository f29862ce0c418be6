import { expect, it } from 'vitest';
import { shownAmount } from '../../../../src-shared/money/shown-amount.ts';

it.each([
  ['18.512', 'KWD', '18.512'],
  ['12.000', 'KWD', '12.000'],
  ['12.000', 'USD', '12.00'],
  ['1234.560', 'SAR', '1,234.56'],
  ['12.345', 'USD', '12.345'],
  ['25000.000', 'IQD', '25,000'],
  ['25000.500', 'IQD', '25,000.500'],
  ['-5.000', 'EUR', '-5.00'],
] as const)('%s %s is shown as %s, never rounded', (amount, currency, shown) => {
  expect(shownAmount(amount, currency)).toBe(shown);
});
