import type { Sum } from '../../day/machine/events.ts';
import type { Sale } from '../../day/machine/sale.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import type { Journal } from '../../journal/journal.ts';
import type { OrderEvent } from '../../orders/machine/events.ts';
import type { Payments } from '../machine/payments.ts';
import { owedOf } from '../machine/tally.ts';

/** An order that the customer paid for and that was not bought, with what the shop still has of it. */
export type OwedSale = Sale & { readonly owed: Sum };

type OwedJournal = Pick<Journal, 'events' | 'hashAt' | 'head' | 'projected'>;

/** No order that counts as sold ceases to without a person's word. */
const decided = 'decision-made' satisfies OrderEvent['kind'];

/**
 * All money to give back, the newest order first; none where the shop never noted how customers pay. Only an order
 * that was paid ahead, or that a person decided about, can be one of them, so that no sale makes it slower. Each time
 * it reads on from where it was, unless that row stands no more: a write was rolled back.
 */
export function rememberOwed(journal: OwedJournal, payments: () => Payments): () => readonly OwedSale[] {
  let candidates = new Set<string>();
  let read: { readonly seq: number; readonly hash: string | null } = { seq: 0, hash: null };
  return () => {
    const known = payments();
    if (!known.isInUse) return [];
    if (read.hash !== null && journal.hashAt(read.seq) !== read.hash) {
      candidates = new Set();
      read = { seq: 0, hash: null };
    }
    const { seq: afterSeq } = read;
    for (const { subject } of journal.events({ kind: decided, afterSeq })) candidates.add(subject);
    for (const operationId of known.saidAheadAfter(afterSeq)) candidates.add(operationId);
    read = journal.head();
    const sales = [...candidates].flatMap((operationId) => {
      const row = journal.projected(operationId);
      return row === null ? [] : [saleIn(row)];
    });
    const owed = owedOf(known, sales);
    // What has its result and is not owed is named again by the event that changes that.
    candidates = new Set([...sales.filter(({ isPending }) => isPending), ...owed].map((sale) => sale.operationId));
    return owed.toSorted((a, b) => b.intendedSeq - a.intendedSeq);
  };
}
