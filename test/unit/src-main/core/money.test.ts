import { describe, expect, it } from 'vitest';
import { compareAmounts, parseAmount, totalOf, type Amount } from '../../../../src-main/core/money.ts';

function amount(text: string): Amount {
  const parsed = parseAmount(text);
  if (parsed === null) throw new Error(`not an amount: ${text}`);
  return parsed;
}

describe('an amount', () => {
  it.each(['0.000', '0.001', '-0.250', '10.000', '999999999999999.999'])('is %s', (text) => {
    expect(parseAmount(text)).toBe(text);
  });

  it.each([
    '',
    '1',
    '1.0',
    '1.00',
    '1.0000',
    '01.000',
    '1.000 ',
    '1.000\n',
    '--1.000',
    '1,000',
    '1.00a',
    '٠.٠٠٠',
    'NaN',
    '1e3.000',
    '1000000000000000.000',
  ])('is not "%s"', (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});

describe('a total', () => {
  it.each([
    ['0.100', 3, '0.300'],
    ['1.005', 100, '100.500'],
    ['33.333', 3, '99.999'],
    ['9007199254740.993', 1, '9007199254740.993'],
    ['90071992547409.931', 10, '900719925474099.310'],
    ['0.000', 100, '0.000'],
  ])('of %s times %i is exactly %s', (price, quantity, total) => {
    expect(totalOf(amount(price), quantity)).toBe(total);
  });

  it('with more digits than any amount has is none, and never a wrong one', () => {
    expect(totalOf(amount('999999999999999.999'), 100)).toBeNull();
  });
});

describe('comparing amounts', () => {
  it('goes by value', () => {
    expect(compareAmounts(amount('2.000'), amount('10.000'))).toBeLessThan(0);
    expect(compareAmounts(amount('10.000'), amount('2.000'))).toBeGreaterThan(0);
    expect(compareAmounts(amount('-1.000'), amount('0.001'))).toBeLessThan(0);
    expect(compareAmounts(amount('-0.000'), amount('0.000'))).toBe(0);
  });
});
