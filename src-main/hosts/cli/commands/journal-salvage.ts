import { journalRules } from '../../../app/counter/journal-rules.ts';
import { hasJournal } from '../../../journal/open-journal.ts';
import { salvageJournal } from '../../../journal/salvage.ts';
import { systemClock, systemRandomness } from '../../system-ports.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';

/** Lifts what still proves itself from a damaged journal into a new one in its place, and says what is missing. */
export function salvage(context: CliContext): CommandOutcome {
  const directory = context.directory();
  if (!directory.ok) return failed(directory.error);
  if (!hasJournal(directory.value)) return failed(invalid('data').error);
  const salvaged = salvageJournal({
    directory: directory.value,
    clock: systemClock,
    randomness: systemRandomness,
    rules: journalRules,
    step: context.step,
  });
  if (!salvaged.ok) return failed(salvaged.error);
  const { gaps, missing } = salvaged.value;
  if (gaps.length + missing.length === 0) context.say(context.text('cli.salvage.nothingLost'));
  else context.say(context.text('cli.salvaged'));
  return done(salvaged.value);
}
