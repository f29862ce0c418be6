import Big from 'big.js';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallInput } from '../../../src-shared/contract/schemas.ts';
import { totalOf } from '../../core/money.ts';
import type { IntendedOrder } from '../../orders/machine/events.ts';
import type { NewSale } from '../../orders/machine/new-sale.ts';
import type { SaleCharge } from '../../prices/machine/sale-charge.ts';
import type { Need } from '../../staff/approval-check.ts';
import { largeIn, partOf, partOfOrder, type LargeChoices } from './large-sale.ts';

/** A sale with what its customer pays by the prices in force. */
export interface PricedSale extends NewSale {
  readonly charge: SaleCharge;
}

type Sale = Pick<PricedSale, 'quantity' | 'expectedUnitPrice' | 'charge'>;
type Asked = Pick<CallInput<'orders', 'place'>, 'pricesRevision' | 'shownTotal' | 'largeConfirmed'>;

/**
 * Why a sale is not what the person saw and meant, or null. `beside`: what the same customer may have bought already,
 * since all its tries count together. Errors: `charge_changed` with the total that was shown and the one in force;
 * `large_sale` with the field that is over what the manager chose, where the person was not asked once more.
 */
export function shownSaleFault(
  sale: Sale,
  asked: Asked,
  choices: LargeChoices,
  beside: readonly IntendedOrder[] = [],
): Failure | null {
  const { quantity, expectedUnitPrice } = sale;
  const changed = changedCharge(sale, asked);
  if (changed !== null) return changed;
  const cost = totalOf(expectedUnitPrice.amount, quantity);
  if (cost === null) return { code: 'input_invalid', field: 'quantity' };
  const large = asked.largeConfirmed === true ? null : largeWith(sale, choices, beside);
  return large === null ? null : { code: 'large_sale', field: large === 'cards' ? 'quantity' : 'shownTotal' };
}

/** What of a sale, as it was shown, a cashier needs a manager's word for; `beside` is what its customer has already. */
export function needsOfShown(sale: Sale, choices: LargeChoices, beside: readonly IntendedOrder[]): readonly Need[] {
  return [
    ...(largeWith(sale, choices, beside) === null ? [] : [{ kind: 'largeSale' } as const]),
    ...needsOfPrice(sale),
  ];
}

/** What a price that was typed for one sale, or for one line of it, needs a manager's word for. */
export function needsOfPrice({ charge: { overridden, margin } }: Pick<Sale, 'charge'>): readonly Need[] {
  return [
    ...(overridden === true ? [{ kind: 'otherCharge' } as const] : []),
    // A rule that allows less than the cost is a manager's word already.
    ...(overridden === true && new Big(margin).lt(0) ? [{ kind: 'chargeBelowCost' } as const] : []),
  ];
}

function largeWith(sale: Sale, choices: LargeChoices, beside: readonly IntendedOrder[]): ReturnType<typeof largeIn> {
  return largeIn([partOf(sale), ...beside.map(partOfOrder)], choices);
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
