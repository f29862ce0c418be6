import type { Pausable } from '../core/pausable.ts';
import type { Database } from '../sqlite/database.ts';
import { integerOf, integerOrNullOf, textOf, textOrNullOf, type Row, type SqlValue } from '../sqlite/row.ts';
import { parseBody, readEvents, readSubjects } from './events-table.ts';
import type { ProjectionRules } from './journal-rules.ts';
import { canonicalJson } from './json.ts';
import type { ProjectionRow, ScheduledPage, ShortRow } from './projection.ts';

const columns = [
  'operation_id',
  'state',
  'pending',
  'wallet_id',
  'card_id',
  'quantity',
  'invoice_id',
  'external_reference',
  'intended_at_ms',
  'updated_at_ms',
  'next_attempt_at_ms',
  'view',
  'unsettled',
  'search',
  'sale_number',
  'reference_key',
];
const insertSql = `INSERT INTO operations (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
const keptSql = `SELECT ${columns.join(', ')} FROM operations WHERE operation_id = ?`;

/**
 * Writes what of the row is new: SQLite writes each index of a column that a statement names, changed or not, and that
 * would be most of what a step of a sale puts on the disk.
 */
export function upsertRow(database: Database, row: ProjectionRow): void {
  const values = valuesOf(row);
  const kept = database.get(keptSql, row.operationId);
  if (kept === undefined) {
    database.run(insertSql, ...values);
    return;
  }
  const changed = columns.flatMap((column, at) => {
    const value = values[at] ?? null;
    return kept[column] === value ? [] : [{ column, value }];
  });
  if (changed.length === 0) return;
  database.run(
    `UPDATE operations SET ${changed.map(({ column }) => `${column} = ?`).join(', ')} WHERE operation_id = ?`,
    ...changed.map(({ value }) => value),
    row.operationId,
  );
}

export function readRow(database: Database, subject: string): ProjectionRow | null {
  const row = database.get('SELECT * FROM operations WHERE operation_id = ?', subject);
  return row === undefined ? null : projectedIn(row);
}

export function readPending(database: Database): readonly ProjectionRow[] {
  return database
    .all('SELECT * FROM operations WHERE pending = 1 ORDER BY intended_at_ms, operation_id')
    .map(projectedIn);
}

export function countUnsettled(database: Database): number {
  const row = database.get('SELECT COUNT(*) AS count FROM operations WHERE unsettled = 1');
  return row === undefined ? 0 : integerOf(row, 'count');
}

export function readScheduled(database: Database, page?: ScheduledPage): readonly ProjectionRow[] {
  const { intendedAtMs = Number.MIN_SAFE_INTEGER, operationId = '' } = page?.after ?? {};
  const sql = `SELECT * FROM operations WHERE next_attempt_at_ms IS NOT NULL
    AND (intended_at_ms, operation_id) > (?, ?) ORDER BY intended_at_ms, operation_id LIMIT ? + 0`;
  return database.all(sql, intendedAtMs, operationId, page?.limit ?? -1).map(projectedIn);
}

/** Every row that an event after `seq` says something of, and every pending one, in no particular sequence. */
export function readTouched(database: Database, seq: number): readonly ProjectionRow[] {
  // One list of ids: an OR of the two would read every row, and so would a UNION that has to sort them.
  const ids =
    'SELECT operation_id FROM operations WHERE pending = 1 UNION ALL SELECT subject FROM events WHERE seq > ?';
  const sql = `SELECT * FROM operations WHERE operation_id IN (${ids})`;
  return database.all(sql, seq).map(projectedIn);
}

/** Every row that was begun from the first of these times on and before the other, oldest first. */
export function readBetween(database: Database, fromMs: number, untilMs: number): readonly ShortRow[] {
  const sql = `SELECT operation_id, state, pending, wallet_id, card_id, quantity, sale_number, intended_at_ms, view
    FROM operations WHERE intended_at_ms >= ? AND intended_at_ms < ? ORDER BY intended_at_ms, operation_id`;
  return database.all(sql, fromMs, untilMs).map(shortIn);
}

/** Empties the projection and derives it again. Call it inside a transaction. */
export function rebuild(database: Database, rules: ProjectionRules): number {
  database.run('DELETE FROM operations');
  let count = 0;
  for (const [, row] of derived(database, rules)) {
    if (row === null) continue;
    upsertRow(database, row);
    count += 1;
  }
  return count;
}

interface ProjectionTurn {
  readonly next: readonly [number] | null;
  /** To be derived anew. */
  readonly differing: readonly string[];
  /** The detail of damage: rows that say more than the events do are all that is known of events that are gone. */
  readonly damage?: string;
}

const goneEvents = 'operations';

/** One turn of `differing`: at most `limit` of those that begin after event `seq`, until `isOver`. */
export function differingAfter(
  database: Database,
  rules: ProjectionRules,
  seq: number,
  { limit, isOver }: { readonly limit: number; readonly isOver: () => boolean },
): ProjectionTurn {
  const found: string[] = [];
  const begun = begunAfter(database, rules, seq, limit);
  let read = 0;
  for (const { subject } of begun) {
    const compared = comparedToDerived(database, subject, derivedRow(database, rules, subject));
    if (compared === 'saysMore') return { next: null, differing: [], damage: goneEvents };
    if (compared === 'differs') found.push(subject);
    read += 1;
    if (isOver()) break;
  }
  const last = begun[read - 1];
  const isEnd = last === undefined || (read === begun.length && read < limit);
  return { next: isEnd ? null : [last.seq], differing: found };
}

/** One turn of it: whether each of the `limit` rows after row `rowid` has its events. */
export function orphansAfter(database: Database, rules: ProjectionRules, rowid: number, limit: number): ProjectionTurn {
  const rows = database.all(
    `SELECT r, operation_id,
       EXISTS (SELECT 1 FROM events INDEXED BY events_by_subject WHERE subject = operation_id AND kind = ?) AS has_events
     FROM (SELECT rowid AS r, operation_id FROM operations NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
    rules.firstKind,
    rowid,
    limit,
  );
  const last = rows.at(-1);
  const next: ProjectionTurn['next'] = last === undefined || rows.length < limit ? null : [integerOf(last, 'r')];
  const isOrphan = rows.some((row) => row['has_events'] !== 1);
  return isOrphan ? { next: null, differing: [], damage: goneEvents } : { next, differing: [] };
}

