import type { OrderState } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { Cell, Totals } from './events.ts';
import { cellsOf, totalsOf, type Sale } from './sale.ts';
import { negativeTotals, totalsPlus } from './sums.ts';

/** The events of a tally: after the first of these and up to the second. */
export interface Range {
  readonly afterSeq: number;
  readonly lastSeq: number;
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
  readonly takenBackOrders: readonly OperationId[];
  readonly ended: readonly { readonly state: OrderState; readonly sales: number }[];
  readonly carriedOver: readonly OperationId[];
}

/**
 * Tallies a range. `sales` are all orders that an event of it says something of, as they are at its end, and all that
 * are pending. Each change between its two ends is in it exactly once, so that over all ranges in a row nothing is
 * missed and nothing is twice.
 */
export function tallyOf(sales: readonly Sale[], { afterSeq, lastSeq }: Range): Tally {
  const changes = sales.map((sale) => ({
    sale,
    isNew: sale.intendedSeq > afterSeq,
    change: Number(isSoldAt(sale.turns, lastSeq)) - Number(isSoldAt(sale.turns, afterSeq)),
  }));
  const of = (wanted: (one: (typeof changes)[number]) => boolean): readonly Sale[] =>
    changes.filter(wanted).map(({ sale }) => sale);
  const late = of(({ isNew, change }) => change > 0 && !isNew);
  const takenBack = of(({ change }) => change < 0);
  return {
    sold: cellsOf(of(({ isNew, change }) => change > 0 && isNew)),
    soldLate: cellsOf(late),
    late,
    takenBack: cellsOf(takenBack),
    takenBackOrders: takenBack.map(({ operationId }) => operationId),
    ended: counted(of(({ sale, isNew }) => isNew && !sale.isPending && sale.state !== 'completed')),
    carriedOver: of(({ sale }) => sale.isPending).map(({ operationId }) => operationId),
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
