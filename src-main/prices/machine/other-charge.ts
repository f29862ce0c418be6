import Big from 'big.js';
import { chargeTotal, parseCharge } from './charge-amount.ts';
import type { SaleCharge } from './sale-charge.ts';

/**
 * A sale that is charged otherwise than the prices in force say: what they say stays beside it. `price` is of one card,
 * in the same currency. Null where it is no amount of that currency.
 */
export function otherCharge(ruled: SaleCharge, price: string, quantity: number): SaleCharge | null {
  const amount = parseCharge(price, ruled.currency);
  if (amount === null) return null;
  if (new Big(amount).eq(ruled.price)) return ruled;
  const total = chargeTotal({ amount, currency: ruled.currency }, quantity).amount;
  const cost = new Big(ruled.total).minus(ruled.margin);
  return {
    ...ruled,
    price: amount,
    total,
    margin: new Big(total).minus(cost).toFixed(),
    overridden: true,
    ruled: { price: ruled.price, total: ruled.total },
  };
}
