import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import { DatabaseUnavailable } from '../sqlite/fault.ts';
import { integerOf, textOf } from '../sqlite/row.ts';
import { keptCopies, removeCopy } from './backups.ts';
import type { CopyFacts } from './copy-status.ts';
import { withCopy } from './copy.ts';
import { appendEvent, parseBody } from './events-table.ts';
import type { PurgeRules } from './journal-rules.ts';
import { notePurgedSince, purgedSince, purgedSinceKey } from './purged-since.ts';
import { recordTables } from './record-tables.ts';
import { purgedKind, purgeSealed } from './sealed-table.ts';
import { segmentApplicationId } from './segment.ts';

/** How long what is sealed stays readable here after its delivery (design, "Sealing"). */
export const keptAfterDeliveryMs = 30 * 24 * 60 * 60 * 1000;

/** How many keys one run of the daily purge destroys: a counter that is opened after years is not held up by it. */
export const purgedAtOnce = 2_000;

export interface Purged {
  /** Those whose sealed answers can no longer be read here. */
  readonly subjects: number;
  readonly sealed: number;
}

/** Why nothing may be purged now. Another copy's deliveries must be known. */
export function purgeForbidden(database: Database, rules: PurgeRules, { status }: CopyFacts): Result<void, Failure> {
  if (status !== 'own') return err({ code: 'not_allowed', detail: `custody_${status}` });
  const detail = rules.forbidden((kind) => {
    const last = database.get('SELECT body FROM events WHERE kind = ? ORDER BY seq DESC LIMIT 1', kind);
    return last === undefined ? null : parseBody(textOf(last, 'body'));
  });
  return detail === null ? ok(undefined) : err({ code: 'not_allowed', detail });
}

export interface PurgeRun {
  readonly cutoffMs: number;
  readonly nowMs: number;
  readonly limit?: number | undefined;
}

/** The sealed answers whose keys are due, at most about `limit` of them, with the subjects that name each. */
export function dueKeys(database: Database, rules: PurgeRules, run: PurgeRun): ReadonlyMap<string, readonly string[]> {
  const { limit = Infinity } = run;
  const isDelivered = deliveryCheck(database, rules, run);
  const due = new Map<string, readonly string[]>();
  for (const [id, subjects] of liveKeys(database, rules.keptPrefix)) {
    // An answer may say something of another subject as well: it stays while any of them needs it.
    if (due.size < limit && subjects.every(isDelivered)) due.set(id, subjects);
  }
  return due;
}

/** Destroys these keys; one event for each subject says which. Call it inside a transaction. */
export function purgeDue(
  database: Database,
  due: ReadonlyMap<string, readonly string[]>,
  { cutoffMs, nowMs }: PurgeRun,
): Purged {
  const idsBySubject = new Map<string, string[]>();
  for (const [id, subjects] of due) {
    purgeSealed(database, id);
    for (const subject of subjects) idsBySubject.set(subject, [...(idsBySubject.get(subject) ?? []), id]);
  }
  for (const [subject, sealedIds] of idsBySubject) {
    appendEvent(database, { subject, kind: purgedKind, body: { sealedIds, deliveredBeforeMs: cutoffMs } }, nowMs);
  }
  return { subjects: idsBySubject.size, sealed: due.size };
}

/**
 * Destroys in every kept copy the keys that the journal has destroyed, whenever that was, and those that are `due`. No
 * backup goes for it.
 */
export function purgeCopies(
  database: Database,
  journalPath: string,
  rules: PurgeRules,
  due: ReadonlySet<string>,
): void {
  const { backups, fromMigrations, keys, partialKeys } = keptCopies(journalPath);
  const work = (copy: Database): number => purgeCopy(database, copy, rules, due);
  for (const path of backups) withCopy(path, work);
  for (const path of keys) withCopy(path, work, segmentApplicationId);
  // One that cannot be opened is no copy any more, and nothing else would ever remove the keys in it.
  for (const path of fromMigrations) if (withCopy(path, work) === null) removeCopy(path);
  for (const path of partialKeys) if (withCopy(path, work, segmentApplicationId) === null) removeCopy(path);
}

/**
 * Records in the chain of a backup that was restored, or opened as the journal, which keys were destroyed in it
 * meanwhile. Call it inside a transaction.
 */
export function recordPurgedSince(database: Database, nowMs: number): void {
  const idsBySubject = new Map<string, string[]>();
  for (const id of purgedSince(database)) {
    for (const subject of subjectsNaming(database, id)) {
      idsBySubject.set(subject, [...(idsBySubject.get(subject) ?? []), id]);
    }
  }
  for (const [subject, sealedIds] of idsBySubject) {
    appendEvent(database, { subject, kind: purgedKind, body: { sealedIds } }, nowMs);
  }
  database.run('DELETE FROM meta WHERE key = ?', purgedSinceKey);
}

