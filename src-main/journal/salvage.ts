import { statSync } from 'node:fs';
import type { Failure } from '../../src-shared/contract/codes.ts';
import { isUuid } from '../core/ids.ts';
import type { StepMark } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isFile } from '../files/is-file.ts';
import { systemIdentity } from '../files/machine-identity.ts';
import { readBounded } from '../files/read-bounded.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import { DatabaseUnavailable } from '../sqlite/fault.ts';
import { isHeld } from '../sqlite/held.ts';
import { viewsOf } from '../sqlite/pages.ts';
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
import { piecesIn, type ProjectionHint, type Pieces } from './lift.ts';
import { isWholeRecord, recordOf, type LiftedRecord } from './lifted-record.ts';
import { recordLocation } from './location.ts';
import { writeMeta } from './meta-table.ts';
import { readRow, rebuild } from './projection-table.ts';
import { finishReplacing, removeStaged, replaceJournal, stagedFile, type ReplacingStep } from './replacing.ts';

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
  const rebuilt = withInstallation(options, (installation): Result<boolean, Failure> => {
    const lifted = liftFrom(options.directory, installation, []);
    if (installation.checkpoint === null || !isWholeRecord(lifted.record)) return ok(false);
    const body = { code: cause.code, detail: cause.detail ?? '' };
    const staged = stage(options.directory, lifted, (database) => {
      appendEvent(database, { subject: '', kind: rebuiltKind, body }, options.clock.nowMs());
    });
    const replaced = staged.ok
      ? replaceJournal(options.directory, installation, options.clock.nowMs(), () => undefined)
      : staged;
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
  const { directory, clock, identity = systemIdentity, step = () => undefined } = options;
  finishReplacing(directory, installation);
  const lifted = liftFrom(directory, installation, backupFiles(directory));
  const { record } = lifted;
  if (record.events.length === 0) return err({ code: 'journal_corrupt', detail: 'nothing_to_lift' });
  const staged = stage(directory, lifted, (database): Pick<Salvaged, 'head' | 'missing'> => {
    rebuild(database, options.rules.projection);
    const missing = missingIn(database, lifted, options.rules.projection);
    if (!isWholeRecord(record) || missing.length > 0) {
      appendEvent(
        database,
        salvaged({ gaps: record.gaps, missing, answers: record.lostAnswers, keys: record.lostKeys }),
        clock.nowMs(),
      );
      recordCopyStatus(database, 'restored', ['salvage_command'], clock.nowMs());
      recordLocation(database, installation, identity);
    }
    return { head: readHead(database), missing };
  });
  if (!staged.ok) return staged;
  const setAside = replaceJournal(directory, installation, clock.nowMs(), step);
  const { events, answers, gaps } = record;
  return setAside.ok
    ? ok({ ...staged.value, setAside: setAside.value, events: events.length, sealedAnswers: answers.size, gaps })
    : setAside;
}

interface Lifted {
  readonly record: LiftedRecord;
  readonly meta: ReadonlyMap<string, string>;
  readonly projection: readonly ProjectionHint[];
}

function liftFrom(directory: string, { checkpoint }: Installation, backups: readonly string[]): Lifted {
  const pieces = piecesOf(journalFile(directory));
  const record = recordOf(pieces, () => backups.map(piecesOf), checkpoint);
  return { record, meta: pieces.meta, projection: [...pieces.projection.values()] };
}

function piecesOf(path: string): Pieces {
  return piecesIn(viewsOf(bytesOf(path), bytesOf(`${path}-wal`)));
}

/** Greater ones cannot be read at once. */
const mostBytes = 2 ** 31 - 1;

function bytesOf(path: string): Uint8Array {
  // Of what is no file nothing can be lifted, and a pipe would be waited for.
  if (!isFile(path)) return new Uint8Array(0);
  if (statSync(path).size > mostBytes) throw new DatabaseUnavailable({ code: 'corrupt', detail: 'too_large_to_lift' });
  return readBounded(path, mostBytes);
}

/** What `meta` says of the derived rows, of the numbers of rows, and of the check of a file that is not this one. */
const madeAnew: readonly string[] = [projectionFormKey, checkedKey, rowsKey];

/** A new journal of what was lifted, beside the place where it is to lie; `finish` runs in the same transaction. */
function stage<T>(directory: string, { record, meta }: Lifted, finish: (database: Database) => T): Result<T, Failure> {
  removeStaged(directory);
  const opened = openDatabase(stagedFile(directory), journalOptions);
  if (!opened.ok) return err(journalFailure(opened.error));
  const database = opened.value;
  const staged = database.transaction(() => {
    fill(database, record);
    for (const [key, value] of meta) if (!madeAnew.includes(key)) writeMeta(database, key, value);
    return finish(database);
  });
  database.close();
  return staged.ok ? staged : err(journalFailure(staged.error));
}

/** Rows keep their numbers and hashes, across gaps that the trigger would not let pass. */
function fill(database: Database, { events, answers, keys }: LiftedRecord): void {
  const name = 'events_are_chained';
  const trigger = database.get('SELECT sql FROM sqlite_schema WHERE name = ?', name);
  database.run(`DROP TRIGGER ${name}`);
  for (const { seq, atMs, subject, kind, body, previousHash, hash } of events) {
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
  for (const [id, ciphertext] of answers)
    database.run('INSERT INTO sealed_answers (id, ciphertext) VALUES (?, ?)', id, ciphertext);
  for (const [id, key] of keys) database.run('INSERT INTO sealed_keys (id, wrapped_key) VALUES (?, ?)', id, key);
}

/**
 * What is missing, by subject: the events name some whose first event is gone, and the projection some that later ones
 * are gone of. What an earlier salvage said is no news.
 */
function missingIn(
  database: Database,
  { record, projection }: Lifted,
  { firstKind, firstLost, kinds }: ProjectionRules,
): readonly Missing[] {
  const missing: Missing[] = [];
  const subjects = new Set(
    record.events.filter(({ kind, subject }) => kinds.includes(kind) && isUuid(subject)).map(({ subject }) => subject),
  );
  const begun = new Set(record.events.filter(({ kind }) => kind === firstKind).map(({ subject }) => subject));
  for (const operationId of new Set([...subjects, ...projection.map(({ subject }) => subject)])) {
    if (!begun.has(operationId)) missing.push({ operationId, what: firstLost });
  }
  for (const { subject: operationId, updatedAtMs } of projection) {
    const derived = readRow(database, operationId);
    if (derived !== null && updatedAtMs > derived.updatedAtMs) missing.push({ operationId, what: 'events' });
  }
  for (const [ids, what] of [
    [record.lostAnswers, 'answer'],
    [record.lostKeys, 'key'],
  ] as const) {
    const naming = record.events.filter(
      ({ kind, subject, body }) =>
        kind !== serialKeptKind && isUuid(subject) && ids.some((id) => body.includes(`"${id}"`)),
    );
    for (const operationId of new Set(naming.map(({ subject }) => subject))) missing.push({ operationId, what });
  }
  const known = readLosses(database).missing;
  return missing.filter(
    (one) => !known.some(({ operationId, what }) => operationId === one.operationId && what === one.what),
  );
}
