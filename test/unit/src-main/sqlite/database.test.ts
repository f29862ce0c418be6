import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database, type DatabaseOptions } from '../../../../src-main/sqlite/database.ts';
import { migrationBackupPath } from '../../../../src-main/sqlite/migration.ts';
import { textOf } from '../../../../src-main/sqlite/row.ts';

const notes = { version: 1, sql: 'CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT' };
const pages = { version: 2, sql: 'ALTER TABLE notes ADD COLUMN page INTEGER' };
const durable: DatabaseOptions = { profile: 'durable', applicationId: 77, migrations: [notes] };
const disposable: DatabaseOptions = { ...durable, profile: 'disposable' };

let directory: string;
let path: string;
let opened: Database[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-sqlite-'));
  path = join(directory, 'data', 'notes.db');
  opened = [];
});

afterEach(() => {
  for (const database of opened) database.close();
  rmSync(directory, { recursive: true });
});

function open(options: DatabaseOptions = durable): Database {
  const result = openDatabase(path, options);
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail}`);
  opened.push(result.value);
  return result.value;
}

function close(database: Database): void {
  database.close();
  opened = opened.filter((other) => other !== database);
}

function fileWith(...texts: readonly string[]): void {
  const database = open();
  for (const text of texts) expect(write(database, text).ok).toBe(true);
  close(database);
}

function write(database: Database, text: string) {
  return database.transaction(() => database.run('INSERT INTO notes (text) VALUES (?)', text));
}

function texts(database: Database): readonly string[] {
  return database.all('SELECT text FROM notes ORDER BY rowid').map((row) => textOf(row, 'text'));
}

describe('a durable database', () => {
  test('syncs in full after the first write, and after it is opened again', () => {
    const first = open();
    write(first, 'a');
    expect(first.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    close(first);
    const second = open();
    expect(second.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    write(second, 'b');
    expect(second.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(second.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
  });

  test('commits nothing at a lower level of synchronous', () => {
    const database = open();
    database.run('PRAGMA synchronous = NORMAL');
    expect(write(database, 'a')).toMatchObject({ ok: false, error: { code: 'not_writable', detail: 'synchronous_1' } });
    expect(texts(database)).toEqual([]);
  });

  test('is open to its owner only, the log included', () => {
    write(open(), 'a');
    expect(statSync(join(directory, 'data')).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(`${path}-wal`).mode & 0o777).toBe(0o600);
  });

  test('is open to its owner only from now on, whoever could read it before', () => {
    fileWith('a');
    chmodSync(path, 0o644);
    write(open(), 'b');
    expect([path, `${path}-wal`].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  test('is in use for a second opener, who does not wait, and stays usable for the first', () => {
    const database = open();
    expect(database.get('PRAGMA busy_timeout')).toEqual({ timeout: 0 });
    expect(openDatabase(path, durable)).toMatchObject({ ok: false, error: { code: 'in_use' } });
    expect(write(database, 'a').ok).toBe(true);
  });

  test('undoes all of a transaction that throws', () => {
    const database = open();
    expect(() =>
      database.transaction(() => {
        database.run("INSERT INTO notes (text) VALUES ('half')");
        throw new Error('bug');
      }),
    ).toThrow('bug');
    expect(texts(database)).toEqual([]);
    expect(write(database, 'whole').ok).toBe(true);
  });

  test('refuses a transaction that waits or nests', () => {
    const database = open();
    expect(() => database.transaction(() => Promise.resolve())).toThrow('cannot wait');
    expect(() => database.transaction(() => database.transaction(() => 1))).toThrow('do not nest');
  });

  test('says that it is not writable when SQLite has no room, and keeps what it had', () => {
    const database = open();
    write(database, 'kept');
    database.get('PRAGMA max_page_count = 1');
    expect(write(database, 'x'.repeat(100_000))).toMatchObject({
      ok: false,
      error: { code: 'not_writable', detail: 'SQLITE_FULL' },
    });
    expect(texts(database)).toEqual(['kept']);
  });

  test('throws a broken constraint as the bug it is', () => {
    const database = open();
    write(database, 'once');
    expect(() => write(database, 'once')).toThrow('UNIQUE');
    expect(texts(database)).toEqual(['once']);
  });
});

describe('a file that cannot be opened', () => {
  test('is corrupt when another program made it, and is left as it was', () => {
    mkdirSync(join(directory, 'data'));
    const foreign = new BetterSqlite3(path);
    foreign.exec('CREATE TABLE theirs (x)');
    foreign.close();
    const before = readFileSync(path);
    for (const options of [durable, disposable]) {
      expect(openDatabase(path, options)).toMatchObject({
        ok: false,
        error: { code: 'corrupt', detail: 'foreign_file' },
      });
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('is corrupt when it is no database, and is left as it was', () => {
    mkdirSync(join(directory, 'data'));
    writeFileSync(path, 'not a database '.repeat(500));
    expect(openDatabase(path, durable)).toMatchObject({ ok: false, error: { code: 'corrupt' } });
    expect(readFileSync(path, 'utf8')).toBe('not a database '.repeat(500));
  });

  test('is corrupt when its end is missing', () => {
    fileWith(...Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(500)}`));
    truncateSync(path, Math.floor(statSync(path).size / 2));
    expect(openDatabase(path, durable)).toMatchObject({ ok: false, error: { code: 'corrupt' } });
  });

  test('is corrupt when a page is overwritten', () => {
    fileWith(...Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(500)}`));
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096 * 5, 4096 * 5 + 64);
    writeFileSync(path, bytes);
    expect(openDatabase(path, durable)).toMatchObject({ ok: false, error: { code: 'corrupt' } });
  });

  test('is corrupt when a text is no JSON any more, at opening and in a query', () => {
    const indexed = {
      ...durable,
      check: 'whole' as const,
      migrations: [notes, { version: 2, sql: "CREATE INDEX notes_by_id ON notes (json_extract(text, '$.id'))" }],
    };
    const database = open(indexed);
    write(database, '{"id":"note"}');
    expect(() => database.get("SELECT json_extract('[', '$.id')")).toThrow('database corrupt (malformed_json)');
    close(database);
    writeFileSync(path, readFileSync(path, 'latin1').replaceAll('{"id":"note"}', '["id":"note"}'), 'latin1');
    expect(openDatabase(path, indexed)).toMatchObject({ ok: false, error: { code: 'corrupt' } });
  });

  test('is corrupt when its header names a form that no SQLite has', () => {
    fileWith('a');
    const whole = readFileSync(path);
    // The schema format's last byte (sqlite.org/fileformat2.html, 1.3.10): 4 is the newest.
    for (const bit of [0x08, 0x10, 0x20, 0x40, 0x80]) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8((whole[47] ?? 0) ^ bit, 47);
      writeFileSync(path, bytes);
      expect(openDatabase(path, durable), `bit ${String(bit)}`).toEqual({
        ok: false,
        error: { code: 'corrupt', detail: 'form' },
      });
    }
  });

  test('is opened, or fails with a code, whichever bit of its header or schema flipped', () => {
    const indexed = {
      ...durable,
      migrations: [
        notes,
        {
          version: 2,
          sql: "CREATE INDEX notes_by_id ON notes (json_extract(text, '$.id')) WHERE instr(text, 'id') > 0",
        },
      ],
    };
    const database = open(indexed);
    write(database, '{"id":"note"}');
    close(database);
    const whole = readFileSync(path);
    const written = [...whole.subarray(0, 4096).keys()].filter((at) => at < 100 || whole[at] !== 0);
    for (const at of written) {
      for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
      const bytes = Buffer.from(whole);
      bytes.writeUInt8((whole[at] ?? 0) ^ (1 << (at % 8)), at);
      writeFileSync(path, bytes);
      const result = openDatabase(path, indexed);
      if (result.ok) result.value.close();
    }
    expect(written.length).toBeGreaterThan(300);
  });

  test('is corrupt when what it says of its own form is no SQL any more', () => {
    const indexed = {
      ...durable,
      migrations: [notes, { version: 2, sql: 'CREATE INDEX notes_by_first ON notes (lower(text))' }],
    };
    close(open(indexed));
    const whole = readFileSync(path, 'latin1');
    for (const [from, to, detail] of [
      ['lower(', 'mower(', 'schema'],
      ['CREATE INDEX', 'CREATE INDEZ', 'SQLITE_CORRUPT'],
      ['notes (text', 'notes (texs', 'SQLITE_CORRUPT'],
      ['ON notes', 'ON nodes', 'SQLITE_CORRUPT'],
    ] as const) {
      writeFileSync(path, whole.replace(from, to), 'latin1');
      expect(openDatabase(path, indexed), `${from} to ${to}`).toEqual({
        ok: false,
        error: { code: 'corrupt', detail },
      });
    }
  });

  test('is not writable when its folder is a file, or its own name is a folder', () => {
    writeFileSync(join(directory, 'data'), '');
    expect(openDatabase(path, durable)).toMatchObject({ ok: false, error: { code: 'not_writable' } });
    rmSync(join(directory, 'data'));
    mkdirSync(path, { recursive: true });
    expect(openDatabase(path, durable)).toMatchObject({
      ok: false,
      error: { code: 'not_writable', detail: 'not_a_file' },
    });
  });
});

describe('what is written', () => {
  test.each<readonly [DatabaseOptions['profile'], NodeJS.Platform, number]>([
    ['durable', 'darwin', 1],
    ['durable', 'linux', 0],
    ['disposable', 'darwin', 0],
  ])('to a %s file on %s is pushed through to the medium: %i', (profile, platform, on) => {
    const database = open({ ...durable, profile, platform });
    expect([database.get('PRAGMA fullfsync'), database.get('PRAGMA checkpoint_fullfsync')]).toEqual([
      { fullfsync: on },
      { checkpoint_fullfsync: on },
    ]);
  });
});

describe('migrations', () => {
  test('bring an existing file forward and leave a copy of what it was', () => {
    fileWith('old');
    const database = open({ ...durable, migrations: [notes, pages] });
    expect(database.all('SELECT text, page FROM notes')).toEqual([{ text: 'old', page: null }]);
    const copy = migrationBackupPath(path, 2);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    const handle = new BetterSqlite3(copy);
    expect(handle.pragma('user_version', { simple: true })).toBe(1);
    expect(handle.prepare('SELECT * FROM notes').all()).toEqual([{ text: 'old' }]);
    handle.close();
  });

  test('leave no copy of a new file, nor of one that is at its version', () => {
    fileWith('a');
    fileWith('b');
    expect(readdirSync(join(directory, 'data'))).toEqual(['notes.db']);
  });

  test.each([
    ['in themselves', 'CREATE TABLE half (x); CREATE TABLE half (x)', 'half'],
    [
      'on what is in the file',
      'CREATE TABLE half (x INTEGER) STRICT; INSERT INTO half SELECT text FROM notes',
      'TEXT value in INTEGER column',
    ],
  ])('that fail %s leave it at the version it had', (_what, sql, says) => {
    fileWith('old');
    expect(() => openDatabase(path, { ...durable, migrations: [notes, { version: 2, sql }] })).toThrow(says);
    const database = open();
    expect(database.get('PRAGMA user_version')).toEqual({ user_version: 1 });
    expect(database.all("SELECT 1 FROM sqlite_schema WHERE name = 'half'")).toEqual([]);
    expect(texts(database)).toEqual(['old']);
  });

  test('refuse a file of a newer version and leave it as it was', () => {
    close(open({ ...durable, migrations: [notes, pages] }));
    expect(openDatabase(path, durable)).toMatchObject({ ok: false, error: { code: 'newer' } });
    expect(open({ ...durable, migrations: [notes, pages] }).get('PRAGMA user_version')).toEqual({ user_version: 2 });
  });

  test('are numbered without gaps', () => {
    expect(() => openDatabase(path, { ...durable, migrations: [pages] })).toThrow('place 1');
  });
});

describe('a backup', () => {
  test('is a whole file that opens by itself', () => {
    const database = open();
    write(database, 'kept');
    const copy = join(directory, 'copy.db');
    expect(database.backup(copy).ok).toBe(true);
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    path = copy;
    expect(texts(open())).toEqual(['kept']);
  });

  test('that cannot be made leaves nothing behind', () => {
    const database = open();
    expect(() => database.transaction(() => database.backup(join(directory, 'copy.db')))).toThrow('VACUUM');
    expect(readdirSync(directory)).toEqual(['data']);
  });

  test('never overwrites a file', () => {
    const copy = join(directory, 'copy.db');
    writeFileSync(copy, 'mine');
    expect(open().backup(copy)).toMatchObject({ ok: false, error: { code: 'not_writable', detail: 'EEXIST' } });
    expect(readFileSync(copy, 'utf8')).toBe('mine');
  });
});

describe('a disposable database', () => {
  test('begins afresh where its file is damaged or newer', () => {
    mkdirSync(join(directory, 'data'));
    writeFileSync(path, 'not a database '.repeat(500));
    const fresh = open(disposable);
    expect(texts(fresh)).toEqual([]);
    close(fresh);
    close(open({ ...disposable, migrations: [notes, pages] }));
    expect(open(disposable).get('PRAGMA user_version')).toEqual({ user_version: 1 });
  });

  test('begins afresh without the log of what was there', () => {
    fileWith(...Array.from({ length: 200 }, (_, n) => `${n} ${'x'.repeat(500)}`));
    const before = open();
    write(before, 'before');
    const log = readFileSync(`${path}-wal`);
    close(before);
    const bytes = readFileSync(path);
    bytes.fill(0xff, 4096 * 5, 4096 * 5 + 64);
    writeFileSync(path, bytes);
    writeFileSync(`${path}-wal`, log);
    expect(texts(open(disposable))).toEqual([]);
  });

  test('is not begun afresh because somebody else has it', () => {
    write(open(), 'theirs');
    expect(openDatabase(path, disposable)).toMatchObject({ ok: false, error: { code: 'in_use' } });
    expect(existsSync(path)).toBe(true);
    close(opened[0] ?? open());
    expect(texts(open(disposable))).toEqual(['theirs']);
  });

  test('is shared by two openers', () => {
    const [one, other] = [open(disposable), open(disposable)];
    expect(write(one, 'a').ok).toBe(true);
    expect(texts(other)).toEqual(['a']);
  });
});
