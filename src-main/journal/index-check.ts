import type { Database } from '../sqlite/database.ts';
import { integerOf, integerOrNullOf, type Row, type SqlValue } from '../sqlite/row.ts';
import type { CheckedIndex } from './migrations/indexes.ts';

/** How far a walk has come. Empty before its first turn. */
export type Cursor = readonly (string | number)[];

/** What one turn found: whether all was as it should be, and where the next begins; null at the end. */
export interface IndexTurn {
  readonly isWhole: boolean;
  readonly next: Cursor | null;
}

/** Whether the next `limit` rows of the table are all found through the index. The cursor is the last row's number. */
export function checkRows(database: Database, index: CheckedIndex, [after]: Cursor, limit: number): IndexTurn {
  const { name, table, keys, where = 'TRUE' } = index;
  const slice = database.get(
    `SELECT count(*) AS rows, max(r) AS last, coalesce(sum(covered AND NOT EXISTS (
       SELECT 1 FROM ${table} INDEXED BY ${name} WHERE ${where} AND ${same(keys)} AND rowid = r
     )), 0) AS missing FROM (
       SELECT rowid AS r, ${where} AS covered, ${named(keys)} FROM ${table} NOT INDEXED
       WHERE rowid > ? ORDER BY rowid LIMIT ?
     )`,
    after ?? Number.MIN_SAFE_INTEGER,
    limit,
  );
  if (slice === undefined) return { isWhole: true, next: null };
  const last = integerOrNullOf(slice, 'last');
  const isWhole = integerOf(slice, 'missing') === 0;
  return { isWhole, next: last === null || integerOf(slice, 'rows') < limit ? null : [last] };
}

/** Whether the next `limit` entries of the index are in their places, and each names a row that is as it says. */
export function checkEntries(database: Database, index: CheckedIndex, after: Cursor, limit: number): IndexTurn {
  if (index.isGrouped === true) return checkGroups(database, index, after, limit);
  const range = checkRange(database, index, { group: [], after, limit });
  return range === null ? damaged : { isWhole: true, next: range.isFull ? range.end : null };
}

const damaged: IndexTurn = { isWhole: false, next: null };

/** Goes on within a group (`[group, ...rest]`), and into the next ones until the turn is full. */
function checkGroups(database: Database, index: CheckedIndex, after: Cursor, limit: number): IndexTurn {
  let cursor: Cursor | null = after.length === 0 ? nextGroup(database, index, null) : after;
  let left = limit;
  while (cursor !== null && left > 0) {
    const [group, ...rest]: Cursor = cursor;
    if (group === undefined) break;
    const range = checkRange(database, index, { group: [group], after: rest, limit: left });
    if (range === null) return damaged;
    // A group counts as an entry, so that many small ones make no long turn.
    left -= range.read + 1;
    if (!range.isFull && !isEndOfGroup(database, index, group, range.end)) return damaged;
    cursor = range.isFull ? [group, ...range.end] : nextGroup(database, index, group);
  }
  return { isWhole: true, next: cursor };
}

interface EntryRange {
  /** The value of the first column, where the index is grouped. */
  readonly group: Cursor;
  readonly after: Cursor;
  readonly limit: number;
}

interface CheckedRange {
  readonly read: number;
  readonly isFull: boolean;
  readonly end: Cursor;
}

/** Null where an entry is in a wrong place or does not fit its row. */
function checkRange(database: Database, index: CheckedIndex, range: EntryRange): CheckedRange | null {
  const { group, after, limit } = range;
  const keysOf = (row: Row): Cursor => entryIn(row, index).slice(group.length);
  let rows = readEntries(database, index, range, 'from');
  const isSeen = (row: Row): boolean => keysOf(row)[0] === after[0] && !isAfter(index, keysOf(row), after);
  let seen = rows.findIndex((row) => !isSeen(row));
  if (seen < 0) seen = rows.length;
  // More of the same first key than fit into a turn.
  if (seen === limit) [rows, seen] = [readEntries(database, index, range, 'after'), 0];
  let end = after;
  for (const row of rows.slice(seen)) {
    const keys = keysOf(row);
    if (!isAfter(index, keys, end) || row['fits'] !== 1) return null;
    end = keys;
  }
  return { read: rows.length, isFull: rows.length === limit, end };
}

