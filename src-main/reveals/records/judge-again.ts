import { isUuid, type OperationId } from '../../core/ids.ts';
import { reopen } from '../../exchange/kept-answer.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal } from '../../journal/journal.ts';
import { askedCodesIn, type UndecidedAnswer } from '../machine/asked-codes.ts';
import type { RevealEventKind } from '../machine/events.ts';
import { lacksCodes } from '../machine/release.ts';
import { ownedSubjectNamed, type RevealSubject } from '../machine/subject.ts';
import type { RevealContext } from './context.ts';
import { dispatchJudged } from './dispatch.ts';
import { revealEventsOf } from './stored-events.ts';

type Context = Pick<RevealContext, 'session' | 'journal' | 'vault' | 'records'>;

/**
 * Re-checks unverified answers to reveals from their sealed bytes, without the network, whenever keys or the clock are
 * known better: the codes in them are then had without another reveal.
 */
export function judgeRevealsAgain(context: Context): void {
  try {
    for (const name of context.journal.subjects('reveal-failed' satisfies RevealEventKind))
      judgeThese(context, name, ({ reason }) => reason !== null);
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

/**
 * The same for one subject, and also for what the process ended before it was judged: nothing of it is under way now.
 */
export function judgeRevealAgain(context: Context, name: string): void {
  judgeThese(context, name, () => true);
}

/** Sealed answers to reveals of a subject that brought no codes and are no verified refusals either. */
export function undecidedOf(journal: Pick<Journal, 'events'>, name: string): readonly UndecidedAnswer[] {
  return askedCodesIn(revealEventsOf(journal, { subject: name })).undecided;
}

function judgeThese(context: Context, name: string, counts: (answer: UndecidedAnswer) => boolean): void {
  for (const { attempt, sealed, reason } of undecidedOf(context.journal, name).filter(counts)) {
    const subject = subjectNamed(context, name);
    const opened = subject === null ? null : reopen(context, sealed.id);
    if (subject === null || opened?.ok !== true) continue;
    dispatchJudged(context, subject, { attempt, sealed, knownReason: reason }, opened.value.judged);
  }
}

/** Null where an order already has all of its codes, or cannot have any. */
function subjectNamed({ records }: Pick<Context, 'records'>, name: string): RevealSubject | null {
  if (!isUuid<OperationId>(name)) return ownedSubjectNamed(name);
  const order = records.find(name);
  return order === null || !lacksCodes(order)
    ? null
    : { kind: 'order', operationId: name, order, listed: null, insteadOf: [] };
}
