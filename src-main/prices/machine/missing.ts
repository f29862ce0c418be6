import type { PriceRule } from './events.ts';
import { rateOf, type PriceList } from './price-list.ts';

/** What a manager still has to enter before a rule is followed. */
export type Missing =
  | { readonly kind: 'rate'; readonly from: string; readonly to: string }
  | { readonly kind: 'faceValue' };

/** The first thing that a rule needs and nobody entered; `currencies` are those of the wallets that it may be for. */
export function missingFor(prices: PriceList, rule: PriceRule, currencies: readonly string[]): Missing | null {
  const { currency: to, form, target } = rule;
  const from = currencies.find((each) => rateOf(prices, each, to) === null);
  if (from !== undefined) return { kind: 'rate', from, to };
  if (form.kind === 'fixed' || form.on !== 'faceValue' || target.kind !== 'card') return null;
  const faceValue = prices.faceValues.find(({ card }) => card === target.id);
  if (faceValue === undefined) return { kind: 'faceValue' };
  const { currency } = faceValue;
  return rateOf(prices, currency, to) === null ? { kind: 'rate', from: currency, to } : null;
}