/** Gives how many keys it destroyed. */
function purgeCopy(journal: Database, copy: Database, { keptPrefix }: PurgeRules, due: ReadonlySet<string>): number {
  const gone = recordTables.sealed.map(({ rows, keys }) => {
    const { sql, kept } = purgeableKeys(keys, keptPrefix);
    const ids = copy.all(sql, ...kept).map((row) => textOf(row, 'id'));
    return { keys, ids: ids.filter((id) => due.has(id) || isPurged(journal, rows, keys, id)) };
  });
  const ids = gone.flatMap((table) => table.ids);
  if (ids.length === 0) return 0;
  const done = copy.transaction(() => {
    for (const table of gone) for (const id of table.ids) copy.run(`DELETE FROM ${table.keys} WHERE id = ?`, id);
    notePurgedSince(copy, ids);
  });
  if (!done.ok) throw new DatabaseUnavailable(done.error);
  return ids.length;
}

function isPurged(journal: Database, rows: string, keys: string, id: string): boolean {
  const sql = `SELECT 1 FROM ${rows} WHERE id = ? AND NOT EXISTS (SELECT 1 FROM ${keys} WHERE id = ?)`;
  return journal.get(sql, id, id) !== undefined;
}

/** Whether all that was sealed for a subject was delivered by the cut-off, with nothing sealed for it since. */
function deliveryCheck(
  database: Database,
  { deliveredBy, sealedAgainKind }: PurgeRules,
  { cutoffMs, nowMs }: PurgeRun,
): (subject: string) => boolean {
  const known = new Map<string, boolean>();
  return (subject) => {
    const before = known.get(subject);
    if (before !== undefined) return before;
    const kinds = JSON.stringify(deliveredBy(subject, isPending(database, subject)));
    const isDelivered = database.get(deliveredSql, subject, nowMs, cutoffMs, kinds, sealedAgainKind) !== undefined;
    known.set(subject, isDelivered);
    return isDelivered;
  };
}

function isPending(database: Database, subject: string): boolean | null {
  const row = database.get('SELECT pending FROM operations WHERE operation_id = ?', subject);
  return row === undefined ? null : integerOf(row, 'pending') === 1;
}

/**
 * An event from the future was recorded by a clock that was ahead: it was then not later than the first one after it
 * that is not from the future.
 */
const deliveredSql = `
  WITH given AS (SELECT ? AS subject, ? AS now_ms, ? AS cutoff_ms, ? AS delivery_kinds, ? AS sealed_again_kind),
  dated AS (
    SELECT own.seq, own.kind, own.body, CASE WHEN own.at_ms <= now_ms THEN own.at_ms ELSE coalesce(
      (SELECT at_ms FROM events AS later WHERE later.seq > own.seq AND at_ms <= now_ms ORDER BY later.seq LIMIT 1), own.at_ms)
    END AS at_ms
    FROM given CROSS JOIN events AS own ON own.subject = given.subject
  ),
  delivery AS (
    SELECT max(at_ms) AS at_ms, max(seq) AS seq FROM dated, given
    WHERE +kind IN (SELECT value FROM json_each(delivery_kinds))
  )
  SELECT 1 FROM delivery, given
  WHERE at_ms <= cutoff_ms
    AND NOT EXISTS (SELECT 1 FROM dated WHERE dated.at_ms > cutoff_ms AND instr(body, '"sealed":{') > 0)
    AND NOT EXISTS (SELECT 1 FROM dated WHERE +kind = sealed_again_kind AND dated.seq > delivery.seq)`;

const namesSealed = `instr(body, '"sealed":{') > 0 AND json_extract(body, '$.sealed.id')`;

/**
 * Every sealed answer that can still be read and that events name, with the subjects of those events, oldest first. The
 * `+` lets the index be used: a column that is TEXT would have the expression converted first.
 */
function liveKeys(database: Database, keptPrefix: string | undefined): ReadonlyMap<string, readonly string[]> {
  const { sql, kept } = purgeableKeys('sealed_keys', keptPrefix);
  const rows = database.all(
    `SELECT live.id AS id, subject FROM (${sql}) AS live
     CROSS JOIN events INDEXED BY events_by_sealed ON ${namesSealed} = +live.id
     GROUP BY live.id, subject ORDER BY min(live.number)`,
    ...kept,
  );
  const named = new Map<string, string[]>();
  for (const row of rows) {
    const id = textOf(row, 'id');
    named.set(id, [...(named.get(id) ?? []), textOf(row, 'subject')]);
  }
  return named;
}

/** By the index over ids, so that what is kept for years is not read: two ranges, joined. */
function purgeableKeys(keys: string, keptPrefix = ''): { readonly sql: string; readonly kept: readonly string[] } {
  const all = `SELECT rowid AS number, id FROM ${keys}`;
  return keptPrefix === ''
    ? { sql: all, kept: [] }
    : { sql: `${all} WHERE id < ? UNION ALL ${all} WHERE id > ?`, kept: [keptPrefix, `${keptPrefix}\uffff`] };
}

function subjectsNaming(database: Database, id: string): readonly string[] {
  const sql = `SELECT DISTINCT subject FROM events INDEXED BY events_by_sealed WHERE ${namesSealed} = ?`;
  const rows = database.all(sql, id);
  return rows.map((row) => textOf(row, 'subject'));
}
