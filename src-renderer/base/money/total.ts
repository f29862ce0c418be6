import Big from 'big.js';
import type { ChargedMoney } from '../../../src-shared/contract/charges.ts';

/** Exact, with the decimals that one of them has; no float on the way. */
export function totalOf(unitAmount: string, quantity: number): string {
  return new Big(unitAmount).times(quantity).toFixed((unitAmount.split('.')[1] ?? '').length);
}

export function isMoreThan(amount: string, other: string): boolean {
  return new Big(amount).gt(other);
}

export function isSameMoney(one: ChargedMoney, other: ChargedMoney): boolean {
  return one.currency === other.currency && new Big(one.amount).eq(other.amount);
}
