import type { IntendedOrder } from './events.ts';

/** What the customer of an order pays, of one card and in all. */
export interface Charged {
  readonly price: string;
  readonly total: string;
  readonly currency: string;
}

/** Before there were selling prices, customers paid the cost: it stood on the screen. */
export function chargedIn({
  charge,
  unitPrice,
  total,
}: Pick<IntendedOrder, 'charge' | 'unitPrice' | 'total'>): Charged {
  return charge ?? { price: unitPrice, total: total.amount, currency: total.currency };
}
