import type { OrderState } from '../../../src-shared/contract/codes.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { Cell, Totals } from './events.ts';
import { cellsOf, totalsOf, type Sale } from './sale.ts';
import { negativeTotals, totalsPlus } from './sums.ts';

/** The events of a tally: after the first of these and up to the second. */
export interface Range {
  readonly afterSeq: number;
  readonly lastSeq: number;
}

/** What the Zs before said of orders that had no result then. */
export interface Before {
  /** The ids that the last of them carried over. */
  readonly carriedOver: ReadonlySet<string>;
  /** Whether a Z that these records lost had this one with its result. */
  readonly wasInLost: (sale: Sale) => boolean;
}

/** What the events of a range come to. */
export interface Tally {
  /** Begun and sold in it. */
  readonly sold: readonly Cell[];
  /** Sold in it, and begun before. */
  readonly soldLate: readonly Cell[];
  readonly late: readonly Sale[];
  /** Sold before it, and not sold after all. */
  readonly takenBack: readonly Cell[];
  readonly takenBackOrders: readonly Sale[];
  /** Of all that was sold, begun before or not: what made a card good. */
  readonly replacements: readonly Cell[];
  readonly ended: readonly { readonly state: OrderState; readonly sales: number }[];
  readonly endedLate: readonly Sale[];
  readonly carriedOver: readonly Sale[];
  readonly undecided: readonly Sale[];
  /** In no total: a lost Z had them. */
  readonly soldInLost: readonly Sale[];
}

/**
 * Tallies a range. `sales` are all orders that an event of it says something of, as they are at its end, and all that
 * are pending. Each change between its two ends is in it exactly once, so that over all ranges in a row nothing is
 * missed and nothing is twice.
 */
export function tallyOf(sales: readonly Sale[], { afterSeq, lastSeq }: Range, before: Before): Tally {
  const isNew = ({ intendedSeq }: Sale): boolean => intendedSeq > afterSeq;
  const isSold = ({ turns }: Sale): boolean => isSoldAt(turns, lastSeq);
  const change = (sale: Sale): number => Number(isSold(sale)) - Number(isSoldAt(sale.turns, afterSeq));
  const begunBefore = sales.filter((sale) => change(sale) > 0 && !isNew(sale));
  const late = begunBefore.filter((sale) => !before.wasInLost(sale));
  const takenBackOrders = sales.filter((sale) => change(sale) < 0);
  const unsold = sales.filter((sale) => !sale.isPending && !isSold(sale));
  return {
    sold: cellsOf(sales.filter((sale) => change(sale) > 0 && isNew(sale))),
    soldLate: cellsOf(late),
    late,
    takenBack: cellsOf(takenBackOrders),
    takenBackOrders,
    replacements: cellsOf(
      sales.filter((sale) => sale.makesGood === true && change(sale) > 0 && (isNew(sale) || !before.wasInLost(sale))),
    ),
    ended: counted(unsold.filter(isNew)),
    endedLate: unsold.filter(({ operationId }) => before.carriedOver.has(operationId)),
    carriedOver: sales.filter((sale) => sale.isPending && !isSold(sale)),
    undecided: sales.filter((sale) => sale.isPending && isSold(sale)),
    soldInLost: begunBefore.filter(before.wasInLost),
  };
}

/** All that a tally adds to the running totals. */
export function addedBy({ sold, soldLate, takenBack }: Pick<Tally, 'sold' | 'soldLate' | 'takenBack'>): Totals {
  return [totalsOf(soldLate), negativeTotals(totalsOf(takenBack))].reduce(totalsPlus, totalsOf(sold));
}

function counted(sales: readonly Sale[]): Tally['ended'] {
  const counts = new Map<OrderState, number>();
  for (const { state } of sales) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, times]) => ({ state, sales: times }));
}
