import Big from 'big.js';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import { chargedIn } from './charged.ts';
import type { NewSale } from './new-sale.ts';
import { isWanted, stateOf, type Order } from './order.ts';

/**
 * Why a new try that nobody pressed for may not be made in the place of `replaced`, or null. Errors: `not_allowed` for
 * `afterPriceChange`; `charge_changed` where the customer would pay something else.
 */
export function automaticTryFault(sale: NewSale, replaced: Order | null, nowMs: number): Failure | null {
  const notAllowed: Failure = { code: 'not_allowed', field: 'afterPriceChange' };
  if (replaced === null || !isRefusedFirstTry(replaced, nowMs) || !isForTheSame(sale, replaced)) return notAllowed;
  const shown = chargedIn(replaced.intent);
  const now = chargeIn(sale);
  if (shown.currency !== now.currency || !new Big(shown.total).eq(now.total)) {
    const { currency } = now;
    return {
      code: 'charge_changed',
      field: 'shownTotal',
      prices: { shown: { amount: shown.total, currency: shown.currency }, now: { amount: now.total, currency } },
    };
  }
  return isMarginKept(sale, replaced) ? null : notAllowed;
}

/** Whether the wallet pays more for it than for the order in whose place it is made. */
export function costsMore({ expectedUnitPrice }: Pick<NewSale, 'expectedUnitPrice'>, { intent }: Order): boolean {
  return expectedUnitPrice.currency !== intent.total.currency || new Big(expectedUnitPrice.amount).gt(intent.unitPrice);
}

function isRefusedFirstTry(order: Order, nowMs: number): boolean {
  return (
    stateOf(order, nowMs) === 'refused' &&
    order.refusedCode === 'price_changed' &&
    order.intent.replaces === null &&
    order.replacedBy === null &&
    isWanted(order, nowMs)
  );
}

/** The debt was agreed to for another sum, so it is not agreed to here. */
function isForTheSame(sale: NewSale, { intent }: Order): boolean {
  return (
    sale.walletId === intent.walletId &&
    sale.cardId === intent.cardId &&
    sale.quantity === intent.quantity &&
    intent.body !== undefined &&
    (sale.externalReference ?? null) === intent.externalReference &&
    !sale.useAllowedDebt
  );
}

/** Without a charge of its own a sale is charged its cost. */
function chargeIn({ charge, expectedUnitPrice: { amount, currency }, quantity }: NewSale) {
  return charge ?? { total: new Big(amount).times(quantity).toFixed(3), currency };
}

function isMarginKept({ charge }: NewSale, { intent }: Order): boolean {
  const margin = new Big(charge?.margin ?? 0);
  return margin.gte(0) || margin.gte(intent.charge?.margin ?? 0);
}
