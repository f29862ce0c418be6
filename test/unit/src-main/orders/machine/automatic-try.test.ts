import { expect, it } from 'vitest';
import { automaticTryFault, costsMore } from '../../../../../src-main/orders/machine/automatic-try.ts';
import type { SaleCharge } from '../../../../../src-main/orders/machine/events.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { wantedForMs, type Order } from '../../../../../src-main/orders/machine/order.ts';
import type { Failure } from '../../../../../src-shared/contract/codes.ts';
import { amount, History, intent, intendedAtMs, otherOperationId } from '../order-samples.ts';

const now = intendedAtMs + 60_000;
const charge = (total: string, margin: string): SaleCharge => ({
  price: total,
  total,
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin,
  revision: 3,
});
const { walletId, cardId, quantity, externalReference } = intent;
const sale: NewSale = {
  walletId,
  cardId,
  quantity,
  expectedUnitPrice: { amount: amount('1.500'), currency: 'KWD' },
  charge: charge('4.000', '1.000'),
  useAllowedDebt: false,
  ...(externalReference === null ? {} : { externalReference }),
  afterPriceChange: true,
};
const refusedFor = (code: string): Order => new History().judged({ outcome: 'refused', code }).facts;

/** Refused as the price changed, with what else is said of it. */
function refused(part: Partial<Order> = {}, intended: Partial<Order['intent']> = {}): Order {
  const order = refusedFor('price_changed');
  return {
    ...order,
    ...part,
    intent: { ...order.intent, charge: charge('4.000', '1.500'), wantedUntilMs: now, ...intended },
  };
}

const notAllowed: Failure = { code: 'not_allowed', field: 'afterPriceChange' };
const later = otherOperationId;
const differs: Failure = {
  code: 'charge_changed',
  field: 'shownTotal',
  prices: { shown: { amount: '4.000', currency: 'KWD' }, now: { amount: '4.001', currency: 'KWD' } },
};

it.each<readonly [string, Partial<NewSale>, Order | null, Failure | null]>([
  ['the first try for the same charge', {}, refused(), null],
  ['nothing', {}, null, notAllowed],
  ['an order that was refused for something else', {}, refusedFor('card_unavailable'), notAllowed],
  ['an order without an outcome', {}, new History().lost().facts, notAllowed],
  ['a new try', {}, refused({}, { replaces: later }), notAllowed],
  ['one that was replaced before', {}, refused({ replacedBy: later }), notAllowed],
  ['one that is wanted no longer', {}, refused({ wantedUntilMs: now - 1 }), notAllowed],
  ['one of a time to come', {}, refused({ wantedUntilMs: now + 2 * wantedForMs }), notAllowed],
  [
    'one for another card',
    { cardId: '0c000000-0000-4000-8000-000000000009' as NewSale['cardId'] },
    refused(),
    notAllowed,
  ],
  [
    'one for another wallet',
    { walletId: '0b000000-0000-4000-8000-000000000009' as NewSale['walletId'] },
    refused(),
    notAllowed,
  ],
  ['one for fewer', { quantity: quantity + 1 }, refused(), notAllowed],
  ['one at another charge', { charge: charge('4.001', '1.001') }, refused(), differs],
  [
    'one that earned as little',
    { charge: charge('4.000', '-1') },
    refused({}, { charge: charge('4.000', '-1') }),
    null,
  ],
  [
    'one that lost less',
    { charge: charge('4.000', '-1.001') },
    refused({}, { charge: charge('4.000', '-1') }),
    notAllowed,
  ],
  ['one that earned something', { charge: charge('4.000', '-0.001') }, refused(), notAllowed],
])('in the place of %s', (_what, changes, replaced, fault) => {
  expect(automaticTryFault({ ...sale, ...changes }, replaced, now)).toEqual(fault);
});

it.each([
  [intent.unitPrice, intent.total.currency, false],
  ['9999.000', intent.total.currency, true],
  ['0.001', intent.total.currency, false],
  ['0.001', 'XXX', true],
])('a card at %s %s costs more: %s', (price, currency, isMore) => {
  expect(costsMore({ expectedUnitPrice: { amount: amount(price), currency } }, refused())).toBe(isMore);
});
