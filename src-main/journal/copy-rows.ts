import type { Pausable } from '../core/pausable.ts';
import type { Database } from '../sqlite/database.ts';
import { DatabaseUnavailable } from '../sqlite/fault.ts';
import { integerOf, textOf, type Row, type SqlValue } from '../sqlite/row.ts';
import { recordTables } from './record-tables.ts';

/** Numbers of rows: those after the first, up to the second. */
export interface RowRange {
  readonly after: number;
  readonly end: number;
}

interface CopiedTable extends RowRange {
  readonly name: string;
  readonly rowsAtATime: number;
  /** Keys of several files get numbers of their own. */
  readonly isRenumbered?: true;
}

/** Makes a table as it is in another file, without its triggers and indexes. */
export function makeTable(from: Database, to: Database, name: string): void {
  const row = from.get("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", name);
  if (row === undefined) throw new DatabaseUnavailable({ code: 'corrupt', detail: 'schema' });
  to.run(textOf(row, 'sql'));
}

/** Rows with their numbers: events have a column for these, others have none. */
export function* copyRows(from: Database, to: Database, table: CopiedTable): Pausable<void> {
  const { name, end, rowsAtATime } = table;
  const numbered = name === recordTables.events || table.isRenumbered === true ? [] : ['rowid'];
  const sql = `SELECT rowid AS row_number, * FROM ${name} WHERE rowid > ? AND rowid <= ? ORDER BY rowid LIMIT ?`;
  for (let at = table.after; at < end;) {
    const rows = from.all(sql, at, end, rowsAtATime);
    const last = rows.at(-1);
    if (last === undefined) return;
    written(to, () => rows.forEach((row) => insert(to, name, row, numbered)));
    at = integerOf(last, 'row_number');
    yield;
  }
}

/** The keys of the rows in a range, as far as they were not destroyed. */
export function* copyKeys(
  from: Database,
  to: Database,
  table: RowRange & { readonly rows: string; readonly keys: string; readonly rowsAtATime: number },
): Pausable<void> {
  const { rows: sealed, keys: name, end, rowsAtATime } = table;
  const sql = `
    SELECT ${name}.* FROM ${sealed} CROSS JOIN ${name} USING (id)
    WHERE ${sealed}.rowid > ? AND ${sealed}.rowid <= ? ORDER BY ${sealed}.rowid`;
  for (let at = table.after; at < end; at += rowsAtATime) {
    const keys = from.all(sql, at, Math.min(at + rowsAtATime, end));
    written(to, () => keys.forEach((row) => insert(to, name, row, [])));
    yield;
  }
}

function insert(to: Database, table: string, { row_number: number, ...row }: Row, numbered: readonly string[]): void {
  const columns = [...numbered, ...Object.keys(row)];
  const values: SqlValue[] = [...numbered.map(() => number ?? null), ...Object.values(row)];
  to.run(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`, ...values);
}

/** Throws where it fails. */
export function written<T>(to: Database, work: () => T): T {
  const done = to.transaction(work);
  if (!done.ok) throw new DatabaseUnavailable(done.error);
  return done.value;
}
