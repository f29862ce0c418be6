import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { looseRowAt, looseRows, type LooseRow } from '../../../../src-main/sqlite/loose-rows.ts';
import { viewsOf, type PageView } from '../../../../src-main/sqlite/pages.ts';
import type { SqlValue } from '../../../../src-main/sqlite/row.ts';
import { tempFolder } from '../../../support/temp.ts';

const pageBytes = 4096;

/** A file that SQLite wrote. */
function fileOf(write: (handle: BetterSqlite3.Database) => void): Uint8Array {
  const path = join(tempFolder(), 'notes.db');
  const handle = new BetterSqlite3(path);
  handle.pragma('secure_delete = OFF');
  handle.exec('CREATE TABLE notes (a, b)');
  write(handle);
  handle.close();
  return new Uint8Array(readFileSync(path));
}

function notes(rows: readonly (readonly [number, SqlValue, SqlValue])[]): Uint8Array {
  return fileOf((handle) => {
    handle.exec('BEGIN');
    for (const row of rows) handle.prepare('INSERT INTO notes (rowid, a, b) VALUES (?, ?, ?)').run(...row.map(asWhole));
    handle.exec('COMMIT');
  });
}

/** The driver writes a whole number as such only where it is told so. */
function asWhole(value: SqlValue): SqlValue | bigint {
  return Number.isInteger(value) ? BigInt(Number(value)) : value;
}

function rowsIn(file: Uint8Array): readonly LooseRow[] {
  const [view] = viewsOf(file, new Uint8Array(0));
  return view === undefined ? [] : rowsOn(view);
}

/** Each row is found again where it is said to lie. */
function rowsOn(view: PageView): readonly LooseRow[] {
  return [...looseRows(view)].map(({ rowid, values, page, at }) => {
    expect(looseRowAt(view, { page, at })).toEqual({ rowid, values });
    return { rowid, values };
  });
}

/** The rows of the table, without that of the schema. */
function notesIn(file: Uint8Array): readonly LooseRow[] {
  return rowsIn(file).filter(({ values }) => values.length === 2);
}

/** A view of one page, number 2, and of what goes on behind it. */
function viewOf(page: Uint8Array, others: ReadonlyMap<number, Uint8Array> = new Map()): PageView {
  return { pages: [2, ...others.keys()], page: (number) => (number === 2 ? page : (others.get(number) ?? null)) };
}

/** A leaf with these cells, whole or not ("B-tree Pages"). */
function leaf(cells: readonly (readonly number[])[], kind = 0x0d): Uint8Array {
  const page = new Uint8Array(pageBytes);
  page[0] = kind;
  page[4] = cells.length;
  let end = pageBytes;
  cells.forEach((cell, index) => {
    end -= cell.length;
    page.set(cell, end);
    page.set([end >> 8, end & 0xff], 8 + 2 * index);
  });
  return page;
}

const loose = (cell: readonly number[], kind?: number): readonly LooseRow[] => [...rowsOn(viewOf(leaf([cell], kind)))];

