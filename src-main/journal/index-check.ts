import type { Database } from '../sqlite/database.ts';
import { integerOf, integerOrNullOf, type Row, type SqlValue } from '../sqlite/row.ts';

/** How far a walk has come. Empty before its first turn. */
export type Cursor = readonly (string | number)[];

/** What one turn found: whether all was as it should be, and where the next begins; null at the end. */
export interface IndexTurn {
  readonly isWhole: boolean;
  readonly next: Cursor | null;
}

/** An index as the migrations make it. */
export interface CheckedIndex {
  readonly name: string;
  readonly table: string;
  /** Its columns; the last of them, or all together, are unique. */
  readonly keys: readonly string[];
  /** Which rows it covers, where it does not cover all. */
  readonly where?: string;
  /** `down`: from the greatest. `grouped`: by its first column up, and by the others down within it. */
  readonly order: 'up' | 'down' | 'grouped';
  /** SQLite evaluates the expression from the table, so that the entries cannot be read by themselves. */
  readonly hasExpression?: true;
}

const byAge = ['intended_at_ms', 'operation_id'];

/** Every index of the journal. */
export const checkedIndexes: readonly CheckedIndex[] = [
  { name: 'events_by_subject', table: 'events', keys: ['subject', 'seq'], order: 'up' },
  { name: 'events_by_kind', table: 'events', keys: ['kind', 'seq'], order: 'up' },
  {
    name: 'one_intent_for_an_operation',
    table: 'events',
    keys: ['subject'],
    where: "kind = 'order-intended'",
    order: 'up',
  },
  {
    name: 'events_by_sealed',
    table: 'events',
    keys: ["json_extract(body, '$.sealed.id')", 'subject'],
    where: `instr(body, '"sealed":{') > 0`,
    order: 'up',
    hasExpression: true,
  },
  { name: 'sqlite_autoindex_meta_1', table: 'meta', keys: ['key'], order: 'up' },
  { name: 'sqlite_autoindex_sealed_answers_1', table: 'sealed_answers', keys: ['id'], order: 'up' },
  { name: 'sqlite_autoindex_sealed_keys_1', table: 'sealed_keys', keys: ['id'], order: 'up' },
  { name: 'sqlite_autoindex_operations_1', table: 'operations', keys: ['operation_id'], order: 'up' },
  { name: 'operations_by_age', table: 'operations', keys: byAge, order: 'down' },
  { name: 'operations_pending', table: 'operations', keys: byAge, where: 'pending = 1', order: 'up' },
  {
    name: 'operations_scheduled',
    table: 'operations',
    keys: byAge,
    where: 'next_attempt_at_ms IS NOT NULL',
    order: 'up',
  },
  { name: 'operations_unsettled', table: 'operations', keys: byAge, where: 'unsettled = 1', order: 'down' },
  { name: 'operations_by_state', table: 'operations', keys: ['state', ...byAge], order: 'grouped' },
  { name: 'operations_by_card', table: 'operations', keys: ['card_id', ...byAge], order: 'grouped' },
];

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

/** Whether the next entries of the index are in order, and each names a row that is as it says. `limit`: of entries. */
export function checkEntries(database: Database, index: CheckedIndex, after: Cursor, limit: number): IndexTurn {
  return index.order === 'grouped'
    ? checkGroups(database, index, after, limit)
    : checkRange(database, index, after, limit);
}

function checkRange(database: Database, index: CheckedIndex, after: Cursor, limit: number): IndexTurn {
  const rows = readEntries(database, index, index.keys, { after, limit });
  const end = endOf(rows, index, after, { sign: index.order === 'down' ? -1 : 1, from: 0 });
  if (end === null) return { isWhole: false, next: null };
  return { isWhole: true, next: rows.length < limit ? null : end };
}

