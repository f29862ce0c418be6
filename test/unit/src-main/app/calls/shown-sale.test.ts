import { describe, expect, it } from 'vitest';
import { shownSaleFault, type PricedSale } from '../../../../../src-main/app/calls/shown-sale.ts';
import { parseAmount } from '../../../../../src-main/core/money.ts';
import { saleCharge } from '../../../../../src-main/prices/machine/sale-charge.ts';

const card = { card: 'c', subcategory: 's', category: null, wallet: 'w', personalPrice: null };

/** Two cards that cost so much each and are charged at so much, in another currency by a rate. */
function sale(
  cost: string,
  price: string,
  currency = 'KWD',
): Pick<PricedSale, 'quantity' | 'expectedUnitPrice' | 'charge'> {
  const amount = parseAmount(cost);
  if (amount === null) throw new Error('no amount');
  const rule = {
    id: 'r',
    target: { kind: 'card' as const, id: 'c' },
    form: { kind: 'fixed' as const, amount: price },
    currency,
    rounding: null,
    allowBelowCost: true,
  };
  const prices = { revision: 4, rules: [rule], rates: [{ from: 'KWD', to: 'JPY', rate: '500' }], faceValues: [] };
  const expectedUnitPrice = { amount, currency: 'KWD' };
  return { quantity: 2, expectedUnitPrice, charge: saleCharge(prices, { ...card, cost: expectedUnitPrice }, 2) };
}

const choices = { askAboveCards: 10, askAboveAmount: { KWD: '50.000', JPY: '9000.000' } };
const asked = (amount: string, currency = 'KWD', pricesRevision = 4) => ({
  pricesRevision,
  shownTotal: { amount, currency },
});

describe('what the person saw', () => {
  it.each(['5.5', '5.50', '5.500'])('is the charged total however it is written: %s', (amount) => {
    expect(shownSaleFault(sale('2.000', '2.75'), asked(amount), choices)).toBeNull();
  });

  it.each([
    ['another amount', asked('5.501')],
    ['another currency', asked('5.500', 'USD')],
    ['older prices', asked('5.500', 'KWD', 3)],
    ['the cost', asked('4.000')],
  ])('is not %s, and both totals are said', (_what, input) => {
    expect(shownSaleFault(sale('2.000', '2.75'), input, choices)).toEqual({
      code: 'charge_changed',
      field: 'shownTotal',
      prices: { shown: input.shownTotal, now: { amount: '5.500', currency: 'KWD' } },
    });
  });
});

describe('a large sale', () => {
  it.each([
    ['what the customer pays', sale('2.000', '25.001'), asked('50.002')],
    ['what the shop pays, however little the customer does', sale('25.001', '0.5'), asked('1')],
    ['what the customer pays in another currency', sale('2.000', '4501', 'JPY'), asked('9002', 'JPY')],
  ])('is large by %s', (_what, large, input) => {
    expect(shownSaleFault(large, input, choices)).toEqual({ code: 'large_sale', field: 'shownTotal' });
    expect(shownSaleFault(large, { ...input, largeConfirmed: true }, choices)).toBeNull();
  });

  it('is not one at the limit itself', () => {
    expect(shownSaleFault(sale('25.000', '25'), asked('50'), choices)).toBeNull();
  });
});
