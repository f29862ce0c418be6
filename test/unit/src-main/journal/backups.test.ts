import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { atOnce } from '../../../../src-main/core/pausable.ts';
import { ok } from '../../../../src-main/core/result.ts';
import {
  automaticBackups,
  backUpNow,
  hasBackups,
  isBackedUp,
  isDayAway,
  keptCopies,
  numberNextBackup,
  removeCopy,
  roomFault,
  segmentsOf,
} from '../../../../src-main/journal/backups.ts';
import { appendEvent } from '../../../../src-main/journal/events-table.ts';
import { journalOptions } from '../../../../src-main/journal/journal-file.ts';
import { removeMeta } from '../../../../src-main/journal/meta-table.ts';
import { stampOf } from '../../../../src-main/journal/segment.ts';
import { openDatabase, type Database } from '../../../../src-main/sqlite/database.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
const someDayMs = Date.UTC(2026, 10, 22, 7, 8, 9, 10);
let directory: string;
let folder: string;
let path: string;
let clock: HandClock;

beforeEach(() => {
  directory = join(tempFolder(), 'counter');
  folder = join(directory, 'backups');
  path = join(directory, 'journal.db');
  clock = new HandClock();
});

function sell(count: number): void {
  const journal = openOrThrow(directory, clock);
  for (let n = 0; n < count; n += 1) journal.append({ subject: 'op', kind: 'filler', body: { n } });
  journal.close();
}

/** A backup with this number in it (none where it is null), under the name of this time. */
function kept(number: number | null, atMs: number, events = 0): string {
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, `journal-${stampOf(atMs)}.db`);
  copyFileSync(path, copy);
  const handle = new BetterSqlite3(copy);
  handle.pragma('journal_mode = DELETE');
  handle.exec("DELETE FROM meta WHERE key = 'backup-number'");
  if (number !== null) handle.prepare("INSERT INTO meta VALUES ('backup-number', ?)").run(String(number));
  handle.exec('DROP TRIGGER events_are_not_deleted');
  if (events > 0) handle.prepare('DELETE FROM events WHERE seq > ?').run(events);
  handle.close();
  return basename(copy);
}

const names = (): readonly string[] => automaticBackups(directory).map(({ path: one }) => basename(one));

/** The journal's file, opened as the journal does. */
function opened(): Database {
  const database = openDatabase(path, journalOptions);
  if (!database.ok) throw new Error(database.error.detail);
  return database.value;
}

/** Makes a backup by hand, as the journal does, of one event more. */
function backedUp(atMs: number, { events = 1, isUnhurried = true } = {}) {
  const database = opened();
  database.transaction(() => {
    for (let n = 0; n < events; n += 1) appendEvent(database, { subject: 'op', kind: 'filler', body: { n } }, atMs);
    numberNextBackup(database, path);
  });
  const made = atOnce(backUpNow(database, path, { nowMs: atMs, isUnhurried }));
  database.close();
  return made;
}

function isDueAt(nowMs: number): boolean {
  const database = opened();
  const isDue = !isBackedUp(directory, nowMs) && roomFault(database, path) === null;
  database.close();
  return isDue;
}

const newest = (): string => automaticBackups(directory)[0]?.path ?? '';

/** The numbers of the events in one segment. */
function rowsIn(file: string): readonly unknown[] {
  const handle = new BetterSqlite3(file, { readonly: true });
  const rows = handle.prepare('SELECT seq FROM events ORDER BY seq').pluck().all();
  handle.close();
  return rows;
}

const segments = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => !name.endsWith('.keys'))
    .sort();

