import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Clock, Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { syncDirectory, syncFile } from '../files/atomic-write.ts';
import { systemPlace, type Place } from '../files/place.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import { faultOf } from '../sqlite/fault.ts';
import { isHeld } from '../sqlite/held.ts';
import { stampOf } from './backups.ts';
import { verifyChain } from './chain.ts';
import type { ChainHead } from './event.ts';
import { readHead } from './events-table.ts';
import { openInstallation, type Installation } from './installation.ts';
import { journalFailure } from './journal-failure.ts';
import { installationKey, journalFile, journalOptions } from './journal-file.ts';
import { readMeta } from './meta-table.ts';
import { recordCustody, settleIn } from './placing.ts';

export interface RestoreOptions {
  readonly directory: string;
  /** The backup; it is read and left as it is. */
  readonly file: string;
  readonly clock: Clock;
  readonly randomness: Randomness;
  readonly place?: Place;
}

export interface Restored {
  readonly head: ChainHead;
  /** The folder where the journal that was here lies now; null where there was none. */
  readonly setAside: string | null;
}

const logSuffixes = ['-wal', '-shm', '-journal'];

/**
 * Puts a backup in the place of the journal, which may be damaged and is kept aside. The whole chain of the backup is
 * verified first; the restored journal says of itself that it was restored before it takes the place, so that no crash
 * between the two leaves one that could sell. Fails with field `file` where the backup is at fault, `journal_in_use`.
 */
export function restoreJournal(options: RestoreOptions): Result<Restored, Failure> {
  const { directory, randomness } = options;
  if (!existsSync(options.file)) return err({ code: 'input_invalid', field: 'file' });
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (isHeld(journalFile(directory))) return err({ code: 'journal_in_use' });
    const installation = openInstallation(directory, randomness);
    if (!installation.ok) return installation;
    const restored = restoreInto(options, installation.value);
    installation.value.close();
    return restored;
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault === null) throw thrown;
    return err(journalFailure(fault));
  }
}

function restoreInto(options: RestoreOptions, installation: Installation): Result<Restored, Failure> {
  const journal = journalFile(options.directory);
  const staged = `${journal}.restoring`;
  try {
    const head = stage(options, staged, installation);
    if (!head.ok) return head;
    const setAside = keepAside(journal, options.clock.nowMs());
    // A log of the old file would be written into the new one (sqlite.org/howtocorrupt.html 1.4), so it goes first.
    removeLogs(journal);
    renameSync(staged, journal);
    syncDirectory(options.directory);
    installation.resetWitness(head.value);
    return ok({ head: head.value, setAside });
  } finally {
    rmSync(staged, { force: true });
    removeLogs(staged);
  }
}

/** A checked copy of the backup that knows it is one, beside the place where it is to lie. */
function stage(options: RestoreOptions, staged: string, installation: Installation): Result<ChainHead, Failure> {
  rmSync(staged, { force: true });
  removeLogs(staged);
  // SQLite would take an empty file for a new journal.
  if (statSync(options.file).size === 0) return err({ code: 'journal_corrupt', field: 'file', detail: 'empty' });
  copyFileSync(options.file, staged);
  // A journal that was copied as a file, not by a backup, has its last events in the log beside it.
  if (existsSync(`${options.file}-wal`)) copyFileSync(`${options.file}-wal`, `${staged}-wal`);
  chmodSync(staged, 0o600);
  const opened = openDatabase(staged, journalOptions);
  if (!opened.ok) return err({ ...journalFailure(opened.error), field: 'file' });
  const marked = mark(opened.value, options, installation);
  opened.value.close();
  if (marked.ok) syncFile(staged);
  return marked;
}

function mark(database: Database, { clock, place = systemPlace }: RestoreOptions, installation: Installation): Result<ChainHead, Failure> {
  const marked = database.transaction((): Result<ChainHead, Failure> => {
    if (readMeta(database, installationKey) === null) return err({ code: 'journal_corrupt', field: 'file', detail: 'foreign_file' });
    const verified = verifyChain(database);
    if (!verified.ok) return err({ code: 'journal_corrupt', field: 'file', detail: `event_${verified.error.firstBadSeq}_${verified.error.reason}` });
    recordCustody(database, 'restored', ['restore_command'], clock.nowMs());
    settleIn(database, installation, place);
    return ok(readHead(database));
  });
  return marked.ok ? marked.value : err({ ...journalFailure(marked.error), field: 'file' });
}

/** Copies what is here, damaged as it may be; only a whole copy lets the original be replaced. */
function keepAside(journal: string, nowMs: number): string | null {
  const files = ['', ...logSuffixes].map((suffix) => journal + suffix).filter((file) => existsSync(file));
  if (files.length === 0) return null;
  const folder = join(dirname(journal), 'set-aside', stampOf(nowMs));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of files) {
    const copy = join(folder, basename(file));
    copyFileSync(file, copy);
    syncFile(copy);
  }
  syncDirectory(folder);
  return folder;
}

function removeLogs(path: string): void {
  for (const suffix of logSuffixes) rmSync(path + suffix, { force: true });
}
