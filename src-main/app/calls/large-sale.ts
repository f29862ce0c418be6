import Big from 'big.js';
import type { PreferencesView } from '../../../src-shared/contract/preferences.ts';
import { askAboveAmountIn } from '../../../src-shared/money/large-sale.ts';
import { chargedIn } from '../../orders/machine/charged.ts';
import type { IntendedOrder } from '../../orders/machine/events.ts';
import type { NewSale } from '../../orders/machine/new-sale.ts';
import type { SaleCharge } from '../../prices/machine/sale-charge.ts';

export type LargeChoices = Pick<PreferencesView, 'askAboveCards' | 'askAboveAmount'>;

/** Some cards of what one customer buys: how many, what they cost the shop and what the customer pays. */
interface Part {
  readonly quantity: number;
  readonly cost: Amount;
  readonly charged: Amount;
}

interface Amount {
  readonly amount: string;
  readonly currency: string;
}

/**
 * What of a sale is over what the manager chose, or null. Cards count together, and so does what is paid in one
 * currency: neither many lines nor later tries are a way around the question.
 */
export function largeIn(
  parts: readonly Part[],
  { askAboveCards, askAboveAmount }: LargeChoices,
): 'cards' | 'sum' | null {
  if (parts.reduce((sum, { quantity }) => sum + quantity, 0) > askAboveCards) return 'cards';
  // What a shop pays counts as well as what it is paid: a charge may be in another currency, or far below.
  const sums = [sumsOf(parts.map(({ charged }) => charged)), sumsOf(parts.map(({ cost }) => cost))];
  const isLarge = sums.some((each) =>
    [...each].some(([currency, sum]) => sum.gt(askAboveAmountIn(currency, askAboveAmount))),
  );
  return isLarge ? 'sum' : null;
}

export function partOf({
  quantity,
  expectedUnitPrice: { amount, currency },
  charge,
}: Pick<NewSale, 'quantity' | 'expectedUnitPrice'> & { readonly charge: SaleCharge }): Part {
  return {
    quantity,
    cost: { amount: new Big(amount).times(quantity).toFixed(), currency },
    charged: { amount: charge.total, currency: charge.currency },
  };
}

/** Of what the same customer bought already, or may have. */
export function partOfOrder(intent: IntendedOrder): Part {
  const { total, currency } = chargedIn(intent);
  return { quantity: intent.quantity, cost: intent.total, charged: { amount: total, currency } };
}

/** What these come to, in each currency by itself. */
export function sumsOf(amounts: readonly Amount[]): ReadonlyMap<string, Big> {
  const sums = new Map<string, Big>();
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
  return sums;
}
