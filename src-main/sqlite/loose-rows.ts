import { isUtf8 } from 'node:buffer';
import { longAt, shortAt } from './numbers.ts';
import type { PageView } from './pages.ts';
import type { SqlValue } from './row.ts';

/** A row as it lies on a page, of whatever table. Nothing says that it is one of ours, or whole: its reader has to. */
export interface LooseRow {
  readonly rowid: number;
  readonly values: readonly SqlValue[];
}

/**
 * Nothing, and pages of any other b-tree; what is none of these is a leaf of a table (0x0d), or one whose first byte
 * was damaged.
 */
const otherKinds: readonly number[] = [0x00, 0x02, 0x05, 0x0a];
const fileHeaderBytes = 100;
const leafHeaderBytes = 8;

/** Where a row may lie: the number of its page, and the byte there. */
export interface Position {
  readonly page: number;
  readonly at: number;
}

/** Every row on every page that can be a leaf of a table, whether or not a page above still leads to it. */
export function* looseRows(view: PageView): Generator<LooseRow & Position> {
  for (const number of view.pages) {
    const page = view.page(number);
    if (page === null) continue;
    for (const at of cellsOn(page, number === 1 ? fileHeaderBytes : 0)) {
      const row = rowOn(view, page, at);
      if (row !== null) yield { ...row, page: number, at };
    }
  }
}

/** The same row again. */
export function looseRowAt(view: PageView, position: Position): LooseRow | null {
  const page = view.page(position.page);
  return page === null ? null : rowOn(view, page, position.at);
}

function* cellsOn(page: Uint8Array, headerAt: number): Generator<number> {
  if (otherKinds.includes(page[headerAt] ?? 0)) return;
  const pointersAt = headerAt + leafHeaderBytes;
  // A damaged count may be of more cells than there is room for.
  const pointers = page.subarray(pointersAt, pointersAt + 2 * shortAt(page, headerAt + 3));
  for (let index = 0; index < pointers.length; index += 2) yield shortAt(pointers, index);
}

function rowOn(view: PageView, page: Uint8Array, at: number): LooseRow | null {
  const length = varint(page, at);
  // No row is as long as all pages together: a damaged length must not ask for more memory than that.
  if (length === null || length.value >= view.pages.length * page.length) return null;
  const rowid = varint(page, length.end);
  if (rowid === null) return null;
  const payload = payloadAt(view, page, rowid.end, length.value);
  const values = payload === null ? null : valuesIn(payload);
  return values === null ? null : { rowid: rowid.value, values };
}

/** What does not fit on the page goes on in a list of others ("B-tree Pages"). */
function payloadAt(view: PageView, page: Uint8Array, at: number, length: number): Uint8Array | null {
  const usable = page.length;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const most = least + ((length - least) % (usable - 4));
  // A payload that fits on its page is `most` itself.
  const local = most <= usable - 35 ? most : least;
  const onPage = page.subarray(at, at + local);
  if (onPage.length < local) return null;
  const payload = new Uint8Array(length);
  payload.set(onPage);
  let [filled, next] = [local, longAt(page, at + local)];
  while (filled < length) {
    const overflow = view.page(next);
    if (overflow === null) return null;
    const part = overflow.subarray(4, 4 + length - filled);
    payload.set(part, filled);
    filled += part.length;
    next = longAt(overflow, 0);
  }
  return payload;
}

/** The values of a record ("Record Format"), or null where it does not fit itself. */
function valuesIn(payload: Uint8Array): readonly SqlValue[] | null {
  const header = varint(payload, 0);
  if (header === null) return null;
  const values: SqlValue[] = [];
  let [at, valueAt] = [header.end, header.value];
  while (at < header.value) {
    const type = varint(payload, at);
    if (type === null || type.value === 10 || type.value === 11) return null;
    const bytes = bytesOfType(type.value);
    if (valueAt + bytes > payload.length) return null;
    const value = valueOf(type.value, payload.subarray(valueAt, valueAt + bytes));
    if (value === undefined) return null;
    values.push(value);
    [at, valueAt] = [type.end, valueAt + bytes];
  }
  return valueAt === payload.length ? values : null;
}

const fixedBytes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const;

function bytesOfType(type: number): number {
  return fixedBytes[type] ?? Math.floor((type - 12) / 2);
}

/** Undefined for what no column of ours holds: a text that is none, and numbers that JavaScript cannot tell apart. */
function valueOf(type: number, bytes: Uint8Array): SqlValue | undefined {
  if (type === 0) return null;
  if (type === 8 || type === 9) return type - 8;
  if (type < 7) return integerIn(bytes);
  if (type === 7) return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0);
  return type % 2 === 0 ? bytes : textIn(bytes);
}

function integerIn(bytes: Uint8Array): number | undefined {
  const value = Number(BigInt.asIntN(8 * bytes.length, BigInt(`0x${Buffer.from(bytes).toString('hex')}`)));
  return Number.isSafeInteger(value) ? value : undefined;
}

function textIn(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes).toString() : undefined;
}

/** SQLite's number of one to nine bytes; null where it ends outside the bytes or is too great for anything here. */
function varint(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let index = at; index < at + 8; index += 1) {
    // Behind the last byte no number ends.
    const byte = bytes[index] ?? 0x80;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return Number.isSafeInteger(value) ? { value, end: index + 1 } : null;
  }
  return null;
}
