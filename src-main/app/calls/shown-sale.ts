import Big from 'big.js';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { PreferencesView } from '../../../src-shared/contract/preferences.ts';
import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { askAboveAmountIn } from '../../../src-shared/money/large-sale.ts';
import { totalOf, type Amount } from '../../core/money.ts';
import type { NewSale } from '../../orders/machine/new-sale.ts';
import type { SaleCharge } from '../../prices/machine/sale-charge.ts';
import type { Need } from '../../staff/gate.ts';

/** A sale with what its customer pays by the prices in force. */
export interface PricedSale extends NewSale {
  readonly charge: SaleCharge;
}

type Sale = Pick<PricedSale, 'quantity' | 'expectedUnitPrice' | 'charge'>;
type Asked = Pick<CallInput<'orders', 'place'>, 'pricesRevision' | 'shownTotal' | 'largeConfirmed'>;
type Choices = Pick<PreferencesView, 'askAboveCards' | 'askAboveAmount'>;

/**
 * Why a sale is not what the person saw and meant, or null. Errors: `charge_changed` with the total that was on the
 * screen and the one by the prices in force; `large_sale` with the field that is over what the manager chose, where the
 * person was not asked once more.
 */
export function shownSaleFault(sale: Sale, asked: Asked, choices: Choices): Failure | null {
  const { quantity, expectedUnitPrice } = sale;
  const changed = changedCharge(sale, asked);
  if (changed !== null) return changed;
  const cost = totalOf(expectedUnitPrice.amount, quantity);
  if (cost === null) return { code: 'input_invalid', field: 'quantity' };
  const large = asked.largeConfirmed === true ? null : largeIn(sale, choices);
  return large === null ? null : { code: 'large_sale', field: large };
}

/** What of a sale, as it was shown, a cashier needs a manager's word for. */
export function needsOfShown(sale: Sale, choices: Choices): readonly Need[] {
  return [...(largeIn(sale, choices) === null ? [] : [{ kind: 'largeSale' } as const]), ...needsOfPrice(sale)];
}

/** What a price that was typed for one sale, or for one line of it, needs a manager's word for. */
export function needsOfPrice({ charge: { overridden, margin } }: Pick<Sale, 'charge'>): readonly Need[] {
  return [
    ...(overridden === true ? [{ kind: 'otherCharge' } as const] : []),
    // A rule that allows less than the cost is a manager's word already.
    ...(overridden === true && new Big(margin).lt(0) ? [{ kind: 'chargeBelowCost' } as const] : []),
  ];
}

/** What of a sale is over what the manager chose, or null. */
function largeIn(sale: Sale, choices: Choices): 'quantity' | 'shownTotal' | null {
  const { quantity, expectedUnitPrice, charge } = sale;
  if (quantity > choices.askAboveCards) return 'quantity';
  const cost = totalOf(expectedUnitPrice.amount, quantity);
  const isLarge =
    isAbove(charge.total, charge.currency, choices) ||
    (cost !== null && isAbove(cost, expectedUnitPrice.currency, choices));
  return isLarge ? 'shownTotal' : null;
}

/** `charge_changed` where the customer pays something else than the screen showed. */
export function changedCharge(
  { charge }: Pick<PricedSale, 'charge'>,
  { pricesRevision, shownTotal }: Pick<Asked, 'pricesRevision' | 'shownTotal'>,
): Failure | null {
  if (pricesRevision === charge.revision && isShown(charge, shownTotal)) return null;
  const now = { amount: charge.total, currency: charge.currency };
  return { code: 'charge_changed', field: 'shownTotal', prices: { shown: shownTotal, now } };
}

function isShown({ total, currency }: SaleCharge, shown: Asked['shownTotal']): boolean {
  return shown.currency === currency && new Big(shown.amount).eq(total);
}

/** What a shop pays counts as well as what it is paid: a charge may be in another currency, or far below. */
function isAbove(amount: Amount | SaleCharge['total'], currency: string, { askAboveAmount }: Choices): boolean {
  return new Big(amount).gt(askAboveAmountIn(currency, askAboveAmount));
}
