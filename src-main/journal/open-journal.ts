import { existsSync, statSync } from 'node:fs';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { hasDetail } from '../../src-shared/contract/details.ts';
import type { Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isAbsent } from '../files/absent.ts';
import { systemIdentity } from '../files/machine-identity.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import { attempt, emptyFile } from '../sqlite/fault.ts';
import { fileBytes } from '../sqlite/file-bytes.ts';
import type { HeldLock } from '../sqlite/lock.ts';
import { hasDamagedHeader, isLogDamaged } from '../sqlite/pages.ts';
import { hasBackups } from './backups.ts';
import { verifyChain, verifyEnd } from './chain.ts';
import { findCopyStatus, readCopyFacts } from './copy-status-record.ts';
import { isMarkedDamaged, markDamage, removeDamageMark } from './damage-mark.ts';
import { holdFolder } from './folder-lock.ts';
import { hasCheckpoint, openInstallation, readInstallation } from './installation.ts';
import { attempted, journalFailure } from './journal-failure.ts';
import { installationKey, journalFile, journalOptions, projectionFormKey, smallBytes } from './journal-file.ts';
import type { Journal, JournalOptions } from './journal.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import { recordPurgedSince } from './purge.ts';
import { finishReplacing, isReplacing, removeStaged } from './replacing.ts';
import { rebuildJournal } from './salvage.ts';
import { SqliteJournal, type Opened } from './sqlite-journal.ts';

type Held = Pick<Opened, 'database' | 'installation' | 'lock' | 'isLarge'>;

/** How much of the chain is checked: all of it, or so many of its last links. */
type CheckedLinks = 'all' | number;

/** Of a large file that was closed; the rest is checked at leisure (decision 0047). */
const linksOfClosed = 200;
/** Of one that a process left open as it was killed: several times what its log holds before it is moved. */
const linksOfLeftOpen = 1_000;

/**
 * Opens `journal.db` in `directory`, making both on first use, and holds the folder until it is closed.
 * Codes: `journal_in_use|_corrupt|_not_writable|_newer`.
 */
export function openJournal(options: JournalOptions): Result<Journal, Failure> {
  const held = holdFolder(options.directory);
  if (!held.ok) return err(journalFailure(held.error));
  let journal: Result<Journal, Failure> | null = null;
  try {
    journal = attempted(() => openHeld(options, held.value));
    return journal;
  } finally {
    if (journal?.ok !== true) held.value.release();
  }
}

/**
 * What is derived from the record is made anew where it is damaged; where the record itself has losses a person hears
 * of it.
 */
function openHeld(options: JournalOptions, lock: HeldLock): Result<Journal, Failure> {
  const replaced = endReplacement(options);
  if (!replaced.ok) return replaced;
  if (!isFileOrAbsent(journalFile(options.directory)))
    return err({ code: 'journal_not_writable', detail: 'not_a_file' });
  const opened = openAsItLies(options, lock);
  if (opened.ok || !isDamage(opened.error, options.directory)) return opened;
  if (rebuildJournal(options, opened.error)) return openAsItLies(options, lock);
  if (isSmall(journalFile(options.directory))) return opened;
  // What can be read of a large one is read until a person has it salvaged or restored.
  markDamage(options.directory);
  const damaged = openAsItLies(options, lock, { known: opened.error });
  return damaged.ok ? damaged : opened;
}

/** A header that is damaged may make SQLite call the file one that cannot be written. */
function isDamage(failure: Failure, directory: string): boolean {
  // Of an empty file nothing is left to make anew from: a person has its backup restored, or its log salvaged.
  if (hasDetail(failure, 'journal_corrupt', emptyFile)) return false;
  const { code } = failure;
  return code === 'journal_corrupt' || (code === 'journal_not_writable' && hasDamagedHeader(journalFile(directory)));
}

interface Reading {
  /** Damage that was found already: what lies there is read, and nothing is written. */
  readonly known?: Failure;
  readonly isWhole?: true;
}

