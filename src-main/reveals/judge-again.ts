import { z } from 'zod';

import { unverifiedReasons } from '../../src-preload/contract/codes.ts';
import type { SealedReference } from '../journal/event.ts';
import { JournalUnavailable } from '../journal/journal-failure.ts';
import type { AttemptContext } from '../orders/context.ts';
import { openKept } from '../orders/open-kept.ts';
import { judgeKept } from '../partner-api/kept-answer.ts';
import { reasonOf, recordCodes } from './ask.ts';
import { subjectOf } from './subject.ts';

type Context = Pick<AttemptContext, 'session' | 'journal' | 'vault' | 'book'>;

/**
 * Answers to reveals that could not be believed when they came are judged again from their sealed bytes, without the
 * network, whenever keys or the clock are known better: the codes in them are then had without another reveal.
 */
export function judgeRevealsAgain(context: Context): void {
  try {
    for (const subject of context.journal.subjects(failedKind)) judgeThese(context, subject, ({ reason }) => reason !== null);
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

/** The same for one subject, and also for what the process ended before it was judged: nothing of it is under way now. */
export function judgeRevealAgain(context: Context, subject: string): void {
  judgeThese(context, subject, () => true);
}

interface KeptReveal {
  readonly attempt: string;
  readonly sealed: SealedReference;
  /** Why it was not believed; null where nobody said. */
  readonly reason: string | null;
}

function judgeThese(context: Context, subject: string, counts: (kept: KeptReveal) => boolean): void {
  for (const kept of undecided(context, subject).filter(counts)) {
    const asked = subjectOf(context, subject);
    const opened = openKept(context, kept.sealed.id);
    if (asked === null || !opened.ok) continue;
    const recorded = recordCodes(context, asked, kept.sealed, judgeKept(context.session, opened.value, kept.sealed.id));
    if (!recorded.ok && reasonOf(recorded.error) !== kept.reason) asked.ledger.failed({ attempt: kept.attempt, reason: reasonOf(recorded.error) });
  }
}

const failedKind = 'reveal-failed';
const sealedBody = z.object({ attempt: z.string(), sealed: z.object({ id: z.string(), sha256: z.string() }) });
const failedBody = z.object({ attempt: z.string(), reason: z.string() });
const revealedBody = z.object({ sealed: z.object({ id: z.string() }) });

/** Sealed answers to reveals of `subject` that brought no codes and were not believed to be refusals either. */
function undecided({ journal }: Context, subject: string): readonly KeptReveal[] {
  const kept = new Map<string, KeptReveal>();
  for (const { kind, body } of journal.events({ subject })) {
    if (kind === 'reveal-answer-sealed') {
      const { attempt, sealed } = sealedBody.parse(body);
      kept.set(attempt, { attempt, sealed, reason: null });
    } else if (kind === failedKind) {
      const { attempt, reason } = failedBody.parse(body);
      const failed = kept.get(attempt);
      if (failed !== undefined && unverifiedReasons.some((known) => known === reason)) kept.set(attempt, { ...failed, reason });
      else kept.delete(attempt);
    } else if (kind === 'codes-revealed') {
      const { id } = revealedBody.parse(body).sealed;
      for (const { attempt, sealed } of kept.values()) if (sealed.id === id) kept.delete(attempt);
    }
  }
  return [...kept.values()];
}