describe('rows that SQLite wrote', () => {
  test('are read with every kind of value, as SQLite reads them', () => {
    const values: readonly SqlValue[] = [
      null,
      0,
      1,
      -1,
      127,
      -128,
      128,
      32_767,
      -32_768,
      8_388_607,
      -8_388_608,
      2 ** 31 - 1,
      -(2 ** 31),
      2 ** 47 - 1,
      -(2 ** 47),
      2 ** 53 - 1,
      -(2 ** 53 - 1),
      1.5,
      -0.25,
      '',
      'text',
      'بطاقة',
      '\u{feff}mark',
      new Uint8Array(0),
      Uint8Array.of(0, 1, 255),
    ];
    const rows = values.map((value, index) => [index + 1, value, index] as const);
    expect(notesIn(notes(rows))).toEqual(rows.map(([rowid, ...both]) => ({ rowid, values: both })));
  });

  test('are read whatever their length, on one page and over several', () => {
    const lengths = [
      0,
      1,
      100,
      ...Array.from({ length: 40 }, (_, index) => 4_030 + index),
      4_500,
      8_150,
      8_190,
      9_000,
      30_000,
    ];
    const rows = lengths.map((length, index) => [index + 1, 'x'.repeat(length), new Uint8Array(length % 7)] as const);
    expect(notesIn(notes(rows))).toEqual(rows.map(([rowid, ...both]) => ({ rowid, values: both })));
  });

  test('are read at the limits of what fits on a page and on those that follow it', () => {
    // The longest row of a page has 4,061 bytes; 8,153 and 12,245 fill the first page and those behind it.
    const lengths = [4_061, 8_153, 12_245].flatMap((limit) =>
      Array.from({ length: 12 }, (_, index) => limit - 10 + index),
    );
    const rows = lengths.map((length, index) => [index + 1, 'x'.repeat(length), ''] as const);
    expect(notesIn(notes(rows))).toEqual(rows.map(([rowid, ...both]) => ({ rowid, values: both })));
  });

  test('are read under any number that JavaScript can tell from others', () => {
    const rowids = [1, 127, 128, 16_383, 16_384, 2 ** 21, 2 ** 28, 2 ** 35, 2 ** 42, 2 ** 53 - 1];
    expect(notesIn(notes(rowids.map((rowid) => [rowid, 'a', 'b']))).map(({ rowid }) => rowid)).toEqual(rowids);
  });

  test('of the schema are read from the first page', () => {
    expect(rowsIn(notes([]))).toEqual([
      { rowid: 1, values: ['table', 'notes', 'notes', 2, 'CREATE TABLE notes (a, b)'] },
    ]);
  });

  test('of the schema are read whatever became of the file header before them', () => {
    const file = notes([]).fill(0, 0, 100);
    expect(rowsIn(file).map(({ values }) => values[1])).toEqual(['notes']);
  });

  test('are read where nothing leads to their page any more', () => {
    const file = fileOf((handle) => {
      handle.exec('BEGIN');
      for (let n = 0; n < 20; n += 1) handle.prepare('INSERT INTO notes VALUES (?, ?)').run('kept', 'x'.repeat(3_000));
      handle.exec('COMMIT; DROP TABLE notes');
    });
    expect(notesIn(file)).toContainEqual({ rowid: 7, values: ['kept', 'x'.repeat(3_000)] });
  });

  test('are read from leaves alone, not from indices or the pages above', () => {
    const rows = Array.from(
      { length: 600 },
      (_, index) => [index + 1, `row ${index} ${'x'.repeat(40)}`, index] as const,
    );
    const file = fileOf((handle) => {
      handle.exec('CREATE INDEX by_a ON notes (a); BEGIN');
      for (const row of rows) handle.prepare('INSERT INTO notes (rowid, a, b) VALUES (?, ?, ?)').run(...row);
      handle.exec('COMMIT');
    });
    const found = rowsIn(file);
    expect(found).toHaveLength(rows.length + 2);
    expect(found.filter(({ values }) => values.length === 2)).toHaveLength(rows.length);
  });

  test('stay readable where a bit of another row or of the kind of the page is flipped', () => {
    const file = notes([
      [1, 'first', 1],
      [2, 'second', 2],
      [3, 'third', 3],
    ]);
    const whole = notesIn(file);
    const start = (file[pageBytes + 8] ?? 0) * 256 + (file[pageBytes + 9] ?? 0);
    for (let at = start; at < pageBytes; at += 1) {
      const damaged = file.slice();
      damaged[pageBytes + at] = (damaged[pageBytes + at] ?? 0) ^ 0x80;
      expect(notesIn(damaged)).toContainEqual(whole[1]);
    }
    file[pageBytes] = 0x0f;
    expect(notesIn(file)).toEqual(whole);
  });
});

describe('a page that is none', () => {
  const cell = [3, 1, 2, 1, 7];

  test.each([
    [0x0d, 1],
    [0x0f, 1],
    [0x4d, 1],
    [0x00, 0],
    [0x02, 0],
    [0x05, 0],
    [0x0a, 0],
  ])('of the kind %i has %i rows', (kind, count) => {
    expect(loose(cell, kind)).toEqual(count === 1 ? [{ rowid: 1, values: [7] }] : []);
  });

  test('is passed over where the view has lost it', () => {
    expect([...looseRows({ pages: [2, 3], page: (number) => (number === 3 ? leaf([cell]) : null) })]).toHaveLength(1);
  });

  test('that counts more cells than it can hold is read as far as it goes', () => {
    const page = leaf([cell]);
    page.set([0xff, 0xff], 3);
    expect(rowsOn(viewOf(page))).toEqual([{ rowid: 1, values: [7] }]);
  });

  test('has the rows that it points to, and not one more', () => {
    const page = leaf(Array.from({ length: 32 }, () => cell));
    // Its own header could be read as a row: 13 bytes, the number 1, nothing and ten bytes.
    page.set([0x0d, 1, 3, 0, 32]);
    expect(rowsOn(viewOf(page))).toEqual(Array.from({ length: 32 }, () => ({ rowid: 1, values: [7] })));
  });
});