/** Derives the row of one subject again. Call it inside a transaction. */
export function rederive(database: Database, rules: ProjectionRules, subject: string): void {
  const row = derivedRow(database, rules, subject);
  if (row !== null) upsertRow(database, row);
}

const rowsAtATime = 100;

/**
 * The subjects whose row is not what their events give, and those whose row has no events, in turns. After an event
 * other than 0, only the rows that a later one says something of are compared with their events.
 */
export function* differing(
  database: Database,
  rules: ProjectionRules,
  { afterSeq, onReached }: { readonly afterSeq: number; readonly onReached?: (seq: number) => void },
): Pausable<readonly string[]> {
  const found: string[] = [];
  const next = afterSeq === 0 ? begunAfter : lastAfter;
  for (let page = next(database, rules, afterSeq, rowsAtATime); page.length > 0;) {
    for (const { subject } of page)
      if (comparedToDerived(database, subject, derivedRow(database, rules, subject)) !== 'same') found.push(subject);
    const { seq = 0 } = page.at(-1) ?? {};
    onReached?.(seq);
    yield;
    page = next(database, rules, seq, rowsAtATime);
  }
  const orphans = database.all(
    'SELECT operation_id FROM operations WHERE NOT EXISTS (SELECT 1 FROM events WHERE subject = operation_id AND kind = ?)',
    rules.firstKind,
  );
  return [...found, ...orphans.map((row) => textOf(row, 'operation_id'))];
}

