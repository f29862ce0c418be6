import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow, randomness, testRules } from './journal-fixture.ts';
import { filesWithKey, permitPurge, sellOne } from './segments-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
const [journalId, segmentId] = [0x43466a6e, 0x43467367];
const endless = (columns: string): string =>
  `WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT ${columns} FROM c`;
/** Nothing is asked of rows that were made anew. */
const rules = { ...testRules, purge: { ...testRules.purge, deliveredBy: () => ['codes-handed-over'] } };
const ignoring = 'CREATE TRIGGER keep BEFORE DELETE ON sealed_keys BEGIN SELECT RAISE(IGNORE); END';

interface Counter {
  readonly directory: string;
  readonly clock: HandClock;
}

/** Has handed over one card of yesterday, which lies in the first backup, and one of today. */
function counterOfTwoDays(): Counter {
  const counter = { directory: join(tempFolder(), 'counter'), clock: new HandClock() };
  for (const id of ['one', 'two']) {
    const journal = openOrThrow(counter.directory, counter.clock, rules);
    if (id === 'one') permitPurge(journal);
    sellOne(journal, id);
    journal.close();
    counter.clock.atMs += dayMs;
  }
  return counter;
}

function write(path: string, applicationId: number, ...statements: readonly string[]): void {
  const file = new BetterSqlite3(path);
  file.pragma(`application_id = ${applicationId}`);
  for (const statement of statements) file.exec(statement);
  file.close();
}

const planted = ({ directory }: Counter, kind: 'base' | 'journal'): string =>
  join(directory, 'backups', `${kind}-2030-01-01T00-00-00-000Z.db`);

/** Opens it days later, when it purges and backs up, and closes it. */
function nextOpening({ directory, clock }: Counter, days: number): string {
  clock.atMs += days * dayMs;
  const journal = openOrThrow(directory, clock, rules);
  const [trouble, backup] = [journal.trouble()?.code ?? 'whole', journal.backupTrouble()?.reason ?? 'backed up'];
  journal.close();
  return `${trouble}, ${backup}`;
}

function restored({ directory, clock }: Counter, file: string | null = null): string {
  const done = restoreJournal({ directory, file, rules, clock, randomness });
  return done.ok ? 'restored' : `${done.error.code} ${done.error.detail ?? ''} ${done.error.field ?? ''}`.trim();
}

describe('a file in the folder of the backups that somebody made', () => {
  it.each([
    ['a part without its tables', 'base', segmentId, ['CREATE TABLE other (a)']],
    [
      'a part that says of itself what has no end',
      'base',
      segmentId,
      [`CREATE VIEW segment AS ${endless('x AS header')}`],
    ],
    [
      'a part that says of itself too much',
      'base',
      segmentId,
      [
        'CREATE TABLE segment (header TEXT NOT NULL) STRICT',
        "INSERT INTO segment VALUES (printf('%.*c', 90000000, '['))",
      ],
    ],
    [
      'a part that says it follows itself',
      'base',
      segmentId,
      [
        'CREATE TABLE segment (header TEXT NOT NULL) STRICT',
        `INSERT INTO segment VALUES ('{"number":99,"after":{"seq":5,"hash":"x"},"end":{"seq":5,"hash":"x"},"rowsOf":"","sealed":{}}')`,
      ],
    ],
    [
      'a part whose header is worked out when it is read',
      'base',
      segmentId,
      [
        "CREATE TABLE segment (a TEXT, header TEXT AS (printf('%.*c', 90000000, 'a')))",
        "INSERT INTO segment VALUES ('')",
      ],
    ],
    ['a whole copy without its tables', 'journal', journalId, ['CREATE TABLE other (a)']],
    [
      'a whole copy without its keys',
      'journal',
      journalId,
      [`CREATE VIEW meta AS ${endless("'a' AS key, x AS value")}`],
    ],
  ] as const)('keeps no counter from opening, backing up or restoring: %s', (_name, kind, id, statements) => {
    const counter = counterOfTwoDays();
    write(planted(counter, kind), id, ...statements);
    if (kind === 'base') write(`${planted(counter, kind)}.keys`, id, 'CREATE TABLE meta (key, value)');
    expect(nextOpening(counter, 1)).toBe('whole, backed up');
    expect(automaticBackups(counter.directory).at(-1)?.path).toBe(planted(counter, kind));
    expect(restored(counter)).toBe('restored');
    expect(restored(counter, planted(counter, kind))).toMatch(/^journal_corrupt .* file$/);
  });

  it('of another name, or a folder, is neither removed nor in the way of a backup', () => {
    const counter = counterOfTwoDays();
    const folder = join(counter.directory, 'backups');
    writeFileSync(join(folder, 'film.partial'), 'of somebody');
    mkdirSync(join(folder, 'folder.partial'));
    mkdirSync(join(folder, 'base-2030-01-01T00-00-00-000Z.db.partial'));
    const before = automaticBackups(counter.directory).length;
    expect(nextOpening(counter, 1)).toBe('whole, backed up');
    expect(automaticBackups(counter.directory)).toHaveLength(before + 1);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['film.partial', 'folder.partial']));
  });
});

describe('what was planted to keep keys that are to be destroyed', () => {
  it('is gone with the next opening where it is a trigger of the journal', () => {
    const counter = counterOfTwoDays();
    write(join(counter.directory, 'journal.db'), journalId, ignoring);
    expect(nextOpening(counter, 40)).toBe('whole, backed up');
    rmSync(join(counter.directory, 'set-aside'), { recursive: true });
    expect(filesWithKey(counter.directory, 'one')).toEqual([]);
  });

  it('is gone where it is a view in the place of a table, or a trigger that keeps a copy', () => {
    const counter = counterOfTwoDays();
    write(
      join(counter.directory, 'journal.db'),
      journalId,
      'CREATE TABLE kept (k)',
      'CREATE TRIGGER keep BEFORE DELETE ON sealed_keys BEGIN INSERT INTO kept VALUES (old.wrapped_key); END',
      `CREATE VIEW more AS ${endless('x')}`,
    );
    expect(nextOpening(counter, 40)).toBe('whole, backed up');
    rmSync(join(counter.directory, 'set-aside'), { recursive: true });
    expect(filesWithKey(counter.directory, 'one')).toEqual([]);
  });

  it('makes a backup count as broken where it is a trigger of its keys', () => {
    const counter = counterOfTwoDays();
    const [first = ''] = readdirSync(join(counter.directory, 'backups')).filter((name) => name.endsWith('.keys'));
    write(join(counter.directory, 'backups', first), segmentId, ignoring);
    expect(restored(counter, join(counter.directory, 'backups', first.replace('.keys', '')))).toMatch(
      /journal_corrupt/,
    );
    for (let day = 0; day < 9; day += 1) {
      const journal = openOrThrow(counter.directory, counter.clock, rules);
      sellOne(journal, `later-${day}`);
      journal.close();
      counter.clock.atMs += dayMs;
    }
    expect(nextOpening(counter, 31)).toBe('whole, backed up');
    expect(filesWithKey(counter.directory, 'one')).toEqual([]);
  });

  it('is not restored with a whole copy', () => {
    const counter = counterOfTwoDays();
    const whole = join(counter.directory, '..', 'whole.db');
    const journal = openOrThrow(counter.directory, counter.clock, rules);
    journal.backup(whole);
    journal.close();
    expect(readFileSync(whole).length).toBeGreaterThan(0);
    write(whole, journalId, ignoring);
    expect(restored(counter, whole)).toBe('journal_corrupt schema file');
  });
});
