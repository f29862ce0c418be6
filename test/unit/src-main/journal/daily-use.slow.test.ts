import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { automaticBackups, segmentsOf } from '../../../../src-main/journal/backups.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { keepWhileQuiet } from '../../../../src-main/journal/keep-while-quiet.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { firstKind, HandClock, openOrThrow, randomness, rowOf, testRules } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
const yearMs = 365 * dayMs;
let directory: string;
let clock: HandClock;
let journal: Journal;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-daily-'));
  clock = new HandClock();
});

afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

function keyOf(id: string): Buffer {
  return Buffer.from(`the-wrapped-key-of-${id}-0123456789`);
}

/** Sells one order and hands its codes over. */
function sell(id: string): void {
  journal.transaction((tx) => {
    tx.append({ subject: id, kind: firstKind, body: {} });
    tx.project(rowOf(id, { pending: false }));
  });
  journal.transaction((tx) => {
    const sealed = tx.fileSealed(id, { ciphertext: Buffer.from(`ciphertext of ${id}`), wrappedKey: keyOf(id) });
    tx.append({ subject: id, kind: 'answer-sealed', body: { sealed } });
  });
  journal.append({ subject: id, kind: 'codes-handed-over', body: {} });
}

function permit(): void {
  journal.append({ subject: '', kind: 'policy-reported', body: { policyVersion: 1, scopes: ['cards:reveal'] } });
}

/** A day, or a visit of a day: opens, works and closes. */
function visit(work: () => void = () => undefined): void {
  journal = openOrThrow(directory, clock);
  work();
  journal.close();
}

function filesWith(bytes: Buffer): readonly string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(bytes)).map(({ name }) => name);
}

/** The end of the chain in each backup, latest first; throws where one is not whole. */
function heads(): readonly number[] {
  return automaticBackups(directory).map(({ path }) => {
    const handle = new BetterSqlite3(path, { readonly: true });
    const whole = handle.pragma('integrity_check', { simple: true });
    handle.close();
    const end = segmentsOf(path)?.at(-1)?.header.end;
    if (whole !== 'ok' || end === undefined) throw new Error(`${path} is not whole`);
    return end.seq;
  });
}

function orderIn(backup: string, id: string): boolean {
  return (segmentsOf(backup) ?? []).some(({ path }) => {
    const handle = new BetterSqlite3(path, { readonly: true });
    const count = handle.prepare('SELECT count(*) FROM events WHERE subject = ?').pluck().get(id);
    handle.close();
    return Number(count) > 0;
  });
}

describe('sixty days of daily use', () => {
  test('destroy the keys of codes thirty days after their hand-over, in every file, and let no backup go for it', () => {
    visit(permit);
    for (let day = 0; day < 60; day += 1) {
      const before = automaticBackups(directory).map(({ path }) => path);
      visit(() => sell(`day ${day}.`));
      const after = automaticBackups(directory).map(({ path }) => path);
      // The last five from before stay, also where those before them are made one.
      expect(before.slice(0, 5).filter((path) => !after.includes(path))).toEqual([]);
      expect(after.filter((path) => !before.includes(path) && !basename(path).startsWith('base')).length < 2).toBe(
        true,
      );
      if (day >= 31) expect(filesWith(keyOf(`day ${day - 31}.`))).toEqual([]);
      if (day >= 29) expect(filesWith(keyOf(`day ${day - 29}.`))).toContain('journal.db');
      clock.atMs += dayMs;
    }
    expect(filesWith(keyOf('day 0.'))).toEqual([]);
    expect(heads()).toEqual([...heads()].sort((a, b) => b - a));
    expect(heads().length >= 7 && heads().length <= 30).toBe(true);
    journal = openOrThrow(directory, clock);
    expect([journal.sealed('day 2.'), journal.verify().ok]).toEqual(['purged', true]);
  });

  test('do the same where the counter is never closed, only killed', () => {
    visit(permit);
    visit(() => sell('killed.'));
    for (let day = 0; day < 32; day += 1) {
      clock.atMs += dayMs;
      journal = openOrThrow(directory, clock);
      // As a kill leaves it: what is on the disk goes on in another folder's place, and nothing is closed.
      const [file, log] = ['journal.db', 'journal.db-wal'].map((name) => readFileSync(join(directory, name)));
      journal.close();
      writeFileSync(join(directory, 'journal.db'), file ?? '');
      writeFileSync(join(directory, 'journal.db-wal'), log ?? '');
    }
    expect(filesWith(keyOf('killed.'))).toEqual([]);
  });

  test('and where it stays open all that time, in the minutes when nobody sells', async () => {
    journal = openOrThrow(directory, clock);
    permit();
    sell('left on.');
    const stop = new AbortController();
    const days = { at: 0 };
    await keepWhileQuiet(
      journal,
      {
        nowMs: () => clock.nowMs(),
        monotonicMs: () => 0,
        sleep: (ms) => {
          if (ms === 0) return Promise.resolve();
          clock.atMs += dayMs / 2;
          days.at += 0.5;
          if (days.at === 3.5) expect(automaticBackups(directory)).toHaveLength(3);
          // Somebody sells at each look of these days.
          if (days.at >= 3.5 && days.at < 6) journal.append({ subject: '', kind: 'filler', body: {} });
          if (days.at === 6) expect(automaticBackups(directory)).toHaveLength(3);
          if (days.at === 32) stop.abort();
          return Promise.resolve();
        },
      },
      stop.signal,
    );
    expect([journal.sealed('left on.'), heads().length >= 7]).toEqual(['purged', true]);
    expect(filesWith(keyOf('left on.'))).toEqual([]);
  });
});