interface SubjectAt {
  readonly seq: number;
  readonly subject: string;
}

/** So many subjects that begin after event `seq`, by where they begin. */
function begunAfter(
  database: Database,
  { firstKind }: ProjectionRules,
  seq: number,
  limit: number,
): readonly SubjectAt[] {
  const sql = 'SELECT seq, subject FROM events WHERE kind = ? AND seq > ? ORDER BY seq LIMIT ?';
  return database.all(sql, firstKind, seq, limit).map(subjectAt);
}

/** So many subjects whose last event comes after event `seq`, by where it is. */
function lastAfter(database: Database, _rules: ProjectionRules, seq: number, limit: number): readonly SubjectAt[] {
  const sql = `SELECT seq, subject FROM events AS each WHERE seq > ? AND NOT EXISTS (
      SELECT 1 FROM events INDEXED BY events_by_subject WHERE subject = each.subject AND seq > each.seq
    ) ORDER BY seq LIMIT ?`;
  return database.all(sql, seq, limit).map(subjectAt);
}

function subjectAt(row: Row): SubjectAt {
  return { seq: integerOf(row, 'seq'), subject: textOf(row, 'subject') };
}

function comparedToDerived(
  database: Database,
  subject: string,
  row: ProjectionRow | null,
): 'same' | 'differs' | 'saysMore' {
  // As it is kept: a row that was damaged may not be one that can be read.
  const kept = database.get(keptSql, subject);
  if (kept === undefined) return row === null ? 'same' : 'differs';
  if (row === null || Number(kept['updated_at_ms']) > row.updatedAtMs) return 'saysMore';
  const derivedValues = valuesOf(row);
  return columns.every((column, at) => kept[column] === derivedValues[at]) ? 'same' : 'differs';
}

function derivedRow(database: Database, rules: ProjectionRules, subject: string): ProjectionRow | null {
  const events = readEvents(database, { subject });
  return events.some(({ kind }) => kind === rules.firstKind) ? rules.fold(subject, events) : null;
}

function* derived(
  database: Database,
  { firstKind, fold }: ProjectionRules,
): Generator<readonly [string, ProjectionRow | null]> {
  for (const subject of readSubjects(database, firstKind)) {
    yield [subject, fold(subject, readEvents(database, { subject }))];
  }
}

/** As `columns` are listed. */
function valuesOf(row: ProjectionRow): readonly SqlValue[] {
  return [
    row.operationId,
    row.state,
    row.pending ? 1 : 0,
    row.walletId,
    row.cardId,
    row.quantity,
    row.invoiceId,
    row.externalReference,
    row.intendedAtMs,
    row.updatedAtMs,
    row.nextAttemptAtMs,
    canonicalJson(row.view),
    row.unsettled ? 1 : 0,
    row.search,
    row.saleNumber,
    row.referenceKey,
  ];
}

function shortIn(row: Row): ShortRow {
  return {
    operationId: textOf(row, 'operation_id'),
    state: textOf(row, 'state'),
    pending: integerOf(row, 'pending') === 1,
    walletId: textOf(row, 'wallet_id'),
    cardId: textOf(row, 'card_id'),
    quantity: integerOf(row, 'quantity'),
    saleNumber: textOrNullOf(row, 'sale_number'),
    intendedAtMs: integerOf(row, 'intended_at_ms'),
    view: parseBody(textOf(row, 'view')),
  };
}

/** A row of the table as it is read back. */
export function projectedIn(row: Row): ProjectionRow {
  return {
    ...shortIn(row),
    invoiceId: textOrNullOf(row, 'invoice_id'),
    externalReference: textOrNullOf(row, 'external_reference'),
    updatedAtMs: integerOf(row, 'updated_at_ms'),
    nextAttemptAtMs: integerOrNullOf(row, 'next_attempt_at_ms'),
    unsettled: integerOf(row, 'unsettled') === 1,
    search: textOf(row, 'search'),
    referenceKey: textOrNullOf(row, 'reference_key'),
  };
}
