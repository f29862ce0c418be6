import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { HandClock, openOrThrow } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
let parent: string;
let directory: string;
let clock: HandClock;
let journal: Journal;

/** A journal of the day before, too large for a person to wait while all of it is read. */
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'counterfoil-large-'));
  directory = join(parent, 'counter');
  clock = new HandClock();
  journal = openOrThrow(directory, clock);
  journal.append(
    ...Array.from({ length: 3_000 }, (_, n) => ({ subject: '', kind: 'filler', body: { n, text: 'x'.repeat(4_000) } })),
  );
  journal.close();
  journal = openOrThrow(directory, clock);
  journal.append(
    ...Array.from({ length: 1_000 }, (_, n) => ({ subject: '', kind: 'filler', body: { n, text: 'x'.repeat(4_000) } })),
  );
  journal.close();
  clock.atMs += dayMs;
});

afterEach(() => {
  journal.close();
  rmSync(parent, { recursive: true });
});

const backups = (): number => automaticBackups(directory).length;

test('the opening of a large journal makes no backup; in quiet minutes one is made and checked, and sales go on meanwhile', async () => {
  journal = openOrThrow(directory, clock);
  expect(backups()).toBe(1);
  let pauses = 0;
  await journal.keepInTurns(() => {
    pauses += 1;
    expect(journal.append({ subject: '', kind: 'sold', body: { pauses } }).ok).toBe(true);
    return Promise.resolve();
  });
  expect([backups(), pauses >= 6, journal.trouble()]).toEqual([2, true, null]);
  journal.close();
  expect(backups()).toBe(2);
});

test('a counter that never has a quiet minute backs a large journal up as it closes', () => {
  journal = openOrThrow(directory, clock);
  journal.close();
  expect(backups()).toBe(2);
});

test('a check that its closing cuts off leaves the backups from before', async () => {
  journal = openOrThrow(directory, clock);
  const before = automaticBackups(directory).map(({ path }) => path);
  let pauses = 0;
  await journal.keepInTurns(() => {
    pauses += 1;
    if (pauses === 3) journal.close();
    return Promise.resolve();
  });
  expect(pauses).toBe(3);
  expect(before.every((path) => automaticBackups(directory).some((backup) => backup.path === path))).toBe(true);
  journal = openOrThrow(directory, clock);
  expect(journal.verify().ok).toBe(true);
});

test('a large journal that was changed since its backup is found so with the check of its backup, and nothing new begins on it', async () => {
  const handle = new BetterSqlite3(join(directory, 'journal.db'));
  handle.exec(`DROP TRIGGER events_are_not_changed; UPDATE events SET body = '{"price":"1"}' WHERE seq = 3007`);
  handle.close();
  journal = openOrThrow(directory, clock);
  await journal.keepInTurns(() => Promise.resolve());
  expect([journal.trouble(), backups()]).toEqual([{ code: 'journal_corrupt', detail: 'event_3007' }, 1]);
});
