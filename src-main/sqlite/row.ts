import { DatabaseUnavailable } from './fault.ts';

/** What SQLite can hold, as this app reads it. Integers are safe integers. */
export type SqlValue = string | number | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** Reads a column that its table declares TEXT NOT NULL. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw wrongColumn(column);
  return value;
}

export function textOrNullOf(row: Row, column: string): string | null {
  return row[column] === null ? null : textOf(row, column);
}

export function integerOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrongColumn(column);
  return value;
}

export function integerOrNullOf(row: Row, column: string): number | null {
  return row[column] === null ? null : integerOf(row, column);
}

/** Copies the bytes: the driver hands out a pooled Buffer. */
export function bytesOf(row: Row, column: string): Uint8Array {
  const value = row[column];
  if (!(value instanceof Uint8Array)) throw wrongColumn(column);
  return new Uint8Array(value);
}

/** STRICT tables keep their types, so another type means that the file was damaged. */
function wrongColumn(column: string): Error {
  return new DatabaseUnavailable({ code: 'corrupt', detail: `column_${column}` });
}
