import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { openCopy, openDatabase, type Database, type DatabaseOptions } from '../../../../src-main/sqlite/database.ts';
import { tempFolder } from '../../../support/temp.ts';

const applicationId = 77;
const first = {
  version: 1,
  sql: `CREATE TABLE notes (text TEXT NOT NULL, page INTEGER) STRICT;
    CREATE INDEX by_page ON notes (page);
    CREATE TRIGGER no_change BEFORE UPDATE ON notes BEGIN SELECT RAISE(ABORT, 'never'); END;`,
};
const second = { version: 2, sql: 'CREATE TABLE pages (n INTEGER) STRICT' };
const third = { version: 3, sql: 'CREATE TABLE shelves (n INTEGER) STRICT' };
const durable: DatabaseOptions = { profile: 'durable', applicationId, migrations: [first, second] };

let path: string;

beforeEach(() => {
  path = join(tempFolder(), 'data', 'notes.db');
});

function opened(options: DatabaseOptions = durable): Database {
  const result = openDatabase(path, options);
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail}`);
  return result.value;
}

/** Changes the closed file as something other than the counter would. */
function tampered(sql: string): void {
  const handle = new BetterSqlite3(path);
  handle.unsafeMode(true);
  handle.exec(sql);
  handle.close();
}

const faultAfter = (sql: string, options: DatabaseOptions = durable): unknown => {
  opened(options).close();
  tampered(sql);
  const result = openDatabase(path, options);
  if (result.ok) result.value.close();
  return result.ok ? 'opened' : result.error;
};

describe('the tables of a file', () => {
  const damaged = { code: 'corrupt', detail: 'schema' };

  test.each([
    ['a table is missing', 'DROP TABLE pages', damaged],
    ['an index is missing', 'DROP INDEX by_page', damaged],
    ['an index is another one', 'DROP INDEX by_page; CREATE INDEX by_page ON notes (page) WHERE page > 3', damaged],
    ['a table has another form', 'DROP TABLE pages; CREATE TABLE pages (n TEXT) STRICT', damaged],
    [
      'a letter of what a table is has another case',
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = 'Table' WHERE name = 'pages'",
      damaged,
    ],
    ['a table is a view', 'DROP TABLE pages; CREATE VIEW pages AS SELECT 1 AS n', damaged],
    [
      'a trigger is another one',
      'DROP TRIGGER no_change; CREATE TRIGGER no_change BEFORE UPDATE ON notes BEGIN SELECT 1; END',
      damaged,
    ],
    ['a trigger is missing', 'DROP TRIGGER no_change', 'opened'],
    ['a table of nobody is there', 'CREATE TABLE theirs (x)', 'opened'],
  ])('are held to what was made: %s', (_, sql, expected) => {
    expect(faultAfter(sql)).toEqual(expected);
  });

  test('of a later version are none that an earlier one may have', () => {
    opened().close();
    tampered('CREATE TABLE shelves (n INTEGER) STRICT');
    expect(openDatabase(path, { ...durable, migrations: [first, second, third] })).toEqual({
      ok: false,
      error: damaged,
    });
  });
});

describe('the version of a file', () => {
  test('with one bit changed is damage, where nothing else of a later version is there', () => {
    expect(faultAfter('PRAGMA user_version = 66')).toEqual({ code: 'corrupt', detail: 'version' });
  });

  test.each([
    ['it is the next one', 'PRAGMA user_version = 3'],
    ['more than one bit differs', 'PRAGMA user_version = 77'],
    ['there is a table that we do not know', 'CREATE TABLE theirs (x); PRAGMA user_version = 66'],
    ['a table of ours is missing', 'DROP TABLE pages; PRAGMA user_version = 66'],
  ])('is that of a newer build where %s', (_, sql) => {
    expect(faultAfter(sql)).toMatchObject({ code: 'newer', detail: expect.stringMatching(/^version_\d+$/) as string });
  });

  test('one behind, of a single bit, is brought forward', () => {
    opened({ ...durable, migrations: [first] }).close();
    const database = opened();
    expect(database.get('PRAGMA user_version')).toEqual({ user_version: 2 });
    database.close();
  });
});

describe('a file that was begun before', () => {
  const begun: DatabaseOptions = { ...durable, hasBegun: true };
  const empty = { ok: false, error: { code: 'corrupt', detail: 'empty' } };

  test('is damaged when it is empty, and keeps the log beside it', () => {
    mkdirSync(dirname(path));
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, 'what is left of the log');
    expect(openDatabase(path, begun)).toEqual(empty);
    expect(readFileSync(`${path}-wal`, 'utf8')).toBe('what is left of the log');
  });

  test('is damaged when it holds a database without anything of ours', () => {
    mkdirSync(dirname(path));
    const handle = new BetterSqlite3(path);
    handle.exec('CREATE TABLE t (x); DROP TABLE t');
    handle.close();
    expect(openDatabase(path, begun)).toEqual(empty);
    expect(openDatabase(path, durable).ok).toBe(true);
  });

  test('is begun anew where it is not there at all, and opened again', () => {
    opened(begun).close();
    opened(begun).close();
  });

  test('is none of ours by its mark alone', () => {
    expect(faultAfter('PRAGMA application_id = 78')).toEqual({ code: 'corrupt', detail: 'foreign_file' });
    tampered('PRAGMA application_id = 0');
    expect(openDatabase(path, durable)).toEqual({ ok: false, error: { code: 'corrupt', detail: 'foreign_file' } });
  });

  test('is none of ours with the mark of another program, though there is no table in it', () => {
    mkdirSync(dirname(path));
    tampered('PRAGMA application_id = 78');
    expect(openDatabase(path, durable)).toEqual({ ok: false, error: { code: 'corrupt', detail: 'foreign_file' } });
  });
});

describe('an open file', () => {
  test('has pages of the size that a salvage reads', () => {
    const database = opened();
    expect(database.get('PRAGMA page_size')).toEqual({ page_size: 4096 });
    database.close();
  });

  test('is hardened, and moves its log while it is short', () => {
    const database = opened();
    const asked = [
      'foreign_keys',
      'trusted_schema',
      'cell_size_check',
      'secure_delete',
      'wal_autocheckpoint',
      'locking_mode',
      'cache_size',
      'timeout',
    ];
    const said = asked.map(
      (name) => Object.values(database.get(`PRAGMA ${name === 'timeout' ? 'busy_timeout' : name}`) ?? {})[0],
    );
    expect(said).toEqual([1, 0, 1, 1, 64, 'exclusive', -2_000, 0]);
    database.close();
  });

  test('that is disposable is shared, waits a moment for others, and syncs as it needs to', () => {
    const database = opened({ ...durable, profile: 'disposable' });
    const said = ['locking_mode', 'busy_timeout', 'synchronous', 'wal_autocheckpoint'].map(
      (name) => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0],
    );
    expect(said).toEqual(['normal', 2_000, 1, 1_000]);
    database.close();
  });

  test('is compared with its indices only where that is asked for', () => {
    opened().close();
    const handle = new BetterSqlite3(path);
    handle.exec("INSERT INTO notes VALUES ('a', 50)");
    const page = Number(handle.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'by_page'").pluck().get());
    handle.pragma('wal_checkpoint(TRUNCATE)');
    handle.close();
    // What is looked up by the index is not what the table says: each is whole by itself.
    const bytes = readFileSync(path);
    const at = bytes.lastIndexOf(50, page * 4096);
    expect(at).toBeGreaterThan((page - 1) * 4096);
    bytes[at] = 51;
    writeFileSync(path, bytes);
    const quick = openDatabase(path, durable);
    expect(quick.ok).toBe(true);
    if (quick.ok) quick.value.close();
    expect(openDatabase(path, { ...durable, check: 'whole' })).toEqual({
      ok: false,
      error: { code: 'corrupt', detail: 'integrity_check' },
    });
  });

  test('leaves deleted bytes neither in itself nor in its log', () => {
    const database = opened();
    const secret = 'canary-voucher-0042';
    expect(database.transaction(() => database.run('INSERT INTO notes VALUES (?, 1)', secret)).ok).toBe(true);
    expect(database.transaction(() => database.run('DELETE FROM notes')).ok).toBe(true);
    expect(readFileSync(`${path}-wal`).includes(secret)).toBe(true);
    expect(database.moveLog('TRUNCATE')).toEqual({ ok: true, value: undefined });
    expect([path, `${path}-wal`].map((file) => readFileSync(file).includes(secret))).toEqual([false, false]);
    database.close();
  });
});

describe('a copy', () => {
  test('is opened as it lies: durable, without a log, at the version that it has', () => {
    const original = opened({ ...durable, migrations: [first] });
    const copy = `${path}.copy`;
    expect(original.backup(copy).ok).toBe(true);
    original.close();
    const database = openCopy(copy, applicationId);
    if (!database.ok) throw new Error(database.error.detail);
    const said = ['user_version', 'synchronous', 'secure_delete', 'journal_mode'].map(
      (name) => Object.values(database.value.get(`PRAGMA ${name}`) ?? {})[0],
    );
    expect(said).toEqual([1, 2, 1, 'delete']);
    expect(database.value.transaction(() => database.value.run("INSERT INTO notes VALUES ('a', 1)"))).toEqual({
      ok: true,
      value: 1,
    });
    database.value.close();
  });

  test('of somebody else, an empty one, and none are refused', () => {
    opened().close();
    expect(openCopy(path, 78)).toEqual({ ok: false, error: { code: 'corrupt', detail: 'foreign_file' } });
    writeFileSync(`${path}.empty`, '');
    expect(openCopy(`${path}.empty`, applicationId)).toEqual({
      ok: false,
      error: { code: 'corrupt', detail: 'empty' },
    });
    expect(openCopy(`${path}.absent`, applicationId)).toMatchObject({ ok: false, error: { code: 'not_writable' } });
    opened().close();
  });
});
