import { expect, it } from 'vitest';
import type { PriceRule } from '../../../../../src-main/prices/machine/events.ts';
import { missingFor, type Missing } from '../../../../../src-main/prices/machine/missing.ts';
import type { PriceList } from '../../../../../src-main/prices/machine/price-list.ts';

const card = '0c000000-0000-4000-8000-000000000001';
const rule: PriceRule = {
  id: '0d000000-0000-4000-8000-000000000001',
  target: { kind: 'card', id: card },
  form: { kind: 'percent', percent: '5' },
  currency: 'KWD',
  rounding: null,
  allowBelowCost: false,
};
const onFace: PriceRule = { ...rule, form: { kind: 'amount', amount: '1', on: 'faceValue' } };
const shelf: PriceRule = { ...onFace, target: { kind: 'subcategory', id: card } };
const none: PriceList = { revision: 1, rules: [], rates: [], faceValues: [] };
const dollars: PriceList = { ...none, rates: [{ from: 'USD', to: 'KWD', rate: '0.3' }] };
const faced = (prices: PriceList, currency: string): PriceList => ({
  ...prices,
  faceValues: [{ card, amount: '5', currency }],
});
const noDollars: Missing = { kind: 'rate', from: 'USD', to: 'KWD' };

it.each<readonly [string, PriceList, PriceRule, readonly string[], Missing | null]>([
  ['nothing in the currency of the wallet', none, rule, ['KWD'], null],
  ['nothing where no wallet sells it', none, rule, [], null],
  ['the rate of a wallet', none, rule, ['KWD', 'USD'], noDollars],
  ['nothing where the rate is entered', dollars, rule, ['KWD', 'USD'], null],
  ['the face value of its card', none, onFace, ['KWD'], { kind: 'faceValue' }],
  ['the rate of the face value', faced(none, 'USD'), onFace, ['KWD'], noDollars],
  ['nothing where both are entered', faced(dollars, 'USD'), onFace, ['KWD'], null],
  ['no one face value where it is for many cards', none, shelf, ['KWD'], null],
])('a rule lacks %s', (_what, prices, some, currencies, missing) => {
  expect(missingFor(prices, some, currencies)).toEqual(missing);
});
