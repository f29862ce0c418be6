import { hasJournal } from '../../../journal/open-journal.ts';
import { salvageJournal } from '../../../journal/salvage.ts';
import { orderKnowledge } from '../../../orders/book.ts';
import { systemClock, systemRandomness } from '../../system-ports.ts';
import { invalid } from '../arguments.ts';
import type { CliContext } from '../context.ts';
import { done, failed, type Outcome } from '../outcome.ts';

/** Lifts what still proves itself from a damaged journal into a new one in its place, and says what is missing. */
export function salvage(context: CliContext): Outcome {
  const directory = context.directory();
  if (!directory.ok) return failed(directory.error);
  if (!hasJournal(directory.value)) return failed(invalid('data').error);
  const salvaged = salvageJournal({
    directory: directory.value,
    clock: systemClock,
    randomness: systemRandomness,
    orders: orderKnowledge,
    step: context.step,
  });
  if (!salvaged.ok) return failed(salvaged.error);
  const { gaps, missing } = salvaged.value;
  if (gaps.length + missing.length === 0) context.say('Nothing was lost. The damaged journal was kept aside.');
  else
    context.say(
      'Salvaged. You cannot sell until "reconcile" has checked the bought cards; unfinished orders are checked and not sent again, and "reconcile" reads those that are missing.',
    );
  return done(salvaged.value);
}
