import Big from 'big.js';
import { parseAmount, type Amount } from '../../core/money.ts';
import type { Sale } from './sale.ts';

/** What a wallet costs on an average day of those on which it sold something. */
export interface AverageDay {
  readonly amount: Amount;
  /** Of how many days it is. */
  readonly days: number;
}

/** Fewer days than these say nothing of the next one. */
const fewestDays = 5;
/** No more days than these, the last ones. */
export const mostDays = 28;

/** Sums what wallets cost, a day at a time. */
export class CostByDay {
  readonly #wallets = new Map<string, Map<string, Big>>();

  /** Sales that count as sold and were begun on this day. */
  add(day: string, sales: readonly Pick<Sale, 'walletId' | 'cost'>[]): void {
    for (const { walletId, cost } of sales) {
      const key = keyOf(walletId, cost.currency);
      const days = this.#wallets.get(key) ?? new Map<string, Big>();
      this.#wallets.set(key, days.set(day, new Big(cost.amount).plus(days.get(day) ?? 0)));
    }
  }

  /** Null where too few days are known. Rounded up: what is left has to last the day. */
  average(walletId: string, currency: string): AverageDay | null {
    const costs = [...(this.#wallets.get(keyOf(walletId, currency)) ?? [])].filter(([, cost]) => cost.gt(0));
    const last = costs.toSorted(([one], [other]) => (one < other ? 1 : -1)).slice(0, mostDays);
    if (last.length < fewestDays) return null;
    const sum = last.reduce((total, [, cost]) => total.plus(cost), new Big(0));
    const amount = parseAmount(roundedUp(sum, last.length));
    return amount === null ? null : { amount, days: last.length };
  }
}

const thousandths = new Big(1000);

function roundedUp(sum: Big, days: number): string {
  // In whole thousandths, since a division is only as exact as the library is set to be.
  const units = BigInt(sum.times(thousandths).round(0, Big.roundUp).toFixed(0));
  const count = BigInt(days);
  return new Big(String((units + count - 1n) / count)).div(thousandths).toFixed(3);
}

function keyOf(walletId: string, currency: string): string {
  return `${walletId} ${currency}`;
}
