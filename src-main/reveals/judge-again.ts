import { judgeKept, openKept } from '../exchange/kept-answer.ts';
import { JournalUnavailable } from '../journal/journal-failure.ts';
import { reasonOf, recordCodes } from './ask.ts';
import type { RevealContext } from './context.ts';
import { subjectOf } from './subject.ts';
import { failedKind, undecided, type KeptReveal } from './undecided.ts';

type Context = Pick<RevealContext, 'session' | 'journal' | 'vault' | 'records'>;

/**
 * Answers to reveals that could not be believed when they came are judged again from their sealed bytes, without the
 * network, whenever keys or the clock are known better: the codes in them are then had without another reveal.
 */
export function judgeRevealsAgain(context: Context): void {
  try {
    for (const subject of context.journal.subjects(failedKind))
      judgeThese(context, subject, ({ reason }) => reason !== null);
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

/**
 * The same for one subject, and also for what the process ended before it was judged: nothing of it is under way now.
 */
export function judgeRevealAgain(context: Context, subject: string): void {
  judgeThese(context, subject, () => true);
}

function judgeThese(context: Context, subject: string, counts: (kept: KeptReveal) => boolean): void {
  for (const kept of undecided(context.journal, subject).filter(counts)) {
    const asked = subjectOf(context, subject);
    const opened = openKept(context, kept.sealed.id);
    if (asked === null || !opened.ok) continue;
    const recorded = recordCodes(context, asked, kept.sealed, judgeKept(context.session, opened.value, kept.sealed.id));
    if (!recorded.ok && reasonOf(recorded.error) !== kept.reason)
      asked.ledger.failed({ attempt: kept.attempt, reason: reasonOf(recorded.error) });
  }
}
