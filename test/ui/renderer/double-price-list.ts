import type { PriceChange, PriceListView } from '../../../src-shared/contract/prices.ts';
import { ago, id, walletIds } from './double-data.ts';

/** The prices of a shop that has set some: by card, shelf and wallet, in two currencies. */

type Rule = PriceListView['rules'][number];

const plain: Pick<Rule, 'currency' | 'rounding' | 'allowBelowCost'> = {
  currency: 'KWD',
  rounding: null,
  allowBelowCost: false,
};
const ofCard: Rule = {
  ...plain,
  id: id(11, 1),
  target: { kind: 'card', id: id(4, 1) },
  form: { kind: 'fixed', amount: '3.25' },
};
const ofShelf: Rule = {
  ...plain,
  id: id(11, 2),
  target: { kind: 'subcategory', id: id(3, 1) },
  form: { kind: 'percent', percent: '7.5', on: 'cost' },
  rounding: { step: '0.05', mode: 'up' },
};
const ofWallet: Rule = {
  ...plain,
  id: id(11, 3),
  target: { kind: 'wallet', id: walletIds.kwd },
  form: { kind: 'amount', amount: '-0.1', on: 'faceValue' },
  currency: 'USD',
  rounding: { step: '0.25', mode: 'nearest' },
  allowBelowCost: true,
};
const rate = { from: 'KWD', to: 'USD', rate: '3.25' };
const faceValue = { card: id(4, 1), amount: '3', currency: 'KWD' };

export const somePrices: PriceListView = {
  revision: 5,
  rules: [ofCard, ofShelf, ofWallet],
  rates: [rate],
  faceValues: [faceValue],
};

export const someChanges: readonly PriceChange[] = [
  { at: ago(3), kind: 'ruleSet', by: id(9, 1), rule: termsOf(ofCard) },
  { at: ago(40), kind: 'ruleRemoved', by: id(9, 1), rule: termsOf(ofShelf) },
  { at: ago(90), kind: 'rateSet', rate },
  { at: ago(95), kind: 'faceValueSet', faceValue },
];

function termsOf({ id: _, ...terms }: Rule): NonNullable<PriceChange['rule']> {
  return terms;
}
