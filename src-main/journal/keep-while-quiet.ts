import type { Clock } from '../core/ports.ts';
import type { Journal } from './journal.ts';

const quietMs = 5 * 60 * 1000;

/**
 * Keeps the records of a counter that stays open for days (`Journal.keep`), until `signal` aborts. A copy of a large
 * journal takes seconds: it waits for some minutes in which nothing was recorded. Throws `JournalUnavailable`.
 */
export async function keepWhileQuiet(
  journal: Pick<Journal, 'head' | 'keepInTurns'>,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  let seenSeq = -1;
  while (!signal.aborted) {
    if (journal.head().seq === seenSeq) await journal.keepInTurns(() => clock.sleep(0, signal));
    seenSeq = journal.head().seq;
    await clock.sleep(quietMs, signal);
  }
}
