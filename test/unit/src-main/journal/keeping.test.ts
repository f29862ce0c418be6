import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
let directory: string;
let clock: HandClock;

beforeEach(() => {
  directory = join(tempFolder(), 'counter');
  clock = new HandClock();
});

const backups = (): readonly string[] => automaticBackups(directory).map(({ path }) => path);

/** A journal that has something to keep and no backup yet. */
function begun(): Journal {
  const journal = openOrThrow(directory, clock);
  for (let n = 0; n < 3; n += 1) journal.append({ subject: '', kind: 'filler', body: { n } });
  return journal;
}

describe('keeping in turns', () => {
  test('makes the backup of the day, and sales go on meanwhile', async () => {
    const journal = begun();
    let pauses = 0;
    await journal.keepInTurns(() => {
      pauses += 1;
      expect(journal.append({ subject: '', kind: 'sold', body: {} }).ok).toBe(true);
      return Promise.resolve();
    });
    expect([pauses > 1, backups().length, journal.trouble()]).toEqual([true, 1, null]);
    journal.close();
    expect(backups()).toHaveLength(1);
  });

  test('ends where the counter closes meanwhile', async () => {
    const journal = begun();
    let pauses = 0;
    await journal.keepInTurns(() => {
      pauses += 1;
      journal.close();
      return Promise.resolve();
    });
    expect(pauses).toBe(1);
    const again = openOrThrow(directory, clock);
    expect([again.verify().ok, again.head().seq]).toEqual([true, 3]);
    again.close();
  });
});

describe('the backup of the day', () => {
  test('that could not be made is tried again a day later, not with every start, and is no damage', () => {
    const journal = begun();
    const inItsPlace = join(directory, 'backups');
    writeFileSync(inItsPlace, '');
    journal.keep();
    rmSync(inItsPlace);
    expect(journal.trouble()).toBeNull();
    for (const [laterMs, count] of [
      [0, 0],
      [dayMs - 1, 0],
      [1, 1],
    ] as const) {
      clock.atMs += laterMs;
      journal.keep();
      expect(backups()).toHaveLength(count);
    }
    journal.close();
  });

  test('is made also by a clock that lost its battery and stands at the first day', () => {
    clock.atMs = 1_000;
    begun().close();
    expect(backups()).toHaveLength(1);
  });
});

/** More of it than an opening reads whole; `sql` changes what came since its backup. It is opened a day later. */
function largeAfter(sql: string): Journal {
  const journal = openOrThrow(directory, clock);
  journal.append({ subject: '', kind: 'policy-reported', body: { scopes: ['cards:reveal'] } });
  journal.append(
    ...Array.from({ length: 3 }, (_, n) => ({ subject: '', kind: 'filler', body: { n, text: 'x'.repeat(3_000_000) } })),
  );
  journal.close();
  const since = openOrThrow(directory, clock);
  since.append(...Array.from({ length: 300 }, (_, n) => ({ subject: '', kind: 'filler', body: { n } })));
  since.close();
  const file = new BetterSqlite3(join(directory, 'journal.db'));
  file.exec(`DROP TRIGGER events_are_not_changed; ${sql}`);
  file.close();
  clock.atMs += dayMs;
  return openOrThrow(directory, clock);
}

describe('a large journal that was changed before its end', () => {
  test('opens, and is found so with the check of its backup, which goes; nothing new begins on it', async () => {
    const journal = largeAfter(`UPDATE events SET body = '{"price":"1"}' WHERE seq = 7`);
    const before = backups();
    expect([journal.isCheckedWhole, journal.trouble(), before.length]).toEqual([false, null, 1]);
    await journal.keepInTurns(() => Promise.resolve());
    const found = { code: 'journal_corrupt', detail: 'event_7' };
    expect([journal.trouble(), journal.reserve(), backups()]).toEqual([found, { ok: false, error: found }, before]);
    journal.close();
  });

  test('opens, and closes, also where the purge of the day cannot read it', () => {
    const journal = largeAfter("UPDATE events SET body = '[]' WHERE seq = 1");
    expect(journal.trouble()).toEqual({ code: 'journal_corrupt', detail: 'body' });
    expect(() => journal.close()).not.toThrow();
  });
});

test('a bug in keeping stays one', () => {
  const journal = begun();
  clock.nowMs = () => {
    throw new TypeError('a bug');
  };
  expect(() => journal.keep()).toThrow('a bug');
  Reflect.deleteProperty(clock, 'nowMs');
  journal.close();
});
