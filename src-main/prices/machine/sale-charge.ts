import Big from 'big.js';
import { chargeTotal, type ChargeAmount } from './charge-amount.ts';
import { chargeOf, type CardCharge, type PricedCard } from './charge.ts';
import type { PriceList } from './price-list.ts';

/** What the customer of one sale pays, as its order keeps it. */
export interface SaleCharge extends Pick<CardCharge, 'source' | 'ruleId'> {
  readonly price: ChargeAmount;
  readonly total: ChargeAmount;
  readonly currency: string;
  /** Of the whole sale, in the currency of the charge. */
  readonly margin: string;
  readonly revision: number;
  /** A person charged otherwise than the prices in force say, which is `ruled`. */
  readonly overridden?: true;
  readonly ruled?: { readonly price: ChargeAmount; readonly total: ChargeAmount };
}

export function saleCharge(prices: PriceList, card: PricedCard, quantity: number): SaleCharge {
  const { charge, source, ruleId, margin } = chargeOf(prices, card);
  return {
    price: charge.amount,
    total: chargeTotal(charge, quantity).amount,
    currency: charge.currency,
    source,
    ruleId,
    margin: new Big(margin).times(quantity).toFixed(),
    revision: prices.revision,
  };
}
