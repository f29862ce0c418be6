import type { StaffId } from '../../core/ids.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { Cell, Totals } from './events.ts';
import { cellsOf, merged, totalsOf, type Sale } from './sale.ts';
import { totalsPlus } from './sums.ts';

/** What was sold between two moments, as it stands now. A Z is what closes a day; this only looks. */
export interface Period {
  readonly totals: Totals;
  /** Every day of it that had a sale, the first one first. */
  readonly byDay: readonly { readonly day: string; readonly totals: Totals }[];
  readonly byWallet: readonly Group<string>[];
  readonly byCard: readonly Group<string>[];
  readonly byPerson: readonly Group<StaffId | null>[];
}

export interface Group<K> {
  readonly key: K;
  /** The first cell of it. */
  readonly first: Cell;
  readonly totals: Totals;
}

/**
 * Sums what counts as sold among these, by the day on which it was begun: that is when the customer was there. `dayOf`
 * says on which day of the shop's calendar a moment lies.
 */
export function periodOf(sales: readonly Sale[], dayOf: (ms: number) => string): Period {
  const sold = sales.filter(({ turns }) => isSoldAt(turns, Number.POSITIVE_INFINITY));
  const days = [...Map.groupBy(sold, ({ intendedAtMs }) => dayOf(intendedAtMs))]
    .map(([day, ofDay]) => ({ day, cells: cellsOf(ofDay) }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const cells = merged(days.flatMap(({ cells: ofDay }) => ofDay));
  return {
    totals: totalsOf(cells),
    byDay: days.map(({ day, cells: ofDay }) => ({ day, totals: totalsOf(ofDay) })),
    byWallet: grouped(cells, ({ walletId }) => walletId),
    byCard: grouped(cells, ({ cardId }) => cardId),
    byPerson: grouped(cells, ({ by }) => by),
  };
}

function grouped<K>(cells: readonly Cell[], keyOf: (cell: Cell) => K): readonly Group<K>[] {
  return [...Map.groupBy(cells, keyOf)].flatMap(([key, [first, ...rest]]) =>
    first === undefined
      ? []
      : [{ key, first, totals: rest.map((cell) => totalsOf([cell])).reduce(totalsPlus, totalsOf([first])) }],
  );
}
