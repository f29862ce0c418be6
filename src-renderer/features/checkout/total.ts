import Big from 'big.js';

/** Exact, in the three decimals every amount has; no float on the way. */
export function totalOf(unitAmount: string, quantity: number): string {
  return new Big(unitAmount).times(quantity).toFixed(3);
}

export function isMoreThan(amount: string, other: string): boolean {
  return new Big(amount).gt(other);
}
