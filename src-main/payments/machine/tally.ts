import Big from 'big.js';
import { totalledMeans, type TotalledMeans } from '../../../src-shared/contract/payment-words.ts';
import type { MeansRow, Sum, ZPayments } from '../../day/machine/events.ts';
import type { Sale } from '../../day/machine/sale.ts';
import { negative, summed } from '../../day/machine/sums.ts';
import type { Range } from '../../day/machine/tally.ts';
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
  const received: ByMeans[] = [];
  for (const sale of sales) {
    if (sale.charge === null) continue;
    const now = payments.isPaid(sale, lastSeq) ? payments.meansAt(sale, lastSeq) : null;
    const before = payments.isPaid(sale, afterSeq) ? payments.meansAt(sale, afterSeq) : null;
    if (now === before) continue;
    if (now !== null) received.push({ ...sale.charge, means: now });
    if (before !== null) received.push({ ...negative(sale.charge), means: before });
  }
  return rowsOf(
    received,
    payments.backBetween(afterSeq, lastSeq).flatMap(({ means, lines }) => lines.map((line) => ({ ...line, means }))),
  );
}

/** The same of some sales as it is noted now, with all that went back of them, and how many there are. */
export function meansOf(
  payments: Payments,
  sales: readonly PaidSale[],
): readonly (MeansRow & { readonly sales: number })[] {
  const paid = sales.filter((sale) => payments.isPaid(sale));
  const received = paid.flatMap((sale) =>
    sale.charge === null ? [] : [{ ...sale.charge, means: payments.meansAt(sale) }],
  );
  const back = paid.flatMap(({ operationId }) =>
    payments
      .backOf(operationId)
      .flatMap(({ means, lines }) =>
        lines.filter((line) => line.operationId === operationId).map((line) => ({ ...line, means })),
      ),
  );
  const counts = Map.groupBy(received, ({ means }) => means);
  return rowsOf(received, back).map((row) => ({ ...row, sales: counts.get(row.means)?.length ?? 0 }));
}

type ByMeans = Sum & { readonly means: TotalledMeans };

/** In the order of the means; one of which nothing is said has no row. */
function rowsOf(received: readonly ByMeans[], back: readonly ByMeans[]): readonly MeansRow[] {
  const sumsOf = (all: readonly ByMeans[], means: TotalledMeans): Sum[] =>
    summed(all.filter((each) => each.means === means).map(sumOf)).filter(isSomething);
  return totalledMeans.flatMap((means) => {
    const row = { means, received: sumsOf(received, means), back: sumsOf(back, means) };
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
  const wasPaid = (sale: PaidSale): boolean => payments.isPaid(sale, opening.seq);
  const isPaid = (sale: PaidSale): boolean => payments.isPaid(sale, lastSeq);
  const paid = sales.filter((sale) => isPaid(sale) && !wasPaid(sale));
  if (paid.some((sale) => payments.meansAt(sale, lastSeq) === 'notNoted')) return null;
  const cashOf = (all: readonly PaidSale[], seq: number): readonly Sum[] =>
    all.flatMap((sale) => (sale.charge !== null && payments.meansAt(sale, seq) === 'cash' ? [sale.charge] : []));
  const came = cashOf(paid, lastSeq);
  const unpaid = sales.filter((sale) => wasPaid(sale) && !isPaid(sale));
  const went = [
    ...cashOf(unpaid, opening.seq).map(negative),
    ...payments
      .backBetween(opening.seq, lastSeq)
      .flatMap(({ means, lines }) => (means === 'cash' ? lines.map(sumOf).map(negative) : [])),
  ];
  const currencies = new Set(opening.counted.map(({ currency }) => currency));
  return summed([...opening.counted, ...came, ...went]).filter(({ currency }) => currencies.has(currency));
}

/** Orders that the customer paid for and that were not bought after all, as far as the money did not go back. */
export function owedOf<S extends Sale>(
  payments: Payments,
  sales: readonly S[],
): readonly (S & { readonly owed: Sum })[] {
  return sales.flatMap((sale) => {
    const isSold = sale.turns.length % 2 === 1;
    const kept = payments.keptOf(sale);
    if (isSold || sale.isPending || sale.charge === null || kept.lte(0)) return [];
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
    opening,
    lineOf,
  }: {
    /** Orders of which the range says something, and those of which only a note or money back does. */
    readonly sales: readonly Sale[];
    readonly besides: readonly Sale[];
    /** Those that another Z has counted, which these records lost. */
    readonly isElsewhere: (sale: Sale) => boolean;
    readonly range: Range;
    readonly opening: CashAtOpening | null;
    readonly lineOf: (sale: Sale) => ZPayments['owed'][number]['order'];
  },
): ZPayments | null {
  if (!payments.isInUse) return null;
  const all = [...sales, ...besides];
  const here = all.filter((sale) => !isElsewhere(sale));
  const expected = expectedCash(payments, here, opening, range.lastSeq);
  const byId = new Map<string, Sale>(all.map((sale) => [sale.operationId, sale]));
  const voided = payments
    .backBetween(range.afterSeq, range.lastSeq)
    .filter(({ what }) => what === 'void')
    .flatMap(({ lines }: MoneyBack) => lines.flatMap(({ operationId }) => byId.get(operationId) ?? []));
  return {
    means: [...meansBetween(payments, here, range)],
    voided: voided.map(lineOf),
    owed: owedOf(payments, all).map((sale) => ({ order: lineOf(sale), sum: sale.owed })),
    ...(expected === null ? {} : { expectedCash: expected }),
  };
}

function sumOf({ amount, currency }: Sum): Sum {
  return { amount, currency };
}

/** With as many decimals as that one has. */
function fixedAs({ amount }: Pick<Sum, 'amount'>, value: Big): string {
  return value.toFixed(amount.split('.')[1]?.length ?? 0);
}

function isSomething({ amount }: Sum): boolean {
  return !new Big(amount).eq(0);
}
