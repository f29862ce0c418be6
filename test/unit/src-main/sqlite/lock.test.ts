import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { isHeld } from '../../../../src-main/sqlite/held.ts';
import { holdLock } from '../../../../src-main/sqlite/lock.ts';
import { tempFolder } from '../../../support/temp.ts';

describe('a lock', () => {
  test('is held by one, and by another once it was let go', () => {
    const path = join(tempFolder(), 'journal.lock');
    const held = holdLock(path);
    expect(holdLock(path)).toEqual({ ok: false, error: { code: 'in_use', detail: 'SQLITE_BUSY' } });
    if (held.ok) held.value.release();
    const again = holdLock(path);
    expect(again.ok).toBe(true);
    if (again.ok) again.value.release();
  });

  test('is an empty file for its owner alone, with nothing beside it, held or not', () => {
    const folder = tempFolder();
    const path = join(folder, 'journal.lock');
    const held = holdLock(path);
    expect([readdirSync(folder), statSync(path).size, statSync(path).mode & 0o777]).toEqual([
      ['journal.lock'],
      0,
      0o600,
    ]);
    if (held.ok) held.value.release();
    expect([readdirSync(folder), statSync(path).size]).toEqual([['journal.lock'], 0]);
  });

  test('is taken whatever somebody wrote into it', () => {
    const path = join(tempFolder(), 'journal.lock');
    writeFileSync(path, 'not a database '.repeat(500));
    const held = holdLock(path);
    expect([held.ok, statSync(path).size]).toEqual([true, 0]);
    expect(holdLock(path)).toMatchObject({ ok: false, error: { code: 'in_use' } });
    if (held.ok) held.value.release();
  });

  test('that cannot be made or opened says so', () => {
    const folder = tempFolder();
    expect(holdLock(join(folder, 'absent', 'journal.lock'))).toEqual({
      ok: false,
      error: { code: 'not_writable', detail: 'ENOENT' },
    });
    mkdirSync(join(folder, 'a-folder'));
    expect(holdLock(join(folder, 'a-folder'))).toMatchObject({
      ok: false,
      error: { code: 'not_writable', detail: expect.stringMatching(/^SQLITE_CANTOPEN/) as string },
    });
  });
});

describe('a file', () => {
  test('is held while somebody has it open for himself, and not after that', () => {
    const path = join(tempFolder(), 'notes.db');
    const handle = new BetterSqlite3(path);
    handle.exec('CREATE TABLE notes (text)');
    expect(isHeld(path)).toBe(false);
    handle.exec('BEGIN EXCLUSIVE');
    expect(isHeld(path)).toBe(true);
    handle.close();
    expect(isHeld(path)).toBe(false);
  });

  test('is left as it was by the question, its log too, and is free for others after it', () => {
    const path = join(tempFolder(), 'notes.db');
    const handle = new BetterSqlite3(path);
    handle.pragma('journal_mode = WAL');
    handle.exec("CREATE TABLE notes (text); INSERT INTO notes VALUES ('a')");
    const before = [path, `${path}-wal`].map((file) => readFileSync(file));
    handle.close();
    // As a killed process leaves them.
    [path, `${path}-wal`].forEach((file, index) => writeFileSync(file, before[index] ?? ''));
    expect(isHeld(path)).toBe(false);
    expect([path, `${path}-wal`].map((file) => readFileSync(file))).toEqual(before);
    const other = new BetterSqlite3(path, { timeout: 0 });
    other.pragma('locking_mode = EXCLUSIVE');
    other.exec("INSERT INTO notes VALUES ('b')");
    other.close();
  });

  test('that is absent or empty is held by nobody, and what lies beside it stays', () => {
    const path = join(tempFolder(), 'notes.db');
    expect(isHeld(path)).toBe(false);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, 'what is left of the log');
    expect(isHeld(path)).toBe(false);
    expect(readFileSync(`${path}-wal`, 'utf8')).toBe('what is left of the log');
  });

  test('that is damaged is held by nobody', () => {
    const path = join(tempFolder(), 'notes.db');
    writeFileSync(path, 'not a database '.repeat(500));
    expect(isHeld(path)).toBe(false);
  });
});
