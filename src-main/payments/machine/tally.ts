import type Big from 'big.js';
import { totalledMeans, type TotalledMeans } from '../../../src-shared/contract/payment-words.ts';
import { decimalsIn } from '../../core/money.ts';
import type { MeansRow, Sum, ZPayments } from '../../day/machine/events.ts';
import { ExactSum } from '../../day/machine/exact-sum.ts';
import type { Sale } from '../../day/machine/sale.ts';
import type { Range } from '../../day/machine/tally.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { MoneyBack, PaidSale, Payments } from './payments.ts';

/** What was counted in the till when the shift was opened, and the event that says so. */
export interface CashAtOpening {
  readonly seq: number;
  readonly counted: readonly Sum[];
}

/**
 * What customers paid and got back between two events, by means. `sales` are all orders of which that range says
 * something. What is noted otherwise later moves from one means to another in the range of that note, so that over all
 * ranges in a row each sum is what it is now.
 */
export function meansBetween(
  payments: Payments,
  sales: readonly PaidSale[],
  { afterSeq, lastSeq }: Range,
): readonly MeansRow[] {
  const received = new SumsByMeans();
  for (const sale of sales) {
    if (sale.charge === null) continue;
    const now = payments.isPaid(sale, lastSeq) ? payments.meansAt(sale, lastSeq) : null;
    const before = payments.isPaid(sale, afterSeq) ? payments.meansAt(sale, afterSeq) : null;
    if (now === before) continue;
    if (now !== null) received.of(now).addSum(sale.charge);
    if (before !== null) received.of(before).takeAway(sale.charge);
  }
  const back = new SumsByMeans();
  for (const { means, lines } of payments.backBetween(afterSeq, lastSeq))
    for (const line of lines) back.of(means).addSum(line);
  return rowsOf(received, back);
}

/** The same of some sales as it is noted now, with all that went back of them, and how many there are. */
export function meansOf(
  payments: Payments,
  sales: readonly PaidSale[],
): readonly (MeansRow & { readonly sales: number })[] {
  const [received, back] = [new SumsByMeans(), new SumsByMeans()];
  const counts = new Map<TotalledMeans, number>();
  for (const sale of sales) {
    if (sale.charge === null || !payments.isPaid(sale)) continue;
    const paidBy = payments.meansAt(sale);
    received.of(paidBy).addSum(sale.charge);
    counts.set(paidBy, (counts.get(paidBy) ?? 0) + 1);
    for (const { means, lines } of payments.backOf(sale.operationId))
      for (const line of lines) if (line.operationId === sale.operationId) back.of(means).addSum(line);
  }
  return rowsOf(received, back).map((row) => ({ ...row, sales: counts.get(row.means) ?? 0 }));
}

/** A sum for each means, exact and fast: a day has many thousand sales. */
class SumsByMeans {
  readonly #sums = new Map<TotalledMeans, ExactSum>();

  of(means: TotalledMeans): ExactSum {
    const known = this.#sums.get(means) ?? new ExactSum();
    this.#sums.set(means, known);
    return known;
  }

  sumsOf(means: TotalledMeans): Sum[] {
    return (this.#sums.get(means)?.sums() ?? []).filter(isSomething);
  }
}

/** In the order of the means; one of which nothing is said has no row. */
function rowsOf(received: SumsByMeans, back: SumsByMeans): readonly MeansRow[] {
  return totalledMeans.flatMap((means) => {
    const row = { means, received: received.sumsOf(means), back: back.sumsOf(means) };
    return row.received.length + row.back.length === 0 ? [] : [row];
  });
}

/**
 * The cash that the till should hold at the end: what was counted at the opening, with the cash that came since and
 * without what went back. Null where nobody counted, or where of some sales nobody knows how they were paid.
 */
export function expectedCash(
  payments: Payments,
  sales: readonly PaidSale[],
  opening: CashAtOpening | null,
  lastSeq: number,
): Sum[] | null {
  if (opening === null) return null;
  const cash = new ExactSum();
  for (const sum of opening.counted) cash.addSum(sum);
  for (const sale of sales) {
    if (sale.charge === null) continue;
    const was = payments.isPaid(sale, opening.seq);
    if (was === payments.isPaid(sale, lastSeq)) continue;
    const means = payments.meansAt(sale, was ? opening.seq : lastSeq);
    if (!was && means === 'notNoted') return null;
    if (means !== 'cash') continue;
    if (was) cash.takeAway(sale.charge);
    else cash.addSum(sale.charge);
  }
  for (const { means, lines } of payments.backBetween(opening.seq, lastSeq))
    if (means === 'cash') for (const line of lines) cash.takeAway(line);
  const currencies = new Set(opening.counted.map(({ currency }) => currency));
  return cash.sums().filter(({ currency }) => currencies.has(currency));
}

/** Orders that the customer paid for and that were not bought after all, as far as the money did not go back. */
export function owedOf<S extends Sale>(
  payments: Payments,
  sales: readonly S[],
): readonly (S & { readonly owed: Sum })[] {
  return sales.flatMap((sale) => {
    const isSold = sale.turns.length % 2 === 1;
    if (isSold || sale.isPending || sale.charge === null) return [];
    const kept = payments.keptOf(sale);
    if (kept.lte(0)) return [];
    return [{ ...sale, owed: { amount: fixedAs(sale.charge, kept), currency: sale.charge.currency } }];
  });
}

/** All that an X or a Z says of the customer's money; null where the shop never noted any. */
export function paymentsOfDay(
  payments: Payments,
  {
    sales,
    besides,
    isElsewhere,
    range,
    keptBack,
    opening,
    lineOf,
  }: {
    /** Orders of which the range says something, and those of which only a note or money back does. */
    readonly sales: readonly Sale[];
    readonly besides: readonly Sale[];
    /** Those that another Z has counted, which these records lost. */
    readonly isElsewhere: (sale: Sale) => boolean;
    readonly range: Range;
    /** Orders whose codes became the shop's in the range. */
    readonly keptBack: readonly string[];
    readonly opening: CashAtOpening | null;
    readonly lineOf: (sale: Sale) => ZPayments['owed'][number]['order'];
  },
): ZPayments | null {
  if (!payments.isInUse) return null;
  const all = [...sales, ...besides];
  const here = all.filter((sale) => !isElsewhere(sale));
  const expected = expectedCash(payments, here, opening, range.lastSeq);
  // In older records the codes of a void sale are not said to be kept back.
  const madeVoid = payments
    .backBetween(range.afterSeq, range.lastSeq)
    .filter(({ what }) => what === 'void')
    .flatMap(({ lines }: MoneyBack) => lines.map(({ operationId }) => operationId));
  const voidIds = new Set<string>([...keptBack, ...madeVoid]);
  const voided = all.filter(({ operationId, turns }) => voidIds.has(operationId) && isSoldAt(turns, range.lastSeq));
  return {
    means: [...meansBetween(payments, here, range)],
    voided: voided.map(lineOf),
    owed: owedOf(payments, all).map((sale) => ({ order: lineOf(sale), sum: sale.owed })),
    ...(expected === null ? {} : { expectedCash: expected }),
  };
}

/** With as many decimals as that one has. */
function fixedAs({ amount }: Pick<Sum, 'amount'>, value: Big): string {
  return value.toFixed(decimalsIn(amount));
}

function isSomething({ amount }: Sum): boolean {
  return /[1-9]/.test(amount);
}
