import type { StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal } from '../../journal/journal.ts';
import { paymentEventKinds, readPaymentEvent } from '../machine/events.ts';
import { Payments } from '../machine/payments.ts';

/**
 * Reads payments by kind, each time from where they were read last: sales make it no slower. Where the last row read
 * does not stand any more, a write was rolled back, and everything is read again.
 */
export function rememberPayments(journal: Pick<Journal, 'events' | 'hashAt'>): () => Payments {
  let payments = new Payments();
  let last: Pick<StoredEvent, 'seq' | 'hash'> | null = null;
  return () => {
    if (last !== null && journal.hashAt(last.seq) !== last.hash) {
      payments = new Payments();
      last = null;
    }
    const after: { readonly afterSeq?: number } = last === null ? {} : { afterSeq: last.seq };
    const rows = paymentEventKinds
      .flatMap((kind) => journal.events({ kind, ...after }))
      .toSorted((a, b) => a.seq - b.seq);
    for (const row of rows) {
      const event = readPaymentEvent(row);
      if (event === null) throw new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${row.seq}` });
      payments.add(event);
      last = row;
    }
    return payments;
  };
}
