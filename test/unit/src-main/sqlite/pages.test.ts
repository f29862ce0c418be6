import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { hasDamagedHeader, isLogDamaged, viewsOf, type PageView } from '../../../../src-main/sqlite/pages.ts';
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
function written(write: (handle: BetterSqlite3.Database) => void): Files {
  const path = join(tempFolder(), 'notes.db');
  const handle = new BetterSqlite3(path);
  handle.pragma('journal_mode = WAL');
  handle.pragma('wal_autocheckpoint = 0');
  handle.exec('CREATE TABLE notes (text TEXT)');
  handle.pragma('wal_checkpoint(TRUNCATE)');
  write(handle);
  const files = {
    file: readFileSync(path),
    log: existsSync(`${path}-wal`) ? readFileSync(`${path}-wal`) : Buffer.alloc(0),
  };
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

const pageBytes = 4096;

interface HandFrame {
  readonly page: number;
  /** How many pages the file has with it; 0 where it ends no transaction. */
  readonly commit: number;
  /** What its page is full of. */
  readonly fill: string;
  /** Of the log before this one, which was longer. */
  readonly isEarlier?: boolean;
  /** Its page is only half written. */
  readonly isTorn?: boolean;
}

type Sum = readonly [number, number];

/** The checksum of a log ("Checksum Algorithm"), continued. */
function summed(bytes: Buffer, [first, second]: Sum = [0, 0]): Sum {
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + second + bytes.readUInt32LE(at)) % 2 ** 32;
    second = (second + first + bytes.readUInt32LE(at + 4)) % 2 ** 32;
  }
  return [first, second];
}

function words(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => bytes.writeUInt32BE(number, 4 * index));
  return bytes;
}

/** A log made by hand ("WAL File Format"). What `spoil` does to the header, the sums of the frames follow. */
function logOf(
  frames: readonly HandFrame[],
  {
    magic = 0x377f_0682,
    spoil = () => undefined,
  }: { readonly magic?: number; readonly spoil?: (header: Buffer) => void } = {},
): Buffer {
  const begin = words(magic, 3_007_000, pageBytes, 7, 11, 22);
  const header = Buffer.concat([begin, words(...summed(begin))]);
  spoil(header);
  const parts: Uint8Array[] = [header];
  let sum: Sum = [header.readUInt32BE(24), header.readUInt32BE(28)];
  for (const { page, commit, fill, isEarlier = false, isTorn = false } of frames) {
    const [start, bytes] = [words(page, commit), Buffer.alloc(pageBytes, fill)];
    sum = summed(bytes, summed(start, isEarlier ? [3, 5] : sum));
    if (isTorn) bytes.fill(0, pageBytes / 2);
    parts.push(start, isEarlier ? words(10, 33) : words(11, 22), words(...sum), bytes);
  }
  return Buffer.concat(parts);
}

/** What each view holds, as the first sign of each of its pages. */
function signsOf(views: readonly PageView[]): readonly string[] {
  return views.map((view) => view.pages.map((page) => String.fromCharCode(view.page(page)?.[0] ?? 0)).join(''));
}

const file = Buffer.concat(['a', 'b', 'c'].map((fill) => Buffer.alloc(pageBytes, fill)));
const kept: HandFrame = { page: 1, commit: 3, fill: 'A' };

