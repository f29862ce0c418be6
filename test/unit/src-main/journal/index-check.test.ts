import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkEntries, checkRows, type Cursor, type IndexTurn } from '../../../../src-main/journal/index-check.ts';
import { journalOptions } from '../../../../src-main/journal/journal-file.ts';
import { checkedIndexes, type CheckedIndex } from '../../../../src-main/journal/migrations/indexes.ts';
import { openDatabase, type Database } from '../../../../src-main/sqlite/database.ts';
import { makeTempFolder } from '../../../support/temp.ts';
import { dropLastCell, LargeCounter, subjectOf } from './large-counter.ts';

let folder: ReturnType<typeof makeTempFolder>;
let counter: LargeCounter;
let whole: string;

beforeAll(() => {
  folder = makeTempFolder();
  counter = new LargeCounter(folder.path).sold();
  whole = join(folder.path, 'whole.db');
  copyFileSync(counter.path, whole);
});
afterAll(() => folder.remove());
beforeEach(() => copyFileSync(whole, counter.path));

type Check = (database: Database, index: CheckedIndex, after: Cursor, limit: number) => IndexTurn;

/** Goes through all of the index; says whether it is whole, and how many turns that took. */
function checked(check: Check, index: CheckedIndex, limit: number): readonly [isWhole: boolean, turns: number] {
  const opened = openDatabase(counter.path, { ...journalOptions, check: 'form' });
  if (!opened.ok) throw new Error(opened.error.detail);
  let after: Cursor | null = [];
  let turns = 0;
  let isWhole = true;
  while (after !== null && isWhole) {
    const turn: IndexTurn = check(opened.value, index, after, limit);
    turns += 1;
    after = turn.next;
    isWhole = turn.isWhole;
  }
  opened.value.close();
  return [isWhole, turns];
}

test('every index of the journal is one that is checked, by the columns that it has', () => {
  const file = new BetterSqlite3(whole, { readonly: true });
  const found = file
    .prepare<[], string>("SELECT name || ' ' || tbl_name FROM sqlite_schema WHERE type = 'index' ORDER BY 1")
    .pluck()
    .all();
  expect(checkedIndexes.map(({ name, table }) => `${name} ${table}`).toSorted()).toEqual(found);
  for (const { name, keys, hasExpression } of checkedIndexes) {
    const columns = file.prepare<[string], string | null>('SELECT name FROM pragma_index_info(?)').pluck().all(name);
    // The number of a row stands behind the columns, and is named where it has a name.
    expect([name, keys.slice(0, columns.length)]).toEqual([
      name,
      hasExpression === true ? [keys[0], columns[1]] : columns,
    ]);
  }
  file.close();
});

const readable = checkedIndexes.filter(({ hasExpression }) => hasExpression !== true);
/** Texts of which each entry of the index has one. */
function saidIn(name: string): readonly string[] {
  if (name === 'sqlite_autoindex_meta_1') return ['installation-id'];
  return name === 'events_by_kind' ? ['answer-judged', 'answer-sealed', 'order-intended'] : ['-4000-'];
}

describe.each(checkedIndexes.map((index) => [index.name, index] as const))('%s', (name, index) => {
  test('is found whole, in turns of any size', () => {
    const isWhole = [1_000_000, 500, 7, 2].map((limit) => checked(checkRows, index, limit)[0]);
    if (index.hasExpression !== true) isWhole.push(...[1_000_000, 7, 2].map((n) => checked(checkEntries, index, n)[0]));
    expect(isWhole.every(Boolean)).toBe(true);
  });

  test('is found damaged where a row has no entry', () => {
    counter.change(counter.leavesOf(name).slice(-1), dropLastCell);
    expect(checked(checkRows, index, 50)[0]).toBe(false);
  });

  test('is found damaged where an entry says something else', () => {
    counter.change(counter.leavesOf(name).slice(-1), (page) => {
      const first = page.readUInt16BE(8);
      const at = saidIn(name)
        .map((text) => page.indexOf(text, first))
        .filter((found) => found > 0);
      expect(at.length).toBeGreaterThan(0);
      page.write('5', Math.min(...at) + 1);
    });
    const found = [checked(checkRows, index, 50)[0]];
    if (index.hasExpression !== true) found.push(checked(checkEntries, index, 50)[0]);
    expect(found).toEqual(found.map(() => false));
  });
});

test.each(readable.map((index) => [index.name, index] as const))(
  '%s is found damaged where an entry names a row that is not there, or stands in another order',
  (name, index) => {
    counter.change(counter.leavesOf(index.table), dropLastCell);
    expect(checked(checkEntries, index, 50)[0]).toBe(false);
    copyFileSync(whole, counter.path);
    counter.change(counter.leavesOf(name).slice(0, 1), (page) => {
      // The first two of its pointers to entries change places.
      const [first, second] = [page.readUInt16BE(8), page.readUInt16BE(10)];
      page.writeUInt16BE(second, 8);
      page.writeUInt16BE(first, 10);
    });
    expect(checked(checkEntries, index, 50)[0]).toBe(false);
  },
);

test.each([
  ['operations_pending', 'pending = 0 WHERE operation_id = ?'],
  ['operations_scheduled', 'next_attempt_at_ms = NULL WHERE operation_id = ?'],
  ['operations_unsettled', 'unsettled = 1 - unsettled WHERE operation_id = ?'],
  ['operations_by_age', 'intended_at_ms = intended_at_ms + 10 WHERE operation_id = ?'],
  ['operations_by_state', "state = 'intended' WHERE operation_id = ?"],
  ['operations_by_card', "card_id = 'card 3' WHERE operation_id = ?"],
])('%s is found damaged where a row was changed past it', (name, change) => {
  counter.changedPastIndexes(`UPDATE operations SET ${change.replace('?', `'${subjectOf(60)}'`)}`);
  const index = checkedIndexes.find((one) => one.name === name);
  if (index === undefined) throw new Error(name);
  expect(checked(checkEntries, index, 50)[0]).toBe(false);
});

test('a turn is as long as it was asked to be', () => {
  const turns = checkedIndexes.map((index) => checked(checkRows, index, 100)[1]);
  const entries = readable.map((index) => checked(checkEntries, index, 100)[1]);
  const byName = new Map(checkedIndexes.map(({ name }, n) => [name, turns[n] ?? 0]));
  // 2,103 events and 700 operations, whatever of them the index covers.
  expect([byName.get('events_by_subject'), byName.get('operations_pending')]).toEqual([22, 8]);
  expect(Math.max(...entries)).toBeGreaterThanOrEqual(22);
});
