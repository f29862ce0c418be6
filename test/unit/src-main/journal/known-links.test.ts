import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { verifyChain } from '../../../../src-main/journal/chain.ts';
import {
  appendEvent,
  readEvents,
  readHead,
  readLatestOf,
  rememberLinks,
} from '../../../../src-main/journal/events-table.ts';
import { journalOptions } from '../../../../src-main/journal/journal-file.ts';
import { openDatabase, type Database } from '../../../../src-main/sqlite/database.ts';
import { tempFolder } from '../../../support/temp.ts';

let database: Database;
let asked: string[];

beforeEach(() => {
  const opened = openDatabase(join(tempFolder(), 'journal.db'), journalOptions);
  if (!opened.ok) throw new Error(opened.error.code);
  const real = opened.value;
  asked = [];
  database = {
    transaction: (work) => real.transaction(work),
    run: (...args) => real.run(...args),
    get: (...args) => {
      asked.push(args[0]);
      return real.get(...args);
    },
    all: (...args) => real.all(...args),
    backup: (path) => real.backup(path),
    moveLog: (how) => real.moveLog(how),
    rollbacks: () => real.rollbacks?.() ?? 0,
    close: () => real.close(),
  };
  rememberLinks(database);
});

function append(...subjects: readonly string[]): void {
  const done = database.transaction(() => {
    for (const subject of subjects) appendEvent(database, { subject, kind: 'noted', body: {} }, 1);
  });
  if (!done.ok) throw new Error(done.error.code);
}

test('the last links are read once, and known from what is appended after that', () => {
  append('a', 'b');
  const before = asked.length;
  append('a', 'c');
  expect([readLatestOf(database, 'a')?.seq, readLatestOf(database, 'b')?.seq, readHead(database).seq]).toEqual([
    3, 2, 4,
  ]);
  expect(asked).toHaveLength(before);
  const events = readEvents(database, {});
  expect(readHead(database).hash).toBe(events.at(-1)?.hash);
  expect(readLatestOf(database, 'a')?.hash).toBe(events[2]?.hash);
  expect([readLatestOf(database, 'nobody'), asked.length]).toEqual([null, before + 1]);
});

test('what a transaction appended is forgotten where it is rolled back', () => {
  append('a');
  const [head, latest] = [readHead(database), readLatestOf(database, 'a')];
  expect(() =>
    database.transaction(() => {
      appendEvent(database, { subject: 'a', kind: 'noted', body: {} }, 2);
      expect([readHead(database).seq, readLatestOf(database, 'a')?.seq]).toEqual([2, 2]);
      throw new Error('a bug');
    }),
  ).toThrow('a bug');
  expect([readHead(database), readLatestOf(database, 'a')]).toEqual([head, latest]);
  append('a', 'b');
  expect(readHead(database).seq).toBe(3);
  expect(verifyChain(database)).toMatchObject({ ok: true, value: { rows: 3 } });
});

test('no more subjects are remembered than so many', () => {
  append(...Array.from({ length: 1_001 }, (_, index) => `s${index}`));
  const before = asked.length;
  expect([readLatestOf(database, 's0')?.seq, readLatestOf(database, 's1000')?.seq]).toEqual([1, 1_001]);
  expect(asked).toHaveLength(before + 1);
});