describe('backups', () => {
  beforeEach(() => {
    sell(6);
    rmSync(folder, { recursive: true, force: true });
  });

  test('are listed by what they say of themselves, whatever the clock said then', () => {
    const second = kept(2, someDayMs + 300 * dayMs);
    const third = kept(3, someDayMs);
    const first = kept(1, someDayMs + dayMs);
    expect(names()).toEqual([third, second, first]);
  });

  test('of an older build are listed by how far they reach, and by their date where that is the same; what cannot be read comes last', () => {
    const far = kept(null, someDayMs, 5);
    const near = kept(null, someDayMs + dayMs, 2);
    const nearLater = kept(null, someDayMs + 2 * dayMs, 2);
    const damaged = [9, 8].map((days) => `journal-${stampOf(someDayMs + days * dayMs)}.db`);
    for (const name of damaged) writeFileSync(join(folder, name), 'not a database '.repeat(500));
    const numbered = kept(1, someDayMs - dayMs, 1);
    expect(names()).toEqual([numbered, far, nearLater, near, ...damaged]);
  });

  test('are what has their name, and its time is that of the name', () => {
    const name = kept(1, someDayMs);
    expect(name).toBe('journal-2026-11-22T07-08-09-010Z.db');
    for (const other of [
      'journal.db',
      `x${name}`,
      `${name}x`,
      `${name}-wal`,
      'journal-2026-13-22T07-08-09-010Z.db',
      name.replace('2026', '26'),
      'kept 2026',
    ])
      writeFileSync(join(folder, other), '');
    expect(automaticBackups(directory)).toEqual([{ path: join(folder, name), atMs: someDayMs }]);
    expect([hasBackups(directory), hasBackups(join(directory, 'absent'))]).toEqual([true, false]);
  });

  test('and copies from before a migration are all that the counter keeps', () => {
    const name = kept(1, someDayMs);
    for (const other of [
      'journal.db.before-2',
      'journal.db.before-12',
      'journal.db.before-x',
      'journalXdb.before-2',
      'xjournal.db.before-2',
      'journal.db.before-2x',
    ])
      writeFileSync(join(directory, other), '');
    const copies = keptCopies(path);
    expect(copies.backups).toEqual([join(folder, name)]);
    expect(copies.fromMigrations.map((one) => basename(one)).sort()).toEqual([
      'journal.db.before-12',
      'journal.db.before-2',
    ]);
  });

  test('are removed with what SQLite left beside them', () => {
    const copy = join(folder, kept(1, someDayMs));
    for (const suffix of ['-journal', '-wal', '-shm']) writeFileSync(copy + suffix, '');
    removeCopy(copy);
    expect(readdirSync(folder)).toEqual([]);
    expect(() => removeCopy(copy)).not.toThrow();
  });
});

