import type { Failure } from '../../src-shared/contract/codes.ts';
import { isUuid } from '../core/ids.ts';
import type { StepMark } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isFile } from '../files/is-file.ts';
import { systemIdentity } from '../files/machine-identity.ts';
import { newCopy, openDatabase, type Database } from '../sqlite/database.ts';
import { DatabaseUnavailable } from '../sqlite/fault.ts';
import { fileBytes } from '../sqlite/file-bytes.ts';
import { isHeld } from '../sqlite/held.ts';
import { viewsOf, type ByteSource, type PageView } from '../sqlite/pages.ts';
import { textOf } from '../sqlite/row.ts';
import { backupFiles, rowsKey } from './backups.ts';
import { readLosses } from './chain.ts';
import { recordCopyStatus } from './copy-status-record.ts';
import { rebuiltKind, serialKeptKind, type ChainHead } from './event.ts';
import { appendEvent, readHead } from './events-table.ts';
import { holdFolder } from './folder-lock.ts';
import { salvaged, type Gap, type Missing } from './gaps.ts';
import { openInstallation, type Installation } from './installation.ts';
import { attempted, journalFailure } from './journal-failure.ts';
import { journalFile, journalOptions, projectionFormKey } from './journal-file.ts';
import type { ProjectionRules } from './journal-rules.ts';
import type { JournalOptions } from './journal.ts';
import { checkedKey } from './leisure-check.ts';
import { Pieces } from './lift.ts';
import { isWholeRecord, recordOf, type LiftedRecord } from './lifted-record.ts';
import { recordLocation } from './location.ts';
import { writeMeta } from './meta-table.ts';
import { readRow, rebuild } from './projection-table.ts';
import {
  finishReplacing,
  liftingFile,
  removeStaged,
  replaceJournal,
  stagedFile,
  type ReplacingStep,
} from './replacing.ts';
import { verifiedKey } from './verified.ts';

export interface SalvageOptions extends Omit<JournalOptions, 'answerRoomBytes'> {
  /** Where tests end the process. */
  readonly step?: StepMark<ReplacingStep>;
}

export interface Salvaged {
  readonly head: ChainHead;
  /** The folder where the damaged journal lies now. */
  readonly setAside: string | null;
  readonly events: number;
  readonly sealedAnswers: number;
  readonly gaps: readonly Gap[];
  /** What is missing, by subject. */
  readonly missing: readonly Missing[];
}

/**
 * Lifts all that still proves itself from a damaged journal, and from backups what its chain names, into a new one in
 * its place; the damaged one is kept aside. Where anything is lost the new one counts as restored. Fails with
 * `journal_in_use`, `journal_corrupt` (`nothing_to_lift`), `journal_not_writable`.
 */
export function salvageJournal(options: SalvageOptions): Result<Salvaged, Failure> {
  const { directory } = options;
  const held = holdFolder(directory);
  if (!held.ok) return err(held.error.code === 'in_use' ? { code: 'journal_in_use' } : journalFailure(held.error));
  try {
    options.step?.('folder-held');
    if (isHeld(journalFile(directory))) return err({ code: 'journal_in_use' });
    return withInstallation(options, (installation) => salvageHeld(options, installation));
  } finally {
    held.value.release();
  }
}

/**
 * Puts a new journal in the place of one whose record is whole and whose derived parts are not, with nothing lost and
 * nothing asked. Gives false, and changes nothing, where the record has losses: that is for a person. Hold the folder.
 */
export function rebuildJournal(options: JournalOptions, cause: Failure): boolean {
  const rebuilt = withInstallation(options, (installation) => {
    const staged = lift(options.directory, installation, [], (lifted) => {
      if (installation.checkpoint === null || !isWholeRecord(lifted.record)) return ok(false);
      const body = { code: cause.code, detail: cause.detail ?? '' };
      return stage(options.directory, lifted, (database) => {
        appendEvent(database, { subject: '', kind: rebuiltKind, body }, options.clock.nowMs());
        return true;
      });
    });
    if (!staged.ok || !staged.value) return staged;
    const replaced = replaceJournal(options.directory, installation, options.clock.nowMs(), () => undefined);
    return replaced.ok ? ok(true) : replaced;
  });
  return rebuilt.ok && rebuilt.value;
}

