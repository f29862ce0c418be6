import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';

import { hasDamagedHeader, isLogDamaged, viewsOf } from '../../../../src-main/sqlite/pages.ts';
import type { PageView } from '../../../../src-main/sqlite/pages.ts';
import { tempFolder } from '../../../support/temp.ts';

let folder: string;

beforeEach(() => {
  folder = tempFolder();
});

interface Files {
  readonly file: Buffer;
  readonly log: Buffer;
}

/** The file and its log as they lie beside each other while `write` has them open. */
function written(write: (handle: BetterSqlite3.Database) => void, pageBytes = 4096): Files {
  const path = join(tempFolder(), 'notes.db');
  const handle = new BetterSqlite3(path);
  handle.pragma(`page_size = ${pageBytes}`);
  handle.pragma('journal_mode = WAL');
  handle.pragma('wal_autocheckpoint = 0');
  handle.exec('CREATE TABLE notes (text TEXT)');
  handle.pragma('wal_checkpoint(TRUNCATE)');
  write(handle);
  const files = { file: readFileSync(path), log: existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0) };
  handle.close();
  return files;
}

function add(handle: BetterSqlite3.Database, ...lengths: readonly number[]): void {
  for (const length of lengths) handle.prepare('INSERT INTO notes VALUES (?)').run('x'.repeat(length));
}

/** The pages that SQLite itself makes of the two: what is committed in the log, moved into the file. */
function asSqliteReads({ file, log }: Files): Buffer {
  const copy = join(folder, 'copy.db');
  writeFileSync(copy, file);
  writeFileSync(`${copy}-wal`, log);
  const handle = new BetterSqlite3(copy);
  handle.pragma('wal_checkpoint(TRUNCATE)');
  handle.close();
  return readFileSync(copy);
}

/** SQLite counts its changes on the first page, and may do so as it moves the log. */
function contentOf(pages: Uint8Array): Buffer {
  const bytes = Buffer.from(pages);
  bytes.fill(0, 24, 28);
  return bytes.fill(0, 92, 100);
}

function bytesOf(view: PageView | undefined): Buffer {
  if (view === undefined) throw new Error('no such view');
  return Buffer.concat(view.pages.map((number) => view.page(number) ?? Buffer.alloc(0)));
}

function flipped(bytes: Buffer, at: number, bit = 1): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ bit;
  return copy;
}

describe('the likeliest view of a file and its log', () => {
  test.each([512, 1024, 4096, 32_768])('is what SQLite reads, at %i bytes a page', (pageBytes) => {
    const files = written((handle) => add(handle, 100, 5_000, 200), pageBytes);
    const [first] = viewsOf(files.file, files.log);
    expect(first?.pageBytes).toBe(pageBytes);
    expect(contentOf(bytesOf(first)).equals(contentOf(asSqliteReads(files)))).toBe(true);
  });

  test('is the file itself where there is no log', () => {
    const { file, log } = written((handle) => {
      add(handle, 5_000);
      handle.pragma('wal_checkpoint(TRUNCATE)');
    });
    expect(log).toHaveLength(0);
    const views = viewsOf(file, log);
    expect(views).toHaveLength(1);
    expect(bytesOf(views[0]).equals(file)).toBe(true);
    expect([views[0]?.page(0), views[0]?.page(file.length / 4096 + 1)]).toEqual([null, null]);
  });

  test('leaves out what was not committed, which the next one holds; the last is without the log', () => {
    const files = written((handle) => {
      add(handle, 100);
      handle.pragma('cache_size = 1');
      handle.exec('BEGIN');
      add(handle, ...Array.from({ length: 40 }, () => 3_000));
    });
    const views = viewsOf(files.file, files.log);
    expect(views).toHaveLength(3);
    expect(contentOf(bytesOf(views[0])).equals(contentOf(asSqliteReads(files)))).toBe(true);
    expect(bytesOf(views[1]).includes('x'.repeat(3_000))).toBe(true);
    expect(bytesOf(views[0]).includes('x'.repeat(3_000))).toBe(false);
    expect(bytesOf(views[2]).equals(files.file)).toBe(true);
  });

  test('ends before a damaged commit, as SQLite does, and the next one has what comes after it', () => {
    const { file, log } = written((handle) => {
      add(handle, 10);
      add(handle, 2_000);
      add(handle, 3_500);
    });
    // The first commit is one frame; the second begins behind it.
    const damaged = { file, log: flipped(log, 32 + (24 + 4096) + 24 + 4000) };
    const [first, second, third] = viewsOf(damaged.file, damaged.log);
    expect(contentOf(bytesOf(first)).equals(contentOf(asSqliteReads(damaged)))).toBe(true);
    expect(bytesOf(first).includes('x'.repeat(2_000))).toBe(false);
    expect(bytesOf(second).includes('x'.repeat(3_500))).toBe(true);
    expect(bytesOf(third).equals(file)).toBe(true);
  });

  test('takes the usual size of a page where one header is damaged', () => {
    const { file, log } = written((handle) => add(handle, 100));
    for (const [one, other] of [[flipped(file, 16), log], [file, flipped(log, 10)], [file.subarray(0, 50), log]] as const) {
      expect(viewsOf(one, other)[0]?.pageBytes).toBe(4096);
    }
  });

  test('names no page that neither of the two has', () => {
    const { log } = written((handle) => add(handle, 10));
    const view = viewsOf(Buffer.alloc(0), log)[0];
    expect(log).toHaveLength(32 + 24 + 4096);
    expect(view?.pages).toEqual([2]);
  });
});