/**
 * `from`: those of the same first key again, too. SQLite holds each entry against a bound of two keys as a condition,
 * and would leave out the very entries that stand in a wrong place.
 */
function readEntries(
  database: Database,
  { name, table, keys: all, where = 'TRUE', direction }: CheckedIndex,
  { group, after, limit }: EntryRange,
  how: 'from' | 'after',
): readonly Row[] {
  const keys = all.slice(group.length);
  const beyond = direction === 'up' ? '>' : '<';
  const bound =
    how === 'from'
      ? { sql: `${keys[0] ?? ''} ${beyond}= ?`, values: after.slice(0, 1) }
      : { sql: `(${keys.join(', ')}) ${beyond} (${keys.map(() => '?').join(', ')})`, values: after };
  const conditions = [
    where,
    ...group.map(() => `${all[0] ?? ''} = ?`),
    ...(bound.values.length === 0 ? [] : [bound.sql]),
  ];
  return database.all(
    `SELECT *, EXISTS (SELECT 1 FROM ${table} NOT INDEXED WHERE rowid = r AND ${where} AND ${same(all)}) AS fits FROM (
       SELECT rowid AS r, ${named(all)} FROM ${table} INDEXED BY ${name} WHERE ${conditions.join(' AND ')}
       ORDER BY ${keys.map((key) => `${key} ${direction === 'up' ? 'ASC' : 'DESC'}`).join(', ')} LIMIT ?
     )`,
    ...group,
    ...bound.values,
    limit,
  );
}

/** Whether nothing of the group comes after `end`: an entry in a wrong place ends the reading of a group early. */
function isEndOfGroup(database: Database, index: CheckedIndex, group: string | number, end: Cursor): boolean {
  const { name, table, keys, where = 'TRUE', direction } = index;
  const last = database.get(
    `SELECT ${named(keys)} FROM ${table} INDEXED BY ${name} WHERE ${where} AND ${keys[0] ?? ''} = ?
     ORDER BY ${keys
       .slice(1)
       .map((key) => `${key} ${direction === 'up' ? 'DESC' : 'ASC'}`)
       .join(', ')} LIMIT 1`,
    group,
  );
  return last === undefined || !isAfter(index, entryIn(last, index).slice(1), end);
}

function nextGroup(
  database: Database,
  { name, table, keys }: CheckedIndex,
  after: string | number | null,
): Cursor | null {
  const key = keys[0] ?? '';
  const row = database.get(
    `SELECT min(${key}) AS k0 FROM ${table} INDEXED BY ${name} WHERE ${after === null ? 'TRUE' : `${key} > ?`}`,
    ...(after === null ? [] : [after]),
  );
  const group = row?.['k0'];
  if (group === undefined || !isKey(group)) return null;
  // In a wrong place: going on from here would never end. Its entries then do not fit.
  return after !== null && compared(group, after) <= 0 ? null : [group];
}

/** Everything comes after no entry. */
function isAfter({ direction }: CheckedIndex, keys: Cursor, end: Cursor): boolean {
  return end.length === 0 || (direction === 'up' ? 1 : -1) * comparedAll(keys, end) > 0;
}

function entryIn(row: Row, { keys }: CheckedIndex): Cursor {
  return keys.map((_, n) => row[`k${n}`]).filter((value) => isKey(value));
}

function isKey(value: SqlValue | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function comparedAll(a: Cursor, b: Cursor): number {
  for (const [n, value] of a.entries()) {
    const other = b[n];
    const sign = other === undefined ? 1 : compared(value, other);
    if (sign !== 0) return sign;
  }
  return 0;
}

/** As SQLite sorts them: numbers before texts, and texts by their bytes. */
function compared(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return typeof a === 'number' ? -1 : 1;
}

function named(keys: readonly string[]): string {
  return keys.map((key, n) => `${key} AS k${n}`).join(', ');
}

function same(keys: readonly string[]): string {
  return keys.map((key, n) => `${key} IS k${n}`).join(' AND ');
}