/** Goes on within a group (`[group, ...rest]`), and into the next ones until the turn is full. */
function checkGroups(database: Database, index: CheckedIndex, after: Cursor, limit: number): IndexTurn {
  let cursor: Cursor | null = after.length === 0 ? nextGroup(database, index, null) : after;
  let left = limit;
  while (cursor !== null && left > 0) {
    const [group, ...rest]: Cursor = cursor;
    if (group === undefined) break;
    const rows = readEntries(database, index, index.keys.slice(1), { group, after: rest, limit: left });
    if (endOf(rows, index, rest, { sign: -1, from: 1 }) === null) return { isWhole: false, next: null };
    // A group counts as an entry, so that many small ones make no long turn.
    left -= rows.length + 1;
    const last = rows.at(-1);
    const isFull = last !== undefined && left < 0;
    cursor = isFull ? keysOf(last, index) : nextGroup(database, index, group);
  }
  return { isWhole: true, next: cursor };
}

interface EntryRange {
  readonly group?: string | number;
  readonly after: Cursor;
  readonly limit: number;
}

/** `keys`: those that are ordered, all of them or all but the group's. */
function readEntries(
  database: Database,
  { name, table, keys: all, where = 'TRUE', order }: CheckedIndex,
  keys: readonly string[],
  { group, after, limit }: EntryRange,
): readonly Row[] {
  const isUp = order === 'up';
  const conditions = [
    where,
    ...(group === undefined ? [] : [`${all[0] ?? ''} = ?`]),
    ...(after.length === 0 ? [] : [`(${keys.join(', ')}) ${isUp ? '>' : '<'} (${keys.map(() => '?').join(', ')})`]),
  ];
  return database.all(
    `SELECT *, EXISTS (SELECT 1 FROM ${table} NOT INDEXED WHERE rowid = r AND ${where} AND ${same(all)}) AS fits FROM (
       SELECT rowid AS r, ${named(all)} FROM ${table} INDEXED BY ${name} WHERE ${conditions.join(' AND ')}
       ORDER BY ${keys.map((key) => `${key} ${isUp ? 'ASC' : 'DESC'}`).join(', ')} LIMIT ?
     )`,
    ...(group === undefined ? [] : [group]),
    ...after,
    limit,
  );
}

function nextGroup(
  database: Database,
  { name, table, keys }: CheckedIndex,
  after: string | number | null,
): Cursor | null {
  const key = keys[0] ?? '';
  const condition = after === null ? 'TRUE' : `${key} > ?`;
  const row = database.get(
    `SELECT min(${key}) AS k0 FROM ${table} INDEXED BY ${name} WHERE ${condition}`,
    ...(after === null ? [] : [after]),
  );
  const group = row?.['k0'];
  if (typeof group !== 'string' && typeof group !== 'number') return null;
  // Out of order: going on from here would never end. Its entries then do not fit.
  return after !== null && compared(group, after) <= 0 ? null : [group];
}

/** The last of these entries, or `after` where there is none; null where one is out of order or does not fit its row. */
function endOf(
  rows: readonly Row[],
  index: CheckedIndex,
  after: Cursor,
  { sign, from }: { readonly sign: 1 | -1; readonly from: 0 | 1 },
): Cursor | null {
  let end = after;
  for (const row of rows) {
    const keys = keysOf(row, index).slice(from);
    const isInOrder = end.length === 0 || sign * comparedAll(keys, end) > 0;
    if (!isInOrder || row['fits'] !== 1) return null;
    end = keys;
  }
  return end;
}

function keysOf(row: Row, { keys }: CheckedIndex): Cursor {
  return keys.map((_, n) => row[`k${n}`]).filter((value) => isKey(value));
}

function isKey(value: SqlValue | undefined): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function comparedAll(a: Cursor, b: Cursor): number {
  for (const [n, value] of a.entries()) {
    const other = b[n];
    const order = other === undefined ? 1 : compared(value, other);
    if (order !== 0) return order;
  }
  return 0;
}

/** As SQLite orders them: numbers before texts, and texts by their bytes. */
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