function withInstallation<T>(
  { directory, randomness }: Pick<JournalOptions, 'directory' | 'randomness'>,
  work: (installation: Installation) => Result<T, Failure>,
): Result<T, Failure> {
  const installation = openInstallation(directory, randomness);
  if (!installation.ok) return installation;
  try {
    return attempted(() => work(installation.value));
  } finally {
    removeStaged(directory);
    installation.value.close();
  }
}

function salvageHeld(options: SalvageOptions, installation: Installation): Result<Salvaged, Failure> {
  const { directory, clock, step = () => undefined } = options;
  finishReplacing(directory, installation);
  const staged = lift(directory, installation, backupFiles(directory), (lifted) =>
    stageSalvaged(options, installation, lifted),
  );
  if (!staged.ok) return staged;
  const setAside = replaceJournal(directory, installation, clock.nowMs(), step);
  return setAside.ok ? ok({ ...staged.value, setAside: setAside.value }) : setAside;
}

function stageSalvaged(
  { directory, clock, rules, identity = systemIdentity }: SalvageOptions,
  installation: Installation,
  lifted: Lifted,
): Result<Omit<Salvaged, 'setAside'>, Failure> {
  const { record } = lifted;
  if (record.eventCount === 0) return err({ code: 'journal_corrupt', detail: 'nothing_to_lift' });
  return stage(directory, lifted, (database, sealedAnswers) => {
    rebuild(database, rules.projection);
    const missing = missingIn(database, lifted, rules.projection);
    if (!isWholeRecord(record) || missing.length > 0) {
      appendEvent(
        database,
        salvaged({ gaps: record.gaps, missing, answers: record.lostAnswers, keys: record.lostKeys }),
        clock.nowMs(),
      );
      recordCopyStatus(database, 'restored', ['salvage_command'], clock.nowMs());
      recordLocation(database, installation, identity);
    }
    return { head: readHead(database), missing, events: record.eventCount, sealedAnswers, gaps: record.gaps };
  });
}

interface Lifted {
  readonly record: LiftedRecord;
  readonly pieces: Pieces;
}

/** What `use` makes of all that can be lifted, which lies where it lay until then. */
function lift<T>(
  directory: string,
  { checkpoint }: Installation,
  backups: readonly string[],
  use: (lifted: Lifted) => Result<T, Failure>,
): Result<T, Failure> {
  removeStaged(directory);
  const opened = newCopy(liftingFile(directory), journalOptions.applicationId);
  if (!opened.ok) return err(journalFailure(opened.error));
  const index = opened.value;
  const lifted = index.transaction(() => {
    const pieces = new Pieces(index);
    pieces.add(viewsAt(journalFile(directory)));
    const addBackups = (): void => backups.forEach((path) => pieces.add(viewsAt(path)));
    return use({ pieces, record: recordOf(pieces, addBackups, checkpoint) });
  });
  index.close();
  return lifted.ok ? lifted.value : err(journalFailure(lifted.error));
}

/** Seven million operations. What is longer is no journal, but a hole that takes no room on the disk. */
const mostBytes = 64 * 2 ** 30;
/** Of a small journal. That of a large one may be as long as it is. */
const mostLogBytes = 2 ** 30;

function viewsAt(path: string): readonly PageView[] {
  const file = bytesAt(path, mostBytes);
  return viewsOf(file, bytesAt(`${path}-wal`, Math.max(mostLogBytes, 2 * file.length)));
}

/** Of what is no file nothing can be lifted. */
function bytesAt(path: string, most: number): ByteSource {
  if (!isFile(path)) return new Uint8Array(0);
  const bytes = fileBytes(path);
  if (bytes.length > most) throw new DatabaseUnavailable({ code: 'corrupt', detail: 'too_large_to_lift' });
  return bytes;
}

/** What `meta` says of the derived rows, of the numbers of rows, and of the checks of a file that is not this one. */
const madeAnew: readonly string[] = [projectionFormKey, checkedKey, verifiedKey, rowsKey];

