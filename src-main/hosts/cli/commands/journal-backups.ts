import { existsSync } from 'node:fs';
import { journalRules } from '../../../app/counter/journal-rules.ts';
import { automaticBackups, brokenBackups, endOf, type BackupFile } from '../../../journal/backups.ts';
import type { Journal } from '../../../journal/journal.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';

/**
 * The days that can be restored, the newest first, what would be missing after each, and why the last backup was not
 * made. It needs no journal that opens: of one that does not, nobody knows what is missing.
 */
export function listBackups(context: CliContext): CommandOutcome {
  const directory = context.directory();
  if (!directory.ok) return failed(directory.error);
  const records = context.localRecords();
  const journal = records.ok ? records.value.journal : null;
  const trouble = journal?.backupTrouble() ?? null;
  const broken = brokenBackups(directory.value);
  const whole = automaticBackups(directory.value).filter(({ path }) => !broken.includes(path));
  if (trouble !== null) {
    context.say(context.text('backup.trouble'));
    context.say(context.text(`backup.trouble.${trouble.reason}`));
  }
  if (whole.length > 0) context.say(context.text('cli.backups.restore'));
  return done({
    items: whole.map((backup) => ({ at: timeOf(backup), file: backup.path, missing: missingAfter(backup, journal) })),
    ...(broken.length === 0 ? {} : { broken: [...broken] }),
    ...(trouble === null ? {} : { trouble: { reason: trouble.reason, at: new Date(trouble.atMs).toISOString() } }),
  });
}

/** The backup that a person names: a file, or the newest of a day or time as they are listed. */
export function backupNamed(directory: string, named: string): string {
  if (existsSync(named) || !/^\d{4}-\d{2}-\d{2}/.test(named)) return named;
  return automaticBackups(directory).find((backup) => timeOf(backup).startsWith(named))?.path ?? named;
}

function timeOf({ atMs }: BackupFile): string {
  return new Date(atMs).toISOString();
}

function missingAfter({ path }: BackupFile, journal: Journal | null) {
  const end = journal === null ? null : endOf(path);
  if (journal === null || end === null) return null;
  // A backup of before a restore is of another chain: what both have in common is not known.
  if (journal.hashAt(end.seq) !== end.hash) return null;
  const sales = journal.events({ kind: journalRules.projection.firstKind, afterSeq: end.seq });
  return { entries: journal.head().seq - end.seq, sales: sales.length };
}
