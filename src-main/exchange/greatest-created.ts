import { wholeNumberIn } from '../core/whole-number.ts';
import { JournalUnavailable } from '../journal/journal-failure.ts';
import type { Journal, JournalTransaction } from '../journal/journal.ts';
import type { ServiceClock } from '../partner-api/service-clock.ts';

const greatestCreatedMeta = 'service-greatest-created-seconds';

type Greatest = Pick<ServiceClock, 'greatestCreatedSeconds'>;

/** What runs of this counter before this one kept; 0 where none did. */
export function greatestCreatedKept(journal: Pick<Journal, 'meta'>): number {
  return wholeNumberIn(journal.meta(greatestCreatedMeta)) ?? 0;
}

/**
 * Keeps the greatest `created` with what is recorded of the answer that has it: a transaction of its own would be one
 * sync more in each sale. A process that ends before that judges the sealed answer again, and learns it anew.
 */
export function keepGreatestCreatedIn(
  tx: Pick<JournalTransaction, 'setMeta'>,
  journal: Pick<Journal, 'meta'>,
  clock: Greatest,
): void {
  const greatest = clock.greatestCreatedSeconds();
  if (greatestCreatedKept(journal) !== greatest) tx.setMeta(greatestCreatedMeta, String(greatest));
}

/** Keeps it where nothing is recorded of the answer. What cannot be written is written with the next. */
export function keepGreatestCreated(journal: Pick<Journal, 'meta' | 'transaction'>, clock: Greatest): void {
  try {
    if (greatestCreatedKept(journal) !== clock.greatestCreatedSeconds())
      journal.transaction((tx) => keepGreatestCreatedIn(tx, journal, clock));
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}
