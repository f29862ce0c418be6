import Big from 'big.js';
import type { Sale } from '../../day/machine/sale.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import type { Journal } from '../../journal/journal.ts';
import { isSoldAt } from '../../orders/machine/turns.ts';
import type { Line } from '../machine/passed.ts';

/**
 * What was begun after an event of the journal and was bought, or may have been: one line for each card and currency.
 * What was refused or not bought gives its cost back, so that a new try in its place counts once.
 */
export type SpentSince = (seq: number) => readonly Line[];

type Records = Pick<Journal, 'touched' | 'projectedBetween' | 'pending' | 'head' | 'hashAt'>;

/** What counts as sold up to one event of the journal. */
interface Figure {
  /** Of the sales that were begun after this event. */
  readonly fromSeq: number;
  readonly seq: number;
  readonly hash: string;
  readonly sums: ReadonlyMap<string, Line>;
}

/**
 * Keeps a running figure in memory, so that a sale reads only what changed since the one before. It is derived from
 * rows alone, and made anew where the Z is another one or the event that it ends with is not there any more.
 */
export function runningSpent(journal: Records): SpentSince {
  let known: Figure | null = null;
  return (fromSeq) => {
    const isOf = known !== null && known.fromSeq === fromSeq && journal.hashAt(known.seq) === known.hash;
    const figure = figureAfter(journal, isOf ? known : null, fromSeq);
    known = figure;
    const pending = journal.pending().map(saleIn).filter(isBegunAfter(fromSeq));
    // One that counted as sold before a person has to decide about it is in the figure already.
    const open = pending.filter(({ turns }) => !isSoldAt(turns, figure.seq));
    return [...open.reduce((sums, sale) => added(sums, sale, 1), new Map(figure.sums)).values()];
  };
}

function figureAfter(journal: Records, before: Figure | null, fromSeq: number): Figure {
  const { seq, hash } = journal.head();
  if (before?.seq === seq) return before;
  const sinceSeq = before?.seq ?? fromSeq;
  const sums = new Map(before?.sums);
  // Where all rows are read, the short ones take half the time.
  const rows = sinceSeq === 0 ? journal.projectedBetween(0, Number.MAX_SAFE_INTEGER) : journal.touched(sinceSeq);
  for (const sale of rows.map(saleIn).filter(isBegunAfter(fromSeq))) {
    const did = before !== null && isSoldAt(sale.turns, sinceSeq);
    const does = isSoldAt(sale.turns, seq);
    if (did !== does) added(sums, sale, does ? 1 : -1);
  }
  return { fromSeq, seq, hash, sums };
}

function isBegunAfter(seq: number): (sale: Sale) => boolean {
  return ({ intendedSeq }) => intendedSeq > seq;
}

function added(sums: Map<string, Line>, { cardId, cost }: Sale, times: 1 | -1): Map<string, Line> {
  const key = `${cost.currency} ${cardId}`;
  const amount = new Big(sums.get(key)?.cost.amount ?? 0).plus(new Big(cost.amount).times(times)).toFixed();
  sums.set(key, { cardId, cost: { amount, currency: cost.currency } });
  return sums;
}