function openAsItLies(
  options: JournalOptions,
  lock: HeldLock,
  { known, isWhole }: Reading = {},
): Result<Journal, Failure> {
  const path = journalFile(options.directory);
  // SQLite would pass over the damage and all that was written after it.
  const log = fileBytes(`${path}-wal`);
  if (isLogDamaged(log)) return err({ code: 'journal_corrupt', detail: 'log' });
  const hasBegun = hasCheckpoint(options.directory) || hasBackups(options.directory);
  const isLarge = !isSmall(path);
  const isReadWhole = known === undefined && (isWhole === true || !isLarge || isMarkedDamaged(options.directory));
  const opened = openDatabase(path, { ...journalOptions, hasBegun, check: isReadWhole ? 'whole' : 'form' });
  if (!opened.ok) return err(journalFailure(opened.error));
  const installation =
    known === undefined
      ? openInstallation(options.directory, options.randomness)
      : ok(readInstallation(options.directory));
  const linksOfLarge = log.length > 0 ? linksOfLeftOpen : linksOfClosed;
  const links = isReadWhole ? 'all' : linksOfLarge;
  const journal = installation.ok
    ? attempted(() =>
        begin(options, { database: opened.value, installation: installation.value, lock, isLarge }, { links, known }),
      )
    : installation;
  if (journal.ok && journal.value !== null) return ok(journal.value);
  if (installation.ok) installation.value.close();
  opened.value.close();
  return journal.ok ? openAsItLies(options, lock, { isWhole: true }) : journal;
}

/**
 * Ends what a process began that put another journal in the place of the one here, and removes what one left that did
 * not get so far.
 */
function endReplacement({ directory, randomness }: JournalOptions): Result<void, Failure> {
  removeStaged(directory);
  if (!isReplacing(directory)) return ok(undefined);
  const installation = openInstallation(directory, randomness);
  if (!installation.ok) return installation;
  const finished = finishReplacing(directory, installation.value);
  installation.value.close();
  return finished;
}

/** Null where all of the file has to be read first. */
function begin(
  options: JournalOptions,
  held: Held,
  { links, known }: { readonly links: CheckedLinks; readonly known: Failure | undefined },
): Result<Journal | null, Failure> {
  const { database, installation } = held;
  const { clock, randomness, identity = systemIdentity } = options;
  const { form } = options.rules.projection;
  const find = () => ({
    installationId: readMeta(database, installationKey) ?? '',
    copyFacts: readCopyFacts(database),
    end: links === 'all' ? verifyChain(database) : verifyEnd(database, links),
    isOfForm: form === undefined || readMeta(database, projectionFormKey) === form,
  });
  const begun =
    known === undefined
      ? database.transaction(() => {
          findCopyStatus(database, installation, identity, clock.nowMs());
          recordPurgedSince(database, clock.nowMs());
          ensureInstallationId(database, randomness);
          return find();
        })
      : attempt(find);
  if (!begun.ok) return err(journalFailure(begun.error));
  const { end, isOfForm, ...found } = begun.value;
  // The projection is about to be derived anew: from events that are found through indexes which nobody has read.
  if (!isOfForm && links !== 'all' && known === undefined && end.ok) return ok(null);
  // It can still be read, verified and backed up; only nothing new begins on it.
  const trouble: Failure | null = end.ok
    ? (known ?? null)
    : { code: 'journal_corrupt', detail: `event_${end.error.firstBadSeq}` };
  const refused = known === undefined ? {} : { refusesWrites: known };
  const isCheckedWhole = links === 'all';
  if (isCheckedWhole && trouble === null) removeDamageMark(options.directory);
  return ok(new SqliteJournal(options, { ...held, ...found, ...refused, trouble, isCheckedWhole }));
}

/** Whatever reads a pipe waits for whoever writes into it. */
function isFileOrAbsent(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() !== false;
}

function isSmall(path: string): boolean {
  return !existsSync(path) || statSync(path).size <= smallBytes;
}

/** Whether there is a journal in `directory`. Where that cannot be known, opening it says why. */
export function hasJournal(directory: string): boolean {
  if (isReplacing(directory)) return true;
  try {
    statSync(journalFile(directory));
    return true;
  } catch (error) {
    return !isAbsent(error);
  }
}

function ensureInstallationId(database: Database, randomness: Randomness): void {
  if (readMeta(database, installationKey) === null) writeMeta(database, installationKey, randomness.uuid());
}
