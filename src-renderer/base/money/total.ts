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

/** What lines come to, in each currency by itself: two currencies are never added. */
export function sumsOf(parts: readonly ChargedMoney[]): readonly ChargedMoney[] {
  const sums = new Map<string, string>();
  for (const { amount, currency } of parts) {
    const before = sums.get(currency);
    sums.set(currency, before === undefined ? amount : sumText(before, amount));
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }));
}

function sumText(one: string, other: string): string {
  const decimals = Math.max(...[one, other].map((amount) => (amount.split('.')[1] ?? '').length));
  return new Big(one).plus(other).toFixed(decimals);
}
