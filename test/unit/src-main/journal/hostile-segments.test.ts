import { copyFileSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../src-main/core/hash.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow, randomness, testRules } from './journal-fixture.ts';
import { permitPurge, sellOne } from './segments-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Counter {
  readonly directory: string;
  readonly clock: HandClock;
  /** The parts of its backups that hold events, the base first. */
  readonly parts: readonly string[];
}

/** Has sold one card on each of four days, under names that begin with its own. */
function counterOfDays(name: string): Counter {
  const [directory, clock] = [join(tempFolder(), 'counter'), new HandClock()];
  for (const day of [0, 1, 2, 3, 4]) {
    const journal = openOrThrow(directory, clock);
    if (day === 0) permitPurge(journal);
    if (day < 4) sellOne(journal, `${name}${day}`);
    journal.close();
    clock.atMs += dayMs;
  }
  const folder = join(directory, 'backups');
  const names = readdirSync(folder).filter((each) => each.endsWith('.db'));
  return { directory, clock, parts: names.map((each) => join(folder, each)).filter(hasEvents) };
}

function within<T>(path: string, work: (file: BetterSqlite3.Database) => T): T {
  const file = new BetterSqlite3(path);
  try {
    file.pragma('foreign_keys = OFF');
    return work(file);
  } finally {
    file.close();
  }
}

function hasEvents(path: string): boolean {
  return within(path, (file) => file.prepare('SELECT count(*) FROM events').pluck().get() !== 0);
}

/** Changes a part, and the sum beside it, as whoever can write there does. */
function change(path: string, statement: string): void {
  within(path, (file) => file.exec(statement));
  const sum = Buffer.from(sha256(readFileSync(path))).toString('hex');
  within(`${path}.keys`, (file) => file.prepare("UPDATE meta SET value = ? WHERE key = 'segment-sha256'").run(sum));
}

function restored({ directory, clock }: Counter, file: string | null): string {
  const done = restoreJournal({ directory, file, rules: testRules, clock, randomness });
  return done.ok ? `restored ${done.value.head.seq}` : `${done.error.code} ${done.error.field ?? ''}`;
}

const lastEvent = 'WHERE seq = (SELECT max(seq) FROM events)';

describe('a part of a backup that was changed, and its sum with it', () => {
  it.each([
    ['what an event says', `UPDATE events SET body = '{"x":1}' ${lastEvent}`],
    ['what an event says is no JSON', `UPDATE events SET body = '{' ${lastEvent}`],
    ['the hash of an event', `UPDATE events SET hash = zeroblob(32) ${lastEvent}`],
    ['when an event was', 'UPDATE events SET at_ms = 5'],
    ['an event is gone', 'DELETE FROM events WHERE seq = (SELECT min(seq) + 1 FROM events)'],
    ['an answer', "UPDATE sealed_answers SET ciphertext = x'00'"],
    ['an answer is gone', 'DELETE FROM sealed_answers'],
    ['how many answers it has', `UPDATE segment SET header = json_set(header, '$.sealed.sealed_answers.end', 0)`],
    [
      'the names of its tables',
      `UPDATE segment SET header = json_set(header, '$.sealed."sqlite_schema"', json('{"after":0,"end":9,"lastId":""}'))`,
    ],
    [
      'the names of its tables are statements',
      `UPDATE segment SET header =
        json_set(header, '$.sealed."meta; DROP TABLE meta"', json('{"after":0,"end":9,"lastId":""}'))`,
    ],
    ['what it follows', `UPDATE segment SET header = json_set(header, '$.after.hash', 'x')`],
  ])('is not restored, and the day before it is: %s', (_name, statement) => {
    const counter = counterOfDays('a');
    const [, , third = ''] = counter.parts;
    change(third, statement);
    expect(restored(counter, third)).toBe('journal_corrupt file');
    expect(restored(counter, null)).toMatch(/^restored [78]$/);
  });
});

describe('parts of two counters, or in another order', () => {
  it('are not restored together', () => {
    const [own, other] = [counterOfDays('a'), counterOfDays('b')];
    const [, , third = ''] = own.parts;
    for (const suffix of ['', '.keys']) copyFileSync((other.parts[2] ?? '') + suffix, third + suffix);
    expect(restored(own, third)).toBe('journal_corrupt file');
    expect(restored(own, null)).toMatch(/^restored [78]$/);
  });

  it('are not restored with the keys of others', () => {
    const [own, other] = [counterOfDays('a'), counterOfDays('b')];
    const [, , third = ''] = own.parts;
    copyFileSync(`${other.parts[2] ?? ''}.keys`, `${third}.keys`);
    expect(restored(own, third)).toBe('journal_corrupt file');
  });

  it('are put in order by what they say of themselves', () => {
    const counter = counterOfDays('a');
    const [, second = '', third = ''] = counter.parts;
    for (const suffix of ['', '.keys']) {
      renameSync(second + suffix, `${second}${suffix}.aside`);
      renameSync(third + suffix, second + suffix);
      renameSync(`${second}${suffix}.aside`, third + suffix);
    }
    expect(restored(counter, null)).toMatch(/^restored 1[34]$/);
  });
});
