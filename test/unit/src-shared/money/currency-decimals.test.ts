import { expect, it } from 'vitest';
import { decimalsOf } from '../../../../src-shared/money/currency-decimals.ts';

it.each([
  ['KWD', 3],
  ['JOD', 3],
  ['TND', 3],
  ['USD', 2],
  ['SAR', 2],
  ['EGP', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['IQD', 0],
  ['CLF', 4],
  ['constructor', 2],
])('writes %s with %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});
