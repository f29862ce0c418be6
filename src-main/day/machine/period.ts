import type { StaffId } from '../../core/ids.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { Cell, Totals } from './events.ts';
import { summandOf, TotalsSum } from './exact-sum.ts';
import type { Sale } from './sale.ts';
import { noTotals, totalsPlus } from './sums.ts';

/** What was sold between two moments, as it stands now. A Z is what closes a day; this only looks. */
export interface Period {
  readonly totals: Totals;
  /** Every day of it that had a sale, the first one first. */
  readonly byDay: readonly { readonly day: string; readonly totals: Totals }[];
  /** Every hour of the day in which anything was sold, over all its days. */
  readonly byHour: readonly { readonly hour: number; readonly totals: Totals }[];
  readonly byWallet: readonly Group<string>[];
  readonly byCard: readonly Group<string>[];
  /** Empty where nobody says which category a card is of. */
  readonly byCategory: readonly Group<string | null>[];
  readonly byPerson: readonly Group<StaffId | null>[];
}

export interface Group<K> {
  readonly key: K;
  /** What a sale of it is called. */
  readonly cardName: Cell['cardName'];
  readonly totals: Totals;
}

/** Where a moment lies in the shop's own calendar. */
export interface Moment {
  readonly day: string;
  readonly hour: number;
}

export interface PeriodWords {
  readonly momentOf: (ms: number) => Moment;
  /** The category of a card, null for one that is in none; absent where categories are not known. */
  readonly categoryOf?: (walletId: string, cardId: string) => string | null;
}

/** Sales of one card from one wallet by one person. */
interface Sold extends Pick<Sale, 'walletId' | 'cardId' | 'cardName' | 'by'> {
  readonly sum: TotalsSum;
}

/**
 * Sums what counts as sold among these, by the day and the hour at which it was begun: that is when the customer was
 * there. One pass over the sales; the groups are made of what that gave.
 */
export function periodOf(sales: Iterable<Sale>, { momentOf, categoryOf }: PeriodWords): Period {
  const days = new Map<string, TotalsSum>();
  const hours = new Map<number, TotalsSum>();
  const sold = new Map<string, Sold>();
  for (const sale of sales) {
    if (!isSoldAt(sale.turns, Number.POSITIVE_INFINITY)) continue;
    const { day, hour } = momentOf(sale.intendedAtMs);
    const { walletId, cardId, cardName, by } = sale;
    const summand = summandOf(sale);
    kept(days, day, newSum).add(summand);
    kept(hours, hour, newSum).add(summand);
    const key = `${walletId} ${cardId} ${by ?? ''}`;
    kept(sold, key, () => ({ walletId, cardId, cardName, by, sum: newSum() })).sum.add(summand);
  }
  const parts = [...sold.values()].map(({ sum, ...part }) => ({ ...part, totals: sum.totals() }));
  const byDay = [...days]
    .map(([day, sum]) => ({ day, totals: sum.totals() }))
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return {
    totals: byDay.map(({ totals }) => totals).reduce(totalsPlus, noTotals),
    byDay,
    byHour: [...hours].map(([hour, sum]) => ({ hour, totals: sum.totals() })).toSorted((a, b) => a.hour - b.hour),
    byWallet: grouped(parts, ({ walletId }) => walletId),
    byCard: grouped(parts, ({ cardId }) => cardId),
    byCategory: categoryOf === undefined ? [] : grouped(parts, ({ walletId, cardId }) => categoryOf(walletId, cardId)),
    byPerson: grouped(parts, ({ by }) => by),
  };
}

interface Part extends Pick<Sale, 'walletId' | 'cardId' | 'cardName' | 'by'> {
  readonly totals: Totals;
}

function grouped<K>(parts: readonly Part[], keyOf: (part: Part) => K): readonly Group<K>[] {
  return [...Map.groupBy(parts, keyOf)].flatMap(([key, [first, ...others]]) =>
    first === undefined
      ? []
      : [
          {
            key,
            cardName: first.cardName,
            totals: others.map(({ totals }) => totals).reduce(totalsPlus, first.totals),
          },
        ],
  );
}

function kept<K, V>(all: Map<K, V>, key: K, make: () => V): V {
  const before = all.get(key);
  if (before !== undefined) return before;
  const made = make();
  all.set(key, made);
  return made;
}

function newSum(): TotalsSum {
  return new TotalsSum();
}