describe('the likeliest view of a file and its log', () => {
  test('is what SQLite reads', () => {
    const files = written((handle) => add(handle, 100, 5_000, 200));
    expect(contentOf(bytesOf(viewsOf(files.file, files.log)[0])).equals(contentOf(asSqliteReads(files)))).toBe(true);
  });

  test('is what SQLite reads where the log was begun again over a longer one', () => {
    const files = written((handle) => {
      add(handle, 10, 3_000, 3_000);
      handle.pragma('wal_checkpoint(RESTART)');
      add(handle, 10);
    });
    const views = viewsOf(files.file, files.log);
    expect(views).toHaveLength(2);
    expect(contentOf(bytesOf(views[0])).equals(contentOf(asSqliteReads(files)))).toBe(true);
  });

  test('is what SQLite reads whichever bit of the header of the log or of a frame was flipped', () => {
    const files = written((handle) => add(handle, 10, 2_000, 3_500));
    const headers = [0, 32, 32 + (24 + pageBytes), 32 + 3 * (24 + pageBytes)].flatMap((from, index) =>
      Array.from({ length: index === 0 ? 32 : 24 }, (_, at) => from + at),
    );
    expect(files.log.length).toBeGreaterThan(headers.at(-1) ?? Infinity);
    for (const at of headers) {
      const damaged = { file: files.file, log: flipped(files.log, at, 1 << (at % 8)) };
      expect(
        contentOf(bytesOf(viewsOf(damaged.file, damaged.log)[0])).equals(contentOf(asSqliteReads(damaged))),
        `byte ${String(at)}`,
      ).toBe(true);
    }
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
    expect([views[0]?.page(0), views[0]?.page(file.length / pageBytes + 1)]).toEqual([null, null]);
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

  test.each([0, 1, 512, 4_095, 8_192, 65_536])('has pages of 4,096 bytes, whatever the headers say: %i', (bytes) => {
    const files = { file: Buffer.from(file), log: logOf([kept, { page: 5, commit: 5, fill: 'E' }]) };
    files.file.writeUInt16BE(bytes === 65_536 ? 1 : bytes, 16);
    files.log.writeUInt32BE(bytes, 8);
    expect(signsOf(viewsOf(files.file, files.log))).toEqual(['abc', 'AbcE']);
    expect(signsOf(viewsOf(files.file, logOf([kept])))).toEqual(['Abc', 'abc']);
  });

  test.each([
    [0, 0],
    [1, 0],
    [100, 0],
    [4_095, 0],
    [4_096, 1],
    [4_097, 1],
    [8_191, 1],
    [8_192, 2],
    [12_288, 3],
  ])('of a file of %i bytes has %i pages', (length, count) => {
    const [view] = viewsOf(file.subarray(0, length), Buffer.alloc(0));
    expect(view?.pages).toEqual([1, 2, 3].slice(0, count));
    expect(signsOf(view === undefined ? [] : [view])).toEqual(['abc'.slice(0, count)]);
  });

  test('names no page that neither of the two has', () => {
    const view = viewsOf(Buffer.alloc(0), logOf([{ page: 2, commit: 2, fill: 'B' }]))[0];
    expect(view?.pages).toEqual([2]);
  });
});

describe('the views of a log made by hand', () => {
  const more: HandFrame = { page: 2, commit: 0, fill: 'B' };
  const last: HandFrame = { page: 4, commit: 4, fill: 'D' };

  test.each<readonly [string, Buffer, readonly string[]]>([
    ['nothing', logOf([]), ['abc']],
    ['a transaction of two frames, and the file', logOf([more, last]), ['aBcD', 'abc']],
    ['what is committed, all of it, and the file', logOf([kept, more]), ['Abc', 'ABc', 'abc']],
    ['all of it, committed by nobody, behind the file', logOf([more]), ['abc', 'aBc']],
    ['the newest of each page', logOf([kept, { ...kept, fill: 'Z' }]), ['Zbc', 'abc']],
    [
      'what comes before and behind a torn transaction',
      logOf([kept, { ...more, isTorn: true }, last]),
      ['Abc', 'ABcD', 'abc'],
    ],
    ['nothing of an earlier log', logOf([kept, { page: 1, commit: 3, fill: 'Y', isEarlier: true }]), ['Abc', 'abc']],
    [
      'nothing where all of it is of an earlier log',
      logOf([{ page: 1, commit: 3, fill: 'Y', isEarlier: true }]),
      ['abc'],
    ],
    [
      'a page whose number was damaged, under the number that it has',
      logOf([kept, { page: 0, commit: 3, fill: 'O' }, { page: 0xffff_ffff, commit: 3, fill: 'P' }]),
      ['AbcOP', 'abc'],
    ],
    ['nothing of a frame that is cut off', logOf([kept, last]).subarray(0, -1), ['Abc', 'abc']],
  ])('are %s', (_, log, expected) => {
    expect(signsOf(viewsOf(file, log))).toEqual(expected);
  });

  test('hold no more than the file where the log ends before its first frame does', () => {
    const log = logOf([kept]);
    for (const length of [0, 1, 3, 4, 23, 24, 28, 31, 32, 33, 55, 56, 57, log.length - 1]) {
      expect(signsOf(viewsOf(file, log.subarray(0, length))), String(length)).toEqual(['abc']);
      expect(isLogDamaged(log.subarray(0, length)), String(length)).toBe(false);
    }
  });
});

describe('a log whose header does not prove itself', () => {
  test.each<readonly [string, Buffer]>([
    ['the first half of its sum is another', logOf([kept], { spoil: (header) => header.writeUInt32BE(9, 24) })],
    ['the second half of its sum is another', logOf([kept], { spoil: (header) => header.writeUInt32BE(9, 28) })],
    ['its magic number is none', logOf([kept], { magic: 0x377f_0684 })],
    ['it names the other order of bytes', logOf([kept], { magic: 0x377f_0683 })],
  ])('is damaged, and SQLite passes over it, where %s', (_, log) => {
    expect(signsOf(viewsOf(file, log))).toEqual(['abc', 'Abc']);
    expect(isLogDamaged(log)).toBe(true);
    const files = written((handle) => add(handle, 10));
    expect(contentOf(asSqliteReads({ ...files, log })).equals(contentOf(files.file))).toBe(true);
  });

  test('is damaged where all of the header is gone, also with nothing committed', () => {
    for (const frame of [kept, { ...kept, commit: 0 }]) {
      const log = logOf([frame]).fill(0, 0, 32);
      expect(isLogDamaged(log)).toBe(true);
      expect(signsOf(viewsOf(file, log))).toEqual(['abc']);
    }
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
    expect(cases.map(({ log }) => [log.length > 4096, isLogDamaged(log)])).toEqual([
      [true, false],
      [true, false],
      [true, false],
    ]);
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

  const torn: HandFrame = { page: 2, commit: 0, fill: 'B', isTorn: true };
  const earlier: HandFrame = { page: 1, commit: 3, fill: 'Y', isEarlier: true };

  test.each<readonly [string, readonly HandFrame[], boolean]>([
    ['sound with nothing in it', [], false],
    ['sound with a commit', [kept], false],
    ['sound with what is not committed', [kept, { ...torn, isTorn: false }], false],
    ['sound where what was being written is not committed', [kept, torn], false],
    ['sound where the earlier log goes on behind that', [kept, torn, earlier], false],
    ['sound with an earlier log behind it', [kept, earlier], false],
    ['damaged before a commit', [kept, torn, kept], true],
    ['damaged before a commit with an earlier log behind it', [kept, torn, kept, torn, earlier], true],
    ['damaged in its only commit', [{ ...kept, isTorn: true }], true],
  ])('is %s', (_, frames, expected) => {
    expect(isLogDamaged(logOf(frames))).toBe(expected);
  });

  test('is damaged where the number of the last page, or the salt of its frame, is another', () => {
    const { log } = written((handle) => add(handle, 10));
    expect(log).toHaveLength(32 + 24 + pageBytes);
    // The number is 2: the last bit makes it 3, the next 0, and the first one greater than any.
    for (const [at, bit] of [
      [35, 1],
      [35, 2],
      [32, 0x80],
      [32, 0x40],
      [40, 1],
      [43, 1],
      [44, 1],
      [47, 1],
    ] as const) {
      expect(isLogDamaged(flipped(log, at, bit)), `byte ${String(at)}`).toBe(true);
    }
  });

  test('that is nothing but a damaged header lost nothing', () => {
    const { log } = written((handle) => add(handle, 10));
    expect(isLogDamaged(flipped(log.subarray(0, 32 + 24 + 100), 0))).toBe(false);
  });
});

describe('the header of a file', () => {
  test.each([
    [1, 1, false],
    [2, 2, false],
    [1, 2, true],
    [2, 1, true],
    [0, 0, true],
    [3, 3, true],
  ])('with the versions %i and %i is damaged: %s', (write, read, expected) => {
    const { file } = written((handle) => add(handle, 10));
    const path = join(folder, 'notes.db');
    [file[18], file[19]] = [write, read];
    writeFileSync(path, file);
    expect(hasDamagedHeader(path)).toBe(expected);
  });

  test('is read of a file that is too large to be read at once', () => {
    const { file } = written((handle) => add(handle, 10));
    const path = join(folder, 'large.db');
    writeFileSync(path, file);
    truncateSync(path, 3 * 2 ** 30);
    expect(hasDamagedHeader(path)).toBe(false);
  });

  test('is damaged where there is no file', () => {
    expect(hasDamagedHeader(join(folder, 'absent'))).toBe(true);
    copyFileSync('/dev/null', join(folder, 'empty'));
    expect(hasDamagedHeader(join(folder, 'empty'))).toBe(true);
  });
});
