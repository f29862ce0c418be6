import Big from 'big.js';

/** Exact, in the three decimals every amount has; no float on the way. */
export function totalOf(unitAmount: string, quantity: number): string {
  return new Big(unitAmount).times(quantity).toFixed(3);
}

/** The price of one of them, where `total` was made by `totalOf`. */
export function unitOf(total: string, quantity: number): string {
  return new Big(total).div(quantity).toFixed(3);
}

export function isMoreThan(amount: string, other: string): boolean {
  return new Big(amount).gt(other);
}
