import { statSync } from 'node:fs';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { systemPlace } from '../files/place.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import type { HeldLock } from '../sqlite/lock.ts';
import { hasBackups } from './backups.ts';
import { verifyEnd } from './chain.ts';
import { holdFolder } from './folder-lock.ts';
import { hasWitness, openInstallation } from './installation.ts';
import type { Journal, JournalOptions } from './journal.ts';
import { journalFailure } from './journal-failure.ts';
import { installationKey, journalFile, journalOptions } from './journal-file.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import { findCustody, readCustody } from './placing.ts';
import { recordPurgedSince } from './purge.ts';
import { finishReplacing, isReplacing, removeStaged } from './replacing.ts';
import { SqliteJournal, type Opened } from './sqlite-journal.ts';

type Held = Pick<Opened, 'database' | 'installation' | 'lock'>;

/** What is checked of the chain at each opening; `verify` walks all of it. */
const checkedAtOpening = 200;

/**
 * Opens `journal.db` in `directory`, making both on first use, and holds the folder until it is closed.
 * Codes: `journal_in_use|_corrupt|_not_writable|_newer`.
 */
export function openJournal(options: JournalOptions): Result<Journal, Failure> {
  const held = holdFolder(options.directory);
  if (!held.ok) return err(journalFailure(held.error));
  let journal: Result<Journal, Failure> | null = null;
  try {
    journal = openHeld(options, held.value);
    return journal;
  } finally {
    if (journal?.ok !== true) held.value.release();
  }
}

function openHeld(options: JournalOptions, lock: HeldLock): Result<Journal, Failure> {
  const replaced = endReplacement(options);
  if (!replaced.ok) return replaced;
  const hasBegun = hasWitness(options.directory) || hasBackups(options.directory);
  const opened = openDatabase(journalFile(options.directory), { ...journalOptions, hasBegun });
  if (!opened.ok) return err(journalFailure(opened.error));
  const installation = openInstallation(options.directory, options.randomness);
  const journal = installation.ok ? begin(options, { database: opened.value, installation: installation.value, lock }) : installation;
  if (journal.ok) return journal;
  if (installation.ok) installation.value.close();
  opened.value.close();
  return journal;
}

/** Ends what a process began that put another journal in the place of the one here, and removes what one left that did not get so far. */
function endReplacement({ directory, randomness }: JournalOptions): Result<void, Failure> {
  removeStaged(directory);
  if (!isReplacing(directory)) return ok(undefined);
  const installation = openInstallation(directory, randomness);
  if (!installation.ok) return installation;
  const finished = finishReplacing(directory, installation.value);
  installation.value.close();
  return finished;
}

function begin(options: JournalOptions, held: Held): Result<Journal, Failure> {
  const { database, installation } = held;
  const { clock, randomness, place = systemPlace } = options;
  const begun = database.transaction(() => {
    findCustody(database, installation, place, clock.nowMs());
    recordPurgedSince(database, clock.nowMs());
    return { installationId: installationIdOf(database, randomness), custody: readCustody(database), end: verifyEnd(database, checkedAtOpening) };
  });
  if (!begun.ok) return err(journalFailure(begun.error));
  const { end, ...found } = begun.value;
  // It can still be read, verified and backed up; only nothing new begins on it.
  const trouble: Failure | null = end.ok ? null : { code: 'journal_corrupt', detail: `event_${end.error.firstBadSeq}` };
  return ok(new SqliteJournal(options, { ...held, trouble, ...found }));
}

/** Whether there is a journal in `directory`. Where that cannot be told, opening it says why. */
export function hasJournal(directory: string): boolean {
  if (isReplacing(directory)) return true;
  try {
    statSync(journalFile(directory));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

function installationIdOf(database: Database, randomness: Randomness): string {
  const known = readMeta(database, installationKey);
  if (known !== null) return known;
  const made = randomness.uuid();
  writeMeta(database, installationKey, made);
  return made;
}
