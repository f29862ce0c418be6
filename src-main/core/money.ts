import Big from 'big.js';

declare const brand: unique symbol;

/** A decimal string with exactly three decimals, never a number ("Money" in the partner API). */
export type Amount = string & { readonly [brand]: 'amount' };

/** An amount in the wallet's currency; `asOf` says when the service read it. */
export interface Money {
  readonly amount: Amount;
  readonly currency: string;
  readonly asOf?: string;
}

const amountPattern = /^-?(?:0|[1-9][0-9]{0,14})\.[0-9]{3}$/;

/** The branded amount, or null when `text` does not have exactly three decimals. */
export function parseAmount(text: string): Amount | null {
  return isAmount(text) ? text : null;
}

export function isAmount(text: string): text is Amount {
  return amountPattern.test(text);
}

/** How many decimals a sum is written with, in any currency. */
export function decimalsIn(sum: string): number {
  return sum.split('.')[1]?.length ?? 0;
}

/** As long as the service lets one be, whatever it is made of ("Money"). */
export function isCurrency(text: string): boolean {
  return text.length >= 1 && text.length <= 10;
}

/**
 * `unitPrice` times `quantity`, exact: what an order's `expectedTotal` must carry. `quantity` is a whole number. Null
 * where the product has more digits than any amount the API is known to use.
 */
export function totalOf(unitPrice: Amount, quantity: number): Amount | null {
  return parseAmount(new Big(unitPrice).times(quantity).toFixed(3));
}

/** Whether something can be sold for this: more than nothing. */
export function isPrice(amount: Amount): boolean {
  return new Big(amount).gt(0);
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareAmounts(a: Amount, b: Amount): number {
  return new Big(a).cmp(new Big(b));
}
