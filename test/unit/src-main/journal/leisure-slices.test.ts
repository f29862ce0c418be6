import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileAccess } from '../../../../src-main/journal/file-access.ts';
import { openInstallation } from '../../../../src-main/journal/installation.ts';
import { journalOptions } from '../../../../src-main/journal/journal-file.ts';
import { LeisureCheck } from '../../../../src-main/journal/leisure-check.ts';
import { openDatabase, type Database } from '../../../../src-main/sqlite/database.ts';
import type { Row, SqlValue } from '../../../../src-main/sqlite/row.ts';
import { tempFolder } from '../../../support/temp.ts';
import { randomness } from './journal-fixture.ts';
import { LargeCounter, largeRules, operations } from './large-counter.ts';

interface Asked {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly rows: number;
}

let database: Database;
let asked: Asked[];
let close: () => void;

/** A check over a real file, of which each statement is noted; `tickMs` pass whenever it looks at the clock. */
let checkedBy: (tickMs: number) => LeisureCheck;

beforeEach(() => {
  const { directory, path } = new LargeCounter(tempFolder()).sold();
  const opened = openDatabase(path, { ...journalOptions, check: 'form' });
  const installation = openInstallation(directory, randomness);
  if (!opened.ok || !installation.ok) throw new Error('not opened');
  database = opened.value;
  asked = [];
  close = () => {
    installation.value.close();
    database.close();
  };
  const noted = <T extends Row | undefined | readonly Row[]>(sql: string, values: readonly SqlValue[], got: T): T => {
    asked.push({ sql, values, rows: Array.isArray(got) ? got.length : 1 });
    return got;
  };
  const noting: Database = {
    transaction: (work) => database.transaction(work),
    run: (sql, ...values) => database.run(sql, ...values),
    get: (sql, ...values) => noted(sql, values, database.get(sql, ...values)),
    all: (sql, ...values) => noted(sql, values, database.all(sql, ...values)),
    backup: (file) => database.backup(file),
    moveLog: (how) => database.moveLog(how),
    close: () => database.close(),
  };
  const reserve = { giveUp: () => false, giveUpForUrgentEvent: () => false };
  const file = new FileAccess({ database: noting, installation: installation.value, trouble: null }, reserve);
  let nowMs = 0;
  checkedBy = (tickMs) =>
    new LeisureCheck({
      database: noting,
      file,
      rules: largeRules.projection,
      clock: { nowMs: () => 1_700_000_000_000, monotonicMs: () => (nowMs += tickMs) },
      isUnderWay: () => false,
    });
});

afterEach(() => close());

/** The statements of each turn of a round. */
function turnsOf(check: LeisureCheck): readonly (readonly Asked[])[] {
  const turns: (readonly Asked[])[] = [];
  for (;;) {
    asked = [];
    const { came } = check.turn();
    turns.push(asked);
    if (came !== 'more') return turns;
  }
}

const rowsIn = (turn: readonly Asked[]): number => turn.reduce((sum, { rows }) => sum + rows, 0);
const events = 3 + 3 * operations;

test('no turn reads more than a slice of the journal, however fast the machine is', () => {
  const turns = turnsOf(checkedBy(0));
  for (const turn of turns) {
    for (const { sql, values } of turn) {
      if (sql.includes('LIMIT ?') && !sql.includes('subject = ?'))
        expect(Number(values.at(-1))).toBeLessThanOrEqual(50);
    }
    // An operation's own events are read one operation at a time.
    expect(rowsIn(turn.filter(({ sql }) => !sql.includes('subject = ?')))).toBeLessThanOrEqual(2 * 500 + 20);
  }
  expect(turns.length).toBeGreaterThan(events / 500);
});

test('what a turn asks for is found by an index or by its number, and nothing is sorted', () => {
  const statements = new Map(turnsOf(checkedBy(0)).flatMap((turn) => turn.map(({ sql, values }) => [sql, values])));
  expect(statements.size).toBeGreaterThan(40);
  for (const [sql, values] of statements) {
    const plan = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map((row) => String(row['detail']));
    const scans = plan.filter((step) => step.startsWith('SCAN') && !/SCAN (?:pragma_|\(subquery)/.test(step));
    // From the first entry on: as many as the turn may read, or the one.
    const isBounded = /^SELECT (?:\*, EXISTS|min\()|LIMIT 1$/.test(sql);
    expect([
      sql,
      isBounded ? scans.length <= 1 : scans.length === 0,
      plan.some((step) => step.includes('TEMP B-TREE')),
    ]).toEqual([sql, true, false]);
  }
});

test('a turn ends with the row in which its time is over, and the next ones ask for less', () => {
  const check = checkedBy(2);
  const turns = Array.from({ length: 12 }, () => {
    asked = [];
    expect(check.turn().came).toBe('more');
    return asked;
  });
  const chain = turns.map((turn) => turn.find(({ sql }) => sql.includes('FROM events WHERE seq > ?'))?.values ?? []);
  // The clock is looked at after each event: with the second five milliseconds are over.
  expect(chain.map(([after]) => after)).toEqual(Array.from({ length: 12 }, (_, n) => n * 2));
  expect(new Set(chain.map(([, limit]) => limit))).toEqual(new Set([10]));
});

test('what was read in a moment is followed by more at once, up to fifty rows', () => {
  const limits = turnsOf(checkedBy(0)).flatMap((turn) =>
    turn.filter(({ sql }) => sql.includes('FROM events WHERE seq > ?')).map(({ values }) => values.at(-1)),
  );
  expect(limits.slice(0, 8)).toEqual([10, 20, 40, 50, 50, 50, 50, 50]);
});
