import Big from 'big.js';
import { decimalsIn } from '../../core/money.ts';
import type { Sum, Totals } from './events.ts';

/** Exact sums by currency; amounts of two currencies are never added. In the order of the currencies' codes. */
export function summed(sums: readonly Sum[]): readonly Sum[] {
  const byCurrency = new Map<string, Sum>();
  for (const sum of sums) {
    const before = byCurrency.get(sum.currency);
    byCurrency.set(sum.currency, before === undefined ? sum : plus(before, sum));
  }
  return [...byCurrency.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** The sum of two amounts of one currency, with the decimals of the longer one. */
export function plus(one: Sum, other: Sum): Sum {
  const amount = new Big(one.amount).plus(other.amount);
  return { amount: amount.toFixed(Math.max(decimalsIn(one.amount), decimalsIn(other.amount))), currency: one.currency };
}

/** What there is more than expected, negative where some is missing; of currencies of which both are known. */
export function differenceFrom(expected: readonly Sum[], there: readonly Sum[]): readonly Sum[] {
  return there.flatMap(({ amount, currency }) => {
    const wanted = expected.find((sum) => sum.currency === currency);
    return wanted === undefined ? [] : summed([{ amount, currency }, negative(wanted)]);
  });
}

export const noTotals: Totals = { sales: 0, cards: 0, cost: [], charge: [], margin: [], uncharged: 0 };

export function totalsPlus(one: Totals, other: Totals): Totals {
  return {
    sales: one.sales + other.sales,
    cards: one.cards + other.cards,
    cost: [...summed([...one.cost, ...other.cost])],
    charge: [...summed([...one.charge, ...other.charge])],
    margin: [...summed([...one.margin, ...other.margin])],
    uncharged: one.uncharged + other.uncharged,
  };
}

/** The same, to be taken away. */
export function negativeTotals({ sales, cards, cost, charge, margin, uncharged }: Totals): Totals {
  return {
    sales: -sales,
    cards: -cards,
    cost: cost.map(negative),
    charge: charge.map(negative),
    margin: margin.map(negative),
    uncharged: -uncharged,
  };
}

export function negative({ amount, currency }: Sum): Sum {
  return { amount: new Big(amount).times(-1).toFixed(decimalsIn(amount)), currency };
}