test('codes that were handed over on a day with the clock a year ahead go thirty days after the right day', () => {
  visit(permit);
  clock.atMs += yearMs;
  visit(() => sell('ahead.'));
  clock.atMs -= yearMs - dayMs;
  visit(() => sell('next day.'));
  clock.atMs += 29 * dayMs;
  visit();
  expect(filesWith(keyOf('ahead.'))).toContain('journal.db');
  clock.atMs += 2 * dayMs;
  visit();
  expect(filesWith(keyOf('ahead.'))).toEqual([]);
  journal = openOrThrow(directory, clock);
});

describe('keys in backups', () => {
  test('that a purge could not reach, go with the next one', () => {
    visit(permit);
    visit(() => sell('one.'));
    clock.atMs += dayMs;
    visit();
    const [backup] = automaticBackups(directory);
    const away = join(directory, 'away.db');
    copyFileSync(`${backup?.path}.keys`, away);
    clock.atMs += 31 * dayMs;
    visit();
    // As if the process had been killed between the journal and this backup.
    copyFileSync(away, `${backup?.path}.keys`);
    rmSync(away);
    expect(filesWith(keyOf('one.'))).toHaveLength(1);
    clock.atMs += dayMs;
    visit();
    expect(filesWith(keyOf('one.'))).toEqual([]);
  });

  test('are missed by nobody in a journal that is restored: their order says that they were destroyed', () => {
    visit(permit);
    visit(() => sell('one.'));
    clock.atMs += 29 * dayMs;
    visit();
    const [backup] = automaticBackups(directory);
    clock.atMs += 2 * dayMs;
    visit();
    const restored = restoreJournal({ rules: testRules, directory, file: backup?.path ?? '', clock, randomness });
    expect(restored.ok).toBe(true);
    journal = openOrThrow(directory, clock);
    const purges = journal.events({ subject: 'one.', kind: 'codes-purged' });
    expect([journal.sealed('one.'), purges.map(({ body }) => body['sealedIds'])]).toEqual(['purged', [['one.']]]);
    journal.close();
    journal = openOrThrow(directory, clock);
    expect(journal.events({ kind: 'codes-purged' })).toHaveLength(1);
  });

  test('of what was not delivered stay, also where a copy cannot be opened', () => {
    visit(permit);
    visit(() => sell('one.'));
    clock.atMs += dayMs;
    visit();
    mkdirSync(join(directory, 'backups'), { recursive: true });
    const broken = join(directory, 'backups', 'journal-2023-01-01T00-00-00-000Z.db');
    writeFileSync(broken, 'no database');
    visit(() => sell('two.'));
    clock.atMs += 30 * dayMs - 1;
    visit();
    expect([filesWith(keyOf('one.')), filesWith(keyOf('two.')).length > 0]).toEqual([[], true]);
    expect(readFileSync(broken, 'utf8')).toBe('no database');
  });
});