describe('a log', () => {
  test('is sound while it is written, with what is not committed, and with the end of an earlier log behind it', () => {
    const cases = [
      written((handle) => add(handle, 10, 2_000)),
      written((handle) => {
        handle.pragma('cache_size = 1');
        handle.exec('BEGIN');
        add(handle, ...Array.from({ length: 40 }, () => 3_000));
      }),
      written((handle) => {
        add(handle, 10, 3_000, 3_000);
        handle.pragma('wal_checkpoint(RESTART)');
        add(handle, 10);
      }),
    ];
    expect(cases.map(({ log }) => [log.length > 4096, isLogDamaged(log)])).toEqual([[true, false], [true, false], [true, false]]);
    expect(isLogDamaged(Buffer.alloc(0))).toBe(false);
    expect(isLogDamaged(cases[0]?.log.subarray(0, 40) ?? Buffer.alloc(0))).toBe(false);
    // Cut off within its last frame, as by a kill: the commit never was.
    expect(isLogDamaged(cases[0]?.log.subarray(0, -1) ?? Buffer.alloc(0))).toBe(false);
  });

  test('is damaged by a bit anywhere in its header, in a page, or in the sum of a frame', () => {
    const { log } = written((handle) => add(handle, 10, 2_000, 10));
    const inHeader = Array.from({ length: 32 }, (_, at) => at);
    const inFrames = [0, 1].flatMap((frame) => [3, 16, 20, 24, 24 + 4095].map((at) => 32 + frame * (24 + 4096) + at));
    const passed = [...inHeader, ...inFrames].filter((at) => !isLogDamaged(flipped(log, at)));
    expect(passed).toEqual([]);
  });

  test('that is nothing but a damaged header lost nothing', () => {
    const { log } = written((handle) => add(handle, 10));
    expect(isLogDamaged(flipped(log.subarray(0, 32 + 24 + 100), 0))).toBe(false);
  });
});

describe('the header of a file', () => {
  test.each([[1, 1, false], [2, 2, false], [1, 2, true], [2, 1, true], [0, 0, true], [3, 3, true]])('with the versions %i and %i is damaged: %s', (write, read, expected) => {
    const { file } = written((handle) => add(handle, 10));
    const path = join(folder, 'notes.db');
    [file[18], file[19]] = [write, read];
    writeFileSync(path, file);
    expect(hasDamagedHeader(path)).toBe(expected);
  });

  test('is damaged where there is no file', () => {
    expect(hasDamagedHeader(join(folder, 'absent'))).toBe(true);
    copyFileSync('/dev/null', join(folder, 'empty'));
    expect(hasDamagedHeader(join(folder, 'empty'))).toBe(true);
  });
});