describe('a record that does not fit itself is no row', () => {
  const cases: Readonly<Record<string, readonly number[]>> = {
    'its header is longer than it': [3, 1, 4, 1, 7],
    'a value goes on behind its end': [3, 1, 2, 2, 7],
    'a value is not there': [2, 1, 2, 1],
    'bytes are left over': [4, 1, 2, 1, 7, 7],
    'the page ends before it': [4, 1, 2, 2, 7],
    'the page ends before what its length says': [5, 1, 2, 1, 7],
    'a value is of the kind 10': [3, 1, 3, 10, 14],
    'a value is of the kind 11': [3, 1, 3, 11, 14],
    'its text is none': [3, 1, 2, 15, 0xff],
    'its number is too great to tell from others': [10, 1, 2, 6, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    'its own number has nine bytes': [3, ...Array.from({ length: 8 }, () => 0xff), 1, 2, 1, 7],
    'its own number has nine bytes, most of which say nothing': [
      3,
      ...Array.from({ length: 8 }, () => 0x80),
      1,
      2,
      1,
      7,
    ],
    'its own number is too great': [3, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 2, 1, 7],
    'its length does not end': [0x80],
    'its header does not end': [1, 1, 0x80],
    'a kind does not end': [2, 1, 2, 0x80],
  };

  test.each(Object.entries(cases))('%s', (_, cell) => {
    expect(loose(cell)).toEqual([]);
  });

  test('but an empty one, and one that fits, are', () => {
    expect(loose([1, 5, 1])).toEqual([{ rowid: 5, values: [] }]);
    expect(loose([3, 1, 2, 1, 7])).toEqual([{ rowid: 1, values: [7] }]);
  });
});

describe('a record over several pages', () => {
  const varint = (value: number): readonly number[] =>
    value < 128 ? [value] : [...varint(Math.floor(value / 128)).map((byte) => byte | 0x80), value % 128];

  /**
   * The cell and the bytes of a record of `length` bytes, one value, of which so much lies in the cell as SQLite would
   * put there.
   */
  function recordOf(
    length: number,
    next: number,
  ): { readonly cell: readonly number[]; readonly row: LooseRow; readonly rest: Uint8Array } {
    const headerBytes = length < 8_190 ? 3 : 4;
    const bytes = Uint8Array.from({ length: length - headerBytes }, (_, index) => index % 251);
    const payload = Uint8Array.of(headerBytes, ...varint(12 + 2 * bytes.length), ...bytes);
    const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23;
    const local = least + ((length - least) % (pageBytes - 4));
    const inside = local <= pageBytes - 35 ? local : least;
    expect(payload).toHaveLength(length);
    const address = [next >> 24, next >> 16, next >> 8, next].map((byte) => byte & 0xff);
    return {
      cell: [...varint(length), 1, ...payload.subarray(0, inside), ...address],
      row: { rowid: 1, values: [bytes] },
      rest: payload.subarray(inside),
    };
  }

  function overflow(next: number, bytes: Uint8Array): Uint8Array {
    const page = new Uint8Array(pageBytes);
    page.set([next >> 24, next >> 16, next >> 8, next]);
    page.set(bytes, 4);
    return page;
  }

  test.each([3, 300, 70_000, 0x0102_0304])('is read where it goes on on page %i', (number) => {
    const { cell, row, rest } = recordOf(9_000, number);
    const others = new Map([
      [number, overflow(number + 1, rest.subarray(0, pageBytes - 4))],
      [number + 1, overflow(0, rest.subarray(pageBytes - 4))],
    ]);
    expect(rowsOn(viewOf(leaf([cell]), others))).toEqual([row]);
  });

  test('is none where a page that it goes on on is not there', () => {
    const { cell, rest } = recordOf(9_000, 9);
    expect(rowsOn(viewOf(leaf([cell])))).toEqual([]);
    const others = new Map([
      [9, overflow(10, rest.subarray(0, pageBytes - 4))],
      [11, new Uint8Array(pageBytes)],
    ]);
    expect(rowsOn(viewOf(leaf([cell]), others))).toEqual([]);
  });

  test('is none where it leaves its own page before its address', () => {
    const { cell, rest } = recordOf(6_000, 0x0900);
    const page = leaf([cell]);
    for (const short of [1, 2, 3, 4, 500]) {
      const cut = new Uint8Array(pageBytes);
      cut.set(page.subarray(0, 10));
      cut.set(cell.slice(0, -short), pageBytes - cell.length + short);
      cut.set([(pageBytes - cell.length + short) >> 8, (pageBytes - cell.length + short) & 0xff], 8);
      expect(rowsOn(viewOf(cut, new Map([[9, overflow(0, rest)]]))), String(short)).toEqual([]);
    }
  });

  test('that leads in a circle ends, and is none where it is as long as all pages together', () => {
    const circle = new Map([[9, overflow(9, new Uint8Array(0))]]);
    expect(rowsOn(viewOf(leaf([recordOf(8_191, 9).cell]), circle))).toHaveLength(1);
    expect(rowsOn(viewOf(leaf([recordOf(8_192, 9).cell]), circle))).toEqual([]);
    expect(rowsOn(viewOf(leaf([recordOf(50_000, 9).cell]), circle))).toEqual([]);
  });
});