describe('a new backup', () => {
  beforeEach(() => {
    sell(6);
    rmSync(folder, { recursive: true, force: true });
  });

  test('is made in a folder for its owner alone: a base first, and then what came since, with the keys beside each', () => {
    expect(backedUp(someDayMs)).toEqual({ ok: true, value: true });
    expect(readdirSync(folder).sort()).toEqual([
      'base-2026-11-22T07-08-09-010Z.db',
      'base-2026-11-22T07-08-09-010Z.db.keys',
    ]);
    expect(backedUp(someDayMs + dayMs)).toEqual({ ok: true, value: true });
    expect(segments()).toEqual(['base-2026-11-22T07-08-09-010Z.db', 'segment-2026-11-23T07-08-09-010Z.db']);
    expect(rowsIn(join(folder, 'segment-2026-11-23T07-08-09-010Z.db'))).toEqual([8]);
    const modes = [folder, ...readdirSync(folder).map((name) => join(folder, name))].map(
      (file) => statSync(file).mode & 0o777,
    );
    expect(modes).toEqual([0o700, ...Array<number>(4).fill(0o600)]);
  });

  test('is the one after the last, whatever the clock says now', () => {
    const last = kept(5, someDayMs + 300 * dayMs);
    expect(backedUp(someDayMs).ok).toBe(true);
    expect(names()).toEqual([`base-${stampOf(someDayMs)}.db`, last]);
  });

  test('lets those beyond seven go: damaged ones, then what a later one says as well, then the first', () => {
    for (let n = 1; n <= 5; n += 1) kept(n, someDayMs + n, n);
    const same = kept(6, someDayMs + 6, 5);
    const damaged = `journal-${stampOf(someDayMs + 99)}.db`;
    writeFileSync(join(folder, damaged), 'not a database '.repeat(500));
    expect(names()).toHaveLength(7);
    expect(backedUp(someDayMs + 100).ok).toBe(true);
    expect([names().length, existsSync(join(folder, damaged))]).toEqual([7, false]);
    expect(backedUp(someDayMs + 101).ok).toBe(true);
    // Two of one end are named by the older: 5 says what 6 says.
    expect([
      names().length,
      names().includes(same),
      existsSync(join(folder, `journal-${stampOf(someDayMs + 5)}.db`)),
    ]).toEqual([7, true, false]);
  });

  test('of a day without an event is the last of its state alone, and the next one joins on to the day before', () => {
    backedUp(someDayMs);
    for (let day = 1; day < 12; day += 1) backedUp(someDayMs + day * dayMs, { events: 0 });
    // The base that all of them need, and seven.
    expect(names()).toHaveLength(8);
    backedUp(someDayMs + 12 * dayMs);
    expect([names()[0], rowsIn(newest())]).toEqual([basename(newest()), [8]]);
    expect(segmentsOf(newest())?.map((one) => basename(one.path).slice(0, 4))).toEqual(['base', 'segm']);
  });

  test('makes all but the last six one with the base once there are more than thirty, and each day stays restorable', () => {
    for (let day = 0; day < 30; day += 1) backedUp(someDayMs + day * dayMs);
    expect([segments().length, names().length]).toEqual([30, 30]);
    // Where somebody waits for it there is no time to do it.
    backedUp(someDayMs + 30 * dayMs, { isUnhurried: false });
    expect(segments()).toHaveLength(31);
    backedUp(someDayMs + 31 * dayMs);
    const days = [31, 30, 29, 28, 27, 26].map((day) => `segment-${stampOf(someDayMs + day * dayMs)}.db`);
    const base = `base-${stampOf(someDayMs + 25 * dayMs)}.db`;
    expect(names()).toEqual([...days, base]);
    expect(segments()).toEqual([base, ...days.toReversed()]);
    expect(rowsIn(join(folder, base))).toEqual(Array.from({ length: 32 }, (_, n) => n + 1));
  });

  test('that is not whole is removed, and the others stay', () => {
    for (let n = 1; n <= 7; n += 1) kept(n, someDayMs + n, n);
    const before = readdirSync(folder);
    const file = new BetterSqlite3(path);
    file.exec("DROP TRIGGER events_are_not_changed; UPDATE events SET body = '{}' WHERE seq = 2");
    file.close();
    expect(backedUp(someDayMs + 100)).toEqual({ ok: true, value: false });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('begins with a base again where the last one is gone, or the rows were numbered anew', () => {
    backedUp(someDayMs);
    backedUp(someDayMs + dayMs);
    rmSync(join(folder, `base-${stampOf(someDayMs)}.db`));
    backedUp(someDayMs + 2 * dayMs);
    expect(basename(newest())).toBe(`base-${stampOf(someDayMs + 2 * dayMs)}.db`);
    const database = opened();
    database.transaction(() => removeMeta(database, 'backup-rows'));
    database.close();
    backedUp(someDayMs + 3 * dayMs);
    expect(basename(newest())).toBe(`base-${stampOf(someDayMs + 3 * dayMs)}.db`);
  });

  test('removes what a process left that ended while it wrote one', () => {
    backedUp(someDayMs);
    for (const name of ['base-2026-11-23T07-08-09-010Z.db.partial', 'segment-2026-11-23T07-08-09-010Z.db.keys'])
      writeFileSync(join(folder, name), 'half');
    backedUp(someDayMs + 2 * dayMs);
    expect(segments()).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(4);
  });

  test('that is cut off leaves nothing of itself', () => {
    backedUp(someDayMs);
    const before = readdirSync(folder);
    const database = opened();
    database.transaction(() => {
      for (let n = 0; n < 900; n += 1) appendEvent(database, { subject: 'op', kind: 'filler', body: { n } }, someDayMs);
    });
    const turns = backUpNow(database, path, { nowMs: someDayMs + dayMs, isUnhurried: false });
    for (let n = 0; n < 4; n += 1) expect(turns.next().done).toBe(false);
    expect(readdirSync(folder)).not.toEqual(before);
    turns.return(ok(false));
    database.close();
    expect(readdirSync(folder)).toEqual(before);
  });

  test('is none where its folder cannot be made, and never overwrites one', () => {
    writeFileSync(folder, '');
    expect(backedUp(someDayMs)).toMatchObject({ ok: false, error: { code: 'not_writable' } });
    rmSync(folder);
    expect(backedUp(someDayMs).ok).toBe(true);
    expect(backedUp(someDayMs).ok).toBe(true);
    const whole = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    expect(backedUp(someDayMs)).toMatchObject({ ok: false, error: { code: 'not_writable', detail: 'EEXIST' } });
    expect(readdirSync(folder).map((name) => readFileSync(join(folder, name)))).toEqual(whole);
  });
});

describe('a backup is due', () => {
  test('where none was made within a day, on either side of now', () => {
    sell(1);
    rmSync(folder, { recursive: true, force: true });
    expect(isDueAt(someDayMs)).toBe(true);
    kept(1, someDayMs);
    for (const [atMs, isDue] of [
      [0, false],
      [dayMs - 1, false],
      [dayMs, true],
      [1 - dayMs, false],
      [-dayMs, true],
    ] as const) {
      expect(isDueAt(someDayMs + atMs)).toBe(isDue);
    }
    // One that is old does not make a new one due.
    kept(2, someDayMs - 9 * dayMs);
    expect(isDueAt(someDayMs)).toBe(false);
    utimesSync(path, 0, 0);
    expect([isDayAway(5, null), isDayAway(dayMs, 0), isDayAway(dayMs, 1)]).toEqual([true, true, false]);
  });

  test('never where two copies would not fit on the disk, and an answer beside each: selling needs the room', () => {
    sell(1);
    rmSync(folder, { recursive: true, force: true });
    const database = opened();
    const freeBytes = (): number => {
      const { bavail, bsize } = statfsSync(directory);
      return bavail * bsize;
    };
    // The room is that of another file: this one is open.
    const large = join(directory, 'large.db');
    writeFileSync(large, '');
    let free: number;
    let isDue: boolean;
    // Asked again where somebody else made room meanwhile.
    do {
      free = freeBytes();
      truncateSync(large, Math.floor(free / 2));
      isDue = !isBackedUp(directory, someDayMs) && roomFault(database, large) === null;
    } while (freeBytes() > free);
    database.close();
    expect(isDue).toBe(false);
  });
});
