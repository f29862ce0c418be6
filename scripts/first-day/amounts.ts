import { Big } from 'big.js';

interface Sum {
  readonly amount: string;
  readonly currency: string;
}

/** Exact sums by currency, which are never added over two. */
export type Sums = ReadonlyMap<string, Big>;

export function sumOf(sums: Iterable<Sum>): Sums {
  const total = new Map<string, Big>();
  for (const { amount, currency } of sums) total.set(currency, (total.get(currency) ?? new Big(0)).plus(amount));
  return total;
}

/** A currency without an amount is as one that is not there. */
export function areEqual(one: Sums, other: Sums): boolean {
  const currencies = new Set([...one.keys(), ...other.keys()]);
  return [...currencies].every((currency) => (one.get(currency) ?? new Big(0)).eq(other.get(currency) ?? 0));
}

export function spoken(sums: Sums): string {
  const parts = [...sums].toSorted(([a], [b]) => a.localeCompare(b));
  return parts.map(([currency, amount]) => `${amount.toFixed(3)} ${currency}`).join(' and ') || 'nothing';
}

export function times(unitAmount: string, quantity: number): string {
  return new Big(unitAmount).times(quantity).toFixed((unitAmount.split('.')[1] ?? '').length);
}
