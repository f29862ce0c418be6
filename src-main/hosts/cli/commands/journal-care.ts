import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { journalRules } from '../../../app/counter/journal-rules.ts';
import { automaticBackups } from '../../../journal/backups.ts';
import { restoreJournal } from '../../../journal/restore.ts';
import { systemClock, systemRandomness } from '../../system-ports.ts';
import { invalid } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { backupNamed } from './journal-backups.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Writes a whole copy to a file that must not exist, in a folder that does. The copy holds sealed codes: it is worth as
 * much care as the folder.
 */
export function backup(context: CliContext): CommandOutcome {
  const [, file] = context.args.words;
  if (file === undefined || file === '' || existsSync(file) || !existsSync(dirname(resolve(file))))
    return failed(invalid('file').error);
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const { journal } = localRecords.value;
  const copied = journal.backup(file);
  return copied.ok ? done({ file, head: journal.head() }) : failed(copied.error);
}

/**
 * Restores a backup in the place of the journal: a file, the newest of a day, or with `latest` the newest that the
 * counter made by itself.
 */
export function restore(context: CliContext): CommandOutcome {
  const [, named] = context.args.words;
  const directory = context.directory();
  if (!directory.ok) return failed(directory.error);
  if (named === undefined) return failed(invalid('file').error);
  const file = named === 'latest' ? null : backupNamed(directory.value, named);
  const restored = restoreJournal({
    directory: directory.value,
    file,
    rules: journalRules,
    clock: systemClock,
    randomness: systemRandomness,
    step: context.step,
  });
  if (!restored.ok) return failed(restored.error);
  const { file: taken, damaged } = restored.value;
  const backup = automaticBackups(directory.value).find(({ path }) => path === taken);
  if (damaged.length > 0 && backup !== undefined)
    context.say(
      context.text('cli.restored.earlier', {
        count: damaged.length,
        time: new Date(backup.atMs).toISOString(),
      }),
    );
  context.say(context.text('cli.restored'));
  return done(restored.value);
}

/** Destroys the keys of codes that were handed over some days ago, 30 where nothing is said. */
export function purge(context: CliContext): CommandOutcome {
  const [, days] = context.args.words;
  if (days !== undefined && !/^\d{1,5}$/.test(days)) return failed(invalid('days').error);
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const purged =
    days === undefined ? localRecords.value.journal.purge() : localRecords.value.journal.purge(Number(days) * dayMs);
  if (!purged.ok) return failed(purged.error);
  const directory = context.directory();
  if (directory.ok && existsSync(join(directory.value, 'set-aside'))) context.say(context.text('cli.purge.elsewhere'));
  return done(purged.value);
}

/**
 * Tells the person at the shell the way back, whichever command found the journal damaged or what is sealed without its
 * key.
 */
export function sayWayBack(context: CliContext, outcome: CommandOutcome): void {
  if (outcome.exit === 0) return;
  if (outcome.error.code === 'vault_missing' || outcome.error.code === 'vault_damaged')
    context.say(context.text('vault.waysBack'));
  // With a field `file` it is a backup that is damaged.
  if (outcome.error.code !== 'journal_corrupt' || outcome.error.field === 'file') return;
  const directory = context.directory();
  const newest = directory.ok ? automaticBackups(directory.value)[0] : undefined;
  context.say(context.text('cli.salvage.way'));
  if (newest !== undefined) context.say(context.text('cli.restore.way', { time: new Date(newest.atMs).toISOString() }));
}
