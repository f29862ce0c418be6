import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, expect, test } from 'vitest';
import { fileBytes } from '../../../../src-main/sqlite/file-bytes.ts';
import { isLogDamaged, viewsOf } from '../../../../src-main/sqlite/pages.ts';
import { tempFolder } from '../../../support/temp.ts';

// A log that is read in pieces is judged as one that is in memory, however long it is.

const frameBytes = 24 + 4096;
const frames = 1_000;

let path: string;
let log: Buffer;

beforeEach(() => {
  path = join(tempFolder(), 'notes.db-wal');
  log = writtenLog();
});

/** Several times as long as a piece, every frame of it committed. */
function writtenLog(): Buffer {
  const file = join(tempFolder(), 'notes.db');
  const handle = new BetterSqlite3(file);
  handle.pragma('journal_mode = WAL');
  handle.pragma('wal_autocheckpoint = 0');
  handle.exec('CREATE TABLE notes (text TEXT)');
  handle.pragma('wal_checkpoint(TRUNCATE)');
  const insert = handle.prepare('INSERT INTO notes VALUES (?)');
  for (let row = 0; row < frames; row += 1) insert.run('x');
  const bytes = readFileSync(`${file}-wal`);
  handle.close();
  return bytes;
}

function isDamaged(bytes: Uint8Array): boolean {
  writeFileSync(path, bytes);
  return isLogDamaged(fileBytes(path));
}

function flipped(at: number): Buffer {
  const bytes = Buffer.from(log);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes;
}

test('is damaged by a bit in any of its pieces, and where two of them meet', () => {
  expect(log.length).toBeGreaterThan(3 * 1024 * 1024);
  expect(isDamaged(log)).toBe(false);
  const places = Array.from({ length: 20 }, (_, nth) => 32 + nth * 50 * frameBytes + 24 + 100);
  const ends = [1, 2, 3].map((pieces) => pieces * 1024 * 1024);
  const passed = [0, 24, ...places, ...ends, ...ends.map((at) => at - 1)].filter((at) => !isDamaged(flipped(at)));
  expect(passed).toEqual([]);
});

test('lost nothing where it ends anywhere within its last frame', () => {
  for (const cut of [1, frameBytes - 24, frameBytes - 1, frameBytes])
    expect(isDamaged(log.subarray(0, log.length - cut)), String(cut)).toBe(false);
  for (const length of [0, 1, 31, 32, 40]) expect(isDamaged(log.subarray(0, length)), String(length)).toBe(false);
});

test('is read to its end where it is longer than a file that is read at once', () => {
  writeFileSync(path, log);
  truncateSync(path, 3 * 2 ** 30);
  expect(isLogDamaged(fileBytes(path))).toBe(false);
  writeFileSync(path, flipped(log.length - 10));
  truncateSync(path, 3 * 2 ** 30);
  expect(isLogDamaged(fileBytes(path))).toBe(true);
});

test('gives each page of a file that is longer than one that is read at once', () => {
  const pageBytes = 4096;
  const pages = (3 * 2 ** 30) / pageBytes;
  writeFileSync(path, Buffer.alloc(pageBytes, 'a'));
  truncateSync(path, pages * pageBytes);
  writeFileSync(path, Buffer.alloc(pageBytes, 'z'), { flag: 'a' });
  const [view] = viewsOf(fileBytes(path), new Uint8Array(0));
  expect(view?.pages.length).toBe(pages + 1);
  const signs = [1, 2, pages, pages + 1, 1].map((number) => view?.page(number)?.[pageBytes - 1]);
  expect(signs).toEqual(['a', '\0', '\0', 'z', 'a'].map((sign) => sign.charCodeAt(0)));
  expect([view?.page(0), view?.page(pages + 2)]).toEqual([null, null]);
});

test('holds nothing where nothing lies, and is read of nothing that is no file', () => {
  expect(fileBytes(join(tempFolder(), 'absent')).length).toBe(0);
  expect(() => fileBytes('/dev/zero').subarray(0, 10)).toThrow('EINVAL');
});
