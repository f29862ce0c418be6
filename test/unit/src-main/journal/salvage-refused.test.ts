import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { projectionFormKey } from '../../../../src-main/journal/journal-file.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { rebuildJournal } from '../../../../src-main/journal/salvage.ts';
import { DatabaseUnavailable } from '../../../../src-main/sqlite/fault.ts';
import { DamagedCounter, ids } from './damaged-counter.ts';
import { foldedBy, openOrThrow } from './journal-fixture.ts';

const [first] = ids;
let counter: DamagedCounter;

beforeEach(() => {
  counter = new DamagedCounter();
});

describe('nothing is salvaged', () => {
  test('while somebody uses the folder', () => {
    const journal = counter.open();
    counter.intend(journal, first);
    expect(counter.salvage()).toEqual({ ok: false, error: { code: 'journal_in_use' } });
    journal.close();
  });

  test('while somebody else reads the journal', () => {
    counter.threeOrders();
    const handle = new BetterSqlite3(counter.path);
    handle.pragma('locking_mode = EXCLUSIVE');
    handle.exec('BEGIN EXCLUSIVE');
    expect(counter.salvage()).toEqual({ ok: false, error: { code: 'journal_in_use' } });
    handle.close();
    expect(counter.salvage().ok).toBe(true);
  });

  test('where there is nothing to lift, and what is there stays', () => {
    counter.threeOrders();
    writeFileSync(counter.path, 'not a database '.repeat(500));
    expect(counter.salvage()).toEqual({ ok: false, error: { code: 'journal_corrupt', detail: 'nothing_to_lift' } });
    expect(readFileSync(counter.path, 'utf8')).toBe('not a database '.repeat(500));
    expect(readdirSync(counter.directory).filter((name) => name.includes('restor'))).toEqual([]);
    expect(existsSync(join(counter.directory, 'set-aside'))).toBe(false);
  });

  test('where what it makes cannot be written, which is said', () => {
    counter.threeOrders();
    writeFileSync(join(counter.directory, 'set-aside'), '');
    expect(counter.salvage()).toEqual({ ok: false, error: { code: 'journal_not_writable', detail: 'ENOTDIR' } });
    expect(readdirSync(counter.directory).filter((name) => name.includes('restor'))).toEqual([]);
    expect(openJournal(counter.options).ok).toBe(true);
  });

  test('where what lies beside the journal cannot be read', () => {
    counter.threeOrders();
    rmSync(join(counter.directory, 'installation'));
    mkdirSync(join(counter.directory, 'installation'));
    expect(counter.salvage()).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'installation_unreadable' },
    });
  });

  test('where what was lifted cannot be folded, and what is there stays', () => {
    counter.threeOrders();
    const before = readFileSync(counter.path);
    const failing = (): never => {
      throw new DatabaseUnavailable({ code: 'corrupt', detail: 'body' });
    };
    expect(counter.salvage({ rules: foldedBy(failing) })).toEqual({
      ok: false,
      error: { code: 'journal_corrupt', detail: 'body' },
    });
    expect(readFileSync(counter.path).equals(before)).toBe(true);
    expect(existsSync(join(counter.directory, 'set-aside'))).toBe(false);
  });

  test.runIf(process.platform === 'linux')('where the name of what it makes is too long for SQLite', () => {
    // SQLite takes names of 512 bytes, with room for those of its logs.
    const long = join(counter.directory, 'd'.repeat(200), 'd'.repeat(487 - counter.directory.length - 202));
    const journal = openOrThrow(long, counter.clock);
    counter.intend(journal, first);
    journal.close();
    expect(counter.salvage({ directory: long })).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'SQLITE_CANTOPEN' },
    });
  });

  test('and a bug stays one', () => {
    counter.threeOrders();
    expect(() =>
      counter.salvage({
        rules: foldedBy(() => {
          throw new TypeError('a bug');
        }),
      }),
    ).toThrow('a bug');
  });

  test('in a folder that is not there', () => {
    expect(counter.salvage({ directory: join(counter.directory, 'absent', 'file') }).ok).toBe(false);
  });

  test('in a folder that is a file', () => {
    const file = join(counter.directory, '..', 'a-file');
    writeFileSync(file, '');
    expect(counter.salvage({ directory: file })).toMatchObject({ ok: false, error: { code: 'journal_not_writable' } });
  });
});

test("what an earlier try left is in nobody's way", () => {
  counter.threeOrders();
  copyFileSync(counter.path, `${counter.path}.restoring`);
  expect(counter.salvaged()).toMatchObject({ events: 5, gaps: [], missing: [] });
});

describe('opening a journal whose derived parts are damaged', () => {
  test('makes them anew, and the record says so', () => {
    counter.threeOrders();
    const before = counter.open();
    before.transaction((tx) => tx.setMeta(projectionFormKey, 'a form'));
    before.close();
    counter.overwrite(
      Buffer.from(`CREATE INDEX operations_scheduled`),
      Buffer.from(`CREATE INDEX operations_scheduleX`),
    );
    const opened = openJournal(counter.options);
    if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
    expect(opened.value.events({ kind: 'journal-rebuilt' })).toMatchObject([
      { subject: '', body: { code: 'journal_corrupt', detail: 'SQLITE_CORRUPT' } },
    ]);
    expect([opened.value.copyStatus(), opened.value.verify().ok]).toEqual(['own', true]);
    // The orders are to derive theirs anew.
    expect(opened.value.meta(projectionFormKey)).toBeNull();
    opened.value.close();
  });

  test('makes nothing anew where the record has losses, or where that cannot be written', () => {
    const cause = { code: 'journal_corrupt', detail: 'schema' } as const;
    counter.threeOrders();
    writeFileSync(join(counter.directory, 'set-aside'), '');
    const whole = readFileSync(counter.path);
    expect([rebuildJournal(counter.options, cause), readFileSync(counter.path).equals(whole)]).toEqual([false, true]);
    rmSync(join(counter.directory, 'set-aside'));
    counter.tampered('DELETE FROM events WHERE seq = 2');
    const damaged = readFileSync(counter.path);
    expect([rebuildJournal(counter.options, cause), readFileSync(counter.path).equals(damaged)]).toEqual([false, true]);
    expect(existsSync(join(counter.directory, 'set-aside'))).toBe(false);
  });
});
