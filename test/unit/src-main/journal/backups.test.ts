import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
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
import { atOnce } from '../../../../src-main/core/turns.ts';
import {
  automaticBackups,
  backUpNow,
  hasBackups,
  isBackupDue,
  isDayAway,
  keptCopies,
  numberNextBackup,
  removeCopy,
  stampOf,
} from '../../../../src-main/journal/backups.ts';
import { appendEvent } from '../../../../src-main/journal/events-table.ts';
import { journalOptions } from '../../../../src-main/journal/journal-file.ts';
import { upsertRow } from '../../../../src-main/journal/projection-table.ts';
import { openDatabase } from '../../../../src-main/sqlite/database.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow, rowOf } from './journal-fixture.ts';

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

/** Makes a backup by hand, as the journal does. */
function backedUp(atMs: number) {
  const opened = openDatabase(path, journalOptions);
  if (!opened.ok) throw new Error(opened.error.detail);
  opened.value.transaction(() => {
    appendEvent(opened.value, { subject: 'op', kind: 'filler', body: {} }, atMs);
    numberNextBackup(opened.value, path);
  });
  const made = atOnce(backUpNow(opened.value, path, atMs));
  opened.value.close();
  return made;
}

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

  test('is made in a folder for its owner alone, and read whole', () => {
    expect(backedUp(someDayMs)).toEqual({ ok: true, value: true });
    expect(readdirSync(folder)).toEqual(['journal-2026-11-22T07-08-09-010Z.db']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('is the one after the last, whatever the clock says now', () => {
    const last = kept(5, someDayMs + 300 * dayMs);
    expect(backedUp(someDayMs).ok).toBe(true);
    expect(names()).toEqual([`journal-${stampOf(someDayMs)}.db`, last]);
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

  test('that is not whole is removed, and the others stay', () => {
    for (let n = 1; n <= 7; n += 1) kept(n, someDayMs + n, n);
    const before = readdirSync(folder);
    const file = new BetterSqlite3(path);
    file.exec("DROP TRIGGER events_are_not_changed; UPDATE events SET body = '{}' WHERE seq = 2");
    file.close();
    expect(backedUp(someDayMs + 100)).toEqual({ ok: true, value: false });
    expect(readdirSync(folder)).toEqual(before);
  });

  test('in which a page was read wrongly is removed too, though its chain is whole', () => {
    const opened = openDatabase(path, journalOptions);
    if (!opened.ok) throw new Error(opened.error.detail);
    opened.value.run('PRAGMA ignore_check_constraints = ON');
    upsertRow(opened.value, rowOf('op'));
    opened.value.run('UPDATE operations SET pending = 7');
    expect(atOnce(backUpNow(opened.value, path, someDayMs))).toEqual({ ok: true, value: false });
    opened.value.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is none where its folder cannot be made, and never overwrites one', () => {
    writeFileSync(folder, '');
    expect(backedUp(someDayMs)).toEqual({ ok: true, value: false });
    rmSync(folder);
    expect(backedUp(someDayMs).ok).toBe(true);
    expect(backedUp(someDayMs)).toMatchObject({ ok: false, error: { code: 'not_writable', detail: 'EEXIST' } });
  });
});

describe('a backup is due', () => {
  test('where none was made within a day, on either side of now', () => {
    sell(1);
    rmSync(folder, { recursive: true, force: true });
    expect(isBackupDue(path, someDayMs)).toBe(true);
    kept(1, someDayMs);
    for (const [atMs, isDue] of [
      [0, false],
      [dayMs - 1, false],
      [dayMs, true],
      [1 - dayMs, false],
      [-dayMs, true],
    ] as const) {
      expect(isBackupDue(path, someDayMs + atMs)).toBe(isDue);
    }
    // One that is old does not make a new one due.
    kept(2, someDayMs - 9 * dayMs);
    expect(isBackupDue(path, someDayMs)).toBe(false);
    utimesSync(path, 0, 0);
    expect([isDayAway(5, null), isDayAway(dayMs, 0), isDayAway(dayMs, 1)]).toEqual([true, true, false]);
  });

  test('never where there is no journal to copy', () => {
    expect(isBackupDue(path, someDayMs)).toBe(false);
  });

  test('never where two copies would not fit on the disk, and an answer beside each: selling needs the room', () => {
    mkdirSync(directory);
    const freeBytes = (): number => {
      const { bavail, bsize } = statfsSync(directory);
      return bavail * bsize;
    };
    writeFileSync(path, '');
    let free: number;
    let isDue: boolean;
    // Asked again where somebody else made room meanwhile.
    do {
      free = freeBytes();
      truncateSync(path, Math.floor(free / 2));
      isDue = isBackupDue(path, someDayMs);
    } while (freeBytes() > free);
    expect(isDue).toBe(false);
  });
});