describe('a clock that was wrong', () => {
  test.each([
    ['a year ahead for a day', (n: number) => (n === 0 ? yearMs : 0)],
    ['a year ahead and right again by turns', (n: number) => (n % 2) * yearMs],
    ['back at its first day at every second start', (n: number) => (n % 2) * -yearMs],
  ])('%s leads to no copy with every start, and every backup from before stays', (_, shiftAt) => {
    for (let day = 0; day < 6; day += 1) {
      visit(() => sell(`day ${day}`));
      clock.atMs += dayMs;
    }
    const history = automaticBackups(directory).map(({ path }) => path);
    const rightMs = clock.atMs;
    for (let n = 0; n < 12; n += 1) {
      clock.atMs = rightMs + shiftAt(n) + n * 60_000;
      visit(() => sell(`later ${n}`));
    }
    const paths = automaticBackups(directory).map(({ path }) => path);
    expect(paths.length).toBeLessThanOrEqual(9);
    expect(history.slice(0, 5).every((path) => paths.includes(path))).toBe(true);
  });

  test('does not decide which backup is the last: what was made last is, and days go on as before', () => {
    for (let day = 0; day < 20; day += 1) {
      const shiftMs = day === 5 ? yearMs : 0;
      clock.atMs += shiftMs;
      visit(() => sell(`day ${day}`));
      visit();
      expect(automaticBackups(directory).length).toBeLessThanOrEqual(day + 1);
      clock.atMs += dayMs - shiftMs;
    }
    expect(heads()).toEqual([...heads()].sort((a, b) => b - a));
    const [last] = automaticBackups(directory);
    expect(orderIn(last?.path ?? '', 'day 18')).toBe(true);
    expect(heads().length).toBeGreaterThanOrEqual(7);
  });

  test('that wanders at every start keeps what an earlier day had, as long as nothing new came in', () => {
    for (let day = 0; day < 6; day += 1) {
      visit(() => sell(`day ${day}`));
      clock.atMs += dayMs;
    }
    const known = new Set(heads());
    for (let n = 0; n < 12; n += 1) {
      clock.atMs += (n % 2 === 0 ? 1 : -1) * (n + 1) * 10 * dayMs;
      visit();
    }
    expect([...known].filter((seq) => !heads().includes(seq))).toEqual([]);
  });

  test('of whole copies that an older build made is of no account either: the end of their chains is', () => {
    const folder = join(directory, 'backups');
    const copies = [32, 31, 30].map((year) => join(folder, `journal-20${year}-01-01T00-00-00-000Z.db`));
    copies.forEach((copy, day) => {
      visit(() => {
        sell(`day ${day}`);
        mkdirSync(folder, { recursive: true });
        // An older build gave them no number.
        journal.backup(copy);
        const handle = new BetterSqlite3(copy);
        handle.exec("DELETE FROM meta WHERE key LIKE 'backup-%'");
        handle.close();
      });
      clock.atMs += dayMs;
    });
    for (const { path } of automaticBackups(directory)) if (!copies.includes(path)) rmSync(path);
    expect(automaticBackups(directory).map(({ path }) => path)).toEqual(copies.toReversed());
    visit();
    expect(automaticBackups(directory)).toHaveLength(4);
  });
});

describe('a backup', () => {
  test('that would be of a damaged journal pushes no good one out, and is not tried at every start', () => {
    for (let day = 0; day < 8; day += 1) {
      const fillers = Array.from({ length: 300 }, (_, n) => ({ subject: '', kind: 'filler', body: { n } }));
      visit(() => void journal.append(...fillers));
      clock.atMs += dayMs;
    }
    const before = automaticBackups(directory).map(({ path }) => path);
    const files = readdirSync(join(directory, 'backups'));
    const handle = new BetterSqlite3(join(directory, 'journal.db'));
    handle.exec(`DROP TRIGGER events_are_not_changed; UPDATE events SET body = '{"price":"1"}' WHERE seq = 7`);
    handle.close();
    const troubles: (string | null)[] = [];
    for (let n = 0; n < 10; n += 1) {
      visit(() => troubles.push(journal.trouble()?.detail ?? null));
      clock.atMs += dayMs / 2;
    }
    expect(troubles.filter((trouble) => trouble === 'event_7').length).toBeGreaterThanOrEqual(4);
    expect(automaticBackups(directory).map(({ path }) => path)).toEqual(before);
    expect(readdirSync(join(directory, 'backups'))).toEqual(files);
  });

  test('that went bad goes before any good one', () => {
    for (let day = 0; day < 7; day += 1) {
      visit(() => sell(`day ${day}`));
      clock.atMs += dayMs;
    }
    const paths = automaticBackups(directory).map(({ path }) => path);
    writeFileSync(paths[2] ?? '', 'gone bad');
    visit(() => sell('one more'));
    const after = automaticBackups(directory).map(({ path }) => path);
    expect(paths.filter((path) => !after.includes(path))).toEqual([paths[2]]);
  });
});