/** A new journal of what was lifted, beside the place where it is to lie; `finish` runs in the same transaction. */
function stage<T>(
  directory: string,
  { record, pieces }: Lifted,
  finish: (database: Database, sealedAnswers: number) => T,
): Result<T, Failure> {
  const opened = openDatabase(stagedFile(directory), journalOptions);
  if (!opened.ok) return err(journalFailure(opened.error));
  const database = opened.value;
  const staged = database.transaction(() => {
    fillEvents(database, record);
    const sealedAnswers = fillAnswers(database, record);
    for (const [key, value] of pieces.meta()) if (!madeAnew.includes(key)) writeMeta(database, key, value);
    return finish(database, sealedAnswers);
  });
  database.close();
  return staged.ok ? staged : err(journalFailure(staged.error));
}

/** Rows keep their numbers and hashes, across gaps that the trigger would not let pass. */
function fillEvents(database: Database, record: LiftedRecord): void {
  const name = 'events_are_chained';
  const trigger = database.get('SELECT sql FROM sqlite_schema WHERE name = ?', name);
  database.run(`DROP TRIGGER ${name}`);
  for (const { seq, atMs, subject, kind, body, previousHash, hash } of record.events()) {
    database.run(
      'INSERT INTO events (seq, at_ms, subject, kind, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
      seq,
      atMs,
      subject,
      kind,
      body,
      previousHash,
      hash,
    );
  }
  if (trigger !== undefined) database.run(textOf(trigger, 'sql'));
}

/** Gives their number. */
function fillAnswers(database: Database, record: LiftedRecord): number {
  let count = 0;
  for (const { id, ciphertext, wrappedKey } of record.answers()) {
    count += 1;
    database.run('INSERT INTO sealed_answers (id, ciphertext) VALUES (?, ?)', id, ciphertext);
    if (wrappedKey !== null) database.run('INSERT INTO sealed_keys (id, wrapped_key) VALUES (?, ?)', id, wrappedKey);
  }
  return count;
}

/**
 * What is missing, by subject: the events name some whose first event is gone, and the projection some that later ones
 * are gone of. What an earlier salvage said is no news.
 */
function missingIn(database: Database, { record, pieces }: Lifted, rules: ProjectionRules): readonly Missing[] {
  const missing: Missing[] = [];
  const unbegun = new Set<string>(subjectsWithout(database, rules).filter(isUuid));
  const later: string[] = [];
  for (const { subject, updatedAtMs } of pieces.hints()) {
    if (!hasBegun(database, rules, subject)) unbegun.add(subject);
    const derived = readRow(database, subject);
    if (derived !== null && updatedAtMs > derived.updatedAtMs) later.push(subject);
  }
  for (const operationId of unbegun) missing.push({ operationId, what: rules.firstLost });
  for (const operationId of later) missing.push({ operationId, what: 'events' });
  for (const [ids, what] of [
    [record.lostAnswers, 'answer'],
    [record.lostKeys, 'key'],
  ] as const)
    for (const operationId of subjectsNaming(record, new Set(ids))) missing.push({ operationId, what });
  const known = new Set(readLosses(database).missing.map(nameOf));
  return missing.filter((one) => !known.has(nameOf(one)));
}

function nameOf({ operationId, what }: Missing): string {
  return `${what} ${operationId}`;
}

const firstOf = 'SELECT 1 FROM events AS first WHERE first.subject = events.subject AND first.kind = ?';

/** The subjects of events of the projection whose first event is not there. */
function subjectsWithout(database: Database, { firstKind, kinds }: ProjectionRules): readonly string[] {
  const places = kinds.map(() => '?').join(', ');
  const sql = `SELECT subject FROM events WHERE kind IN (${places}) AND NOT EXISTS (${firstOf})
    GROUP BY subject ORDER BY min(seq)`;
  return database.all(sql, ...kinds, firstKind).map((row) => textOf(row, 'subject'));
}

function hasBegun(database: Database, { firstKind }: ProjectionRules, subject: string): boolean {
  return database.get('SELECT 1 FROM events WHERE subject = ? AND kind = ?', subject, firstKind) !== undefined;
}

/** Whatever a body names stands in it as a text of its own. */
const texts = /"([^"\\]*)"/g;

function subjectsNaming(record: LiftedRecord, ids: ReadonlySet<string>): ReadonlySet<string> {
  const subjects = new Set<string>();
  if (ids.size === 0) return subjects;
  for (const { kind, subject, body } of record.events()) {
    if (kind === serialKeptKind || !isUuid(subject)) continue;
    for (const [, text = ''] of body.matchAll(texts)) if (ids.has(text)) subjects.add(subject);
  }
  return subjects;
}
