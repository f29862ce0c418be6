import { copyFileSync, statSync } from 'node:fs';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { detailed } from '../../src-shared/contract/details.ts';
import type { Clock, Randomness, StepMark } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isFile } from '../files/is-file.ts';
import { systemIdentity, type MachineIdentity } from '../files/machine-identity.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import { attempt, emptyFile } from '../sqlite/fault.ts';
import { isHeld } from '../sqlite/held.ts';
import { assemble, isSegment } from './assemble.ts';
import { automaticBackups, brokenBackups } from './backups.ts';
import { verifyChain } from './chain.ts';
import { recordCopyStatus } from './copy-status-record.ts';
import type { ChainHead } from './event.ts';
import { readHead } from './events-table.ts';
import { holdFolder } from './folder-lock.ts';
import { openInstallation, type Installation } from './installation.ts';
import { attempted, journalFailure } from './journal-failure.ts';
import { installationKey, journalFile, journalOptions } from './journal-file.ts';
import type { JournalRules } from './journal-rules.ts';
import { checkedKey } from './leisure-check.ts';
import { recordLocation } from './location.ts';
import { readMeta, removeMeta } from './meta-table.ts';
import { finishReplacing, removeStaged, replaceJournal, stagedFile, type ReplacingStep } from './replacing.ts';
import { verifiedKey } from './verified.ts';

export interface RestoreOptions {
  readonly directory: string;
  /**
   * The backup, which is read and left as it is; null for the newest that the counter made by itself and that is whole.
   */
  readonly file: string | null;
  readonly rules: Pick<JournalRules, 'projection'>;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly identity?: MachineIdentity;
  /** Where tests end the process. */
  readonly step?: StepMark<ReplacingStep>;
}

export interface Restored {
  /** The backup that was restored. */
  readonly file: string;
  /** Where the newest was asked for: those that could not be restored, because they or a part of them are damaged. */
  readonly damaged: readonly string[];
  readonly head: ChainHead;
  /** The folder where the journal that was here lies now; null where there was none. */
  readonly setAside: string | null;
}

/**
 * Restores a backup, once its whole chain is verified, and keeps the journal before it aside. The restored one says
 * that it was restored before it takes the place: no crash leaves one that could sell. Nobody else opens the folder
 * meanwhile. Errors: `journal_in_use`; with field `file` where the backup is at fault.
 */
export function restoreJournal(options: RestoreOptions): Result<Restored, Failure> {
  const { directory } = options;
  // Where there is nothing to restore nothing is made either.
  if (backupsOf(options).length === 0) return err({ code: 'input_invalid', field: 'file' });
  const held = holdFolder(directory);
  if (!held.ok) return err(held.error.code === 'in_use' ? { code: 'journal_in_use' } : journalFailure(held.error));
  try {
    return attempted(() => restoreHeld(options));
  } finally {
    held.value.release();
  }
}

function backupsOf({ directory, file }: RestoreOptions): readonly string[] {
  const paths = file === null ? automaticBackups(directory).map(({ path }) => path) : [file];
  return paths.filter(isFile);
}

function restoreHeld(options: RestoreOptions): Result<Restored, Failure> {
  const { directory, clock, randomness, step = () => undefined } = options;
  step('folder-held');
  // An earlier version of this product holds the journal itself and no lock beside it.
  if (isHeld(journalFile(directory))) return err({ code: 'journal_in_use' });
  // What another process sold and closed since the first look is in a later backup.
  const files = backupsOf(options);
  if (files.length === 0) return err({ code: 'input_invalid', field: 'file' });
  const installation = openInstallation(directory, randomness);
  if (!installation.ok) return installation;
  try {
    // One that was damaged since it was decided is replaced like any other journal.
    finishReplacing(directory, installation.value);
    const staged = stageFirstWhole(options, files, installation.value);
    if (!staged.ok) return staged;
    const setAside = replaceJournal(directory, installation.value, clock.nowMs(), step);
    return setAside.ok ? ok({ ...staged.value, setAside: setAside.value }) : setAside;
  } finally {
    removeStaged(directory);
    installation.value.close();
  }
}

/** Gives the failure of the first where none of them is whole, or where it is not the file that is at fault. */
function stageFirstWhole(
  options: RestoreOptions,
  files: readonly string[],
  installation: Installation,
): Result<Omit<Restored, 'setAside'>, Failure> {
  const damaged: string[] = [];
  let first: Result<never, Failure> | null = null;
  for (const file of files) {
    const head = attempted(() => stage(options, file, installation));
    if (head.ok) {
      // Those that lack a part come last, and are not tried.
      const broken = options.file === null ? brokenBackups(options.directory) : [];
      return ok({ file, damaged: [...new Set([...damaged, ...broken])], head: head.value });
    }
    first ??= head;
    if (head.error.code !== 'journal_corrupt') break;
    damaged.push(file);
  }
  return first ?? err({ code: 'input_invalid', field: 'file' });
}

/** A checked copy of the backup that knows it is one, beside the place where it is to lie. */
function stage(options: RestoreOptions, file: string, installation: Installation): Result<ChainHead, Failure> {
  const staged = stagedFile(options.directory);
  removeStaged(options.directory);
  // SQLite would take an empty file for a new journal.
  if (statSync(file).size === 0) return err({ ...detailed('journal_corrupt', emptyFile), field: 'file' });
  const isParts = isSegment(file);
  if (!isParts) copyWhole(file, staged);
  const opened = openDatabase(staged, journalOptions);
  if (!opened.ok) return err({ ...journalFailure(opened.error), field: 'file' });
  try {
    const assembled = attempt(() => (isParts ? assemble(opened.value, file, options.rules.projection) : undefined));
    if (!assembled.ok) return err({ ...journalFailure(assembled.error), field: 'file' });
    return mark(opened.value, options, installation);
  } finally {
    opened.value.close();
  }
}

function copyWhole(file: string, staged: string): void {
  copyFileSync(file, staged);
  // A journal that was copied as a file, not by a backup, has its last events in the log beside it; a backup whose
  // purge was broken off has what takes that back.
  for (const log of ['-wal', '-journal']) if (isFile(file + log)) copyFileSync(file + log, staged + log);
}

function mark(
  database: Database,
  { clock, identity = systemIdentity }: RestoreOptions,
  installation: Installation,
): Result<ChainHead, Failure> {
  const marked = database.transaction((): Result<ChainHead, Failure> => {
    if (readMeta(database, installationKey) === null)
      return err({ code: 'journal_corrupt', field: 'file', detail: 'foreign_file' });
    const verified = verifyChain(database);
    if (!verified.ok)
      return err({
        code: 'journal_corrupt',
        field: 'file',
        detail: `event_${verified.error.firstBadSeq}_${verified.error.reason}`,
      });
    // It was checked somewhere else: the file that it is now may be damaged where that one was not.
    for (const key of [checkedKey, verifiedKey]) removeMeta(database, key);
    recordCopyStatus(database, 'restored', ['restore_command'], clock.nowMs());
    recordLocation(database, installation, identity);
    return ok(readHead(database));
  });
  return marked.ok ? marked.value : err({ ...journalFailure(marked.error), field: 'file' });
}
