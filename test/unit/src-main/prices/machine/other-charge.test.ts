import { expect, it } from 'vitest';
import { parseCharge, type ChargeAmount } from '../../../../../src-main/prices/machine/charge-amount.ts';
import { otherCharge } from '../../../../../src-main/prices/machine/other-charge.ts';
import type { SaleCharge } from '../../../../../src-main/prices/machine/sale-charge.ts';

function amount(text: string, currency = 'KWD'): ChargeAmount {
  const parsed = parseCharge(text, currency);
  if (parsed === null) throw new Error(text);
  return parsed;
}

/** Three cards that cost 2.850 each, at 3.250. */
const ruled: SaleCharge = {
  price: amount('3.250'),
  total: amount('9.750'),
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '1.2',
  revision: 7,
};

it('charges what was typed, with the margin that leaves and what the prices say beside it', () => {
  expect(otherCharge(ruled, '3', 3)).toEqual({
    ...ruled,
    price: '3.000',
    total: '9.000',
    margin: '0.45',
    overridden: true,
    ruled: { price: '3.250', total: '9.750' },
  });
  expect(otherCharge(ruled, '2.849', 3)?.margin).toBe('-0.003');
});

it('is no other price where it is the same', () => {
  expect(otherCharge(ruled, '3.25', 3)).toBe(ruled);
});

it.each(['', '0', '0.000', '-1', '3.2500', '1e1', '1,5', '1000000000'])('takes no “%s”', (typed) => {
  expect(otherCharge(ruled, typed, 3)).toBeNull();
});

it('knows the decimals of its currency', () => {
  const inYen: SaleCharge = { ...ruled, currency: 'JPY', price: amount('300', 'JPY'), total: amount('900', 'JPY') };
  expect(otherCharge(inYen, '299.5', 3)).toBeNull();
  expect(otherCharge(inYen, '299', 3)?.total).toBe('897');
});
