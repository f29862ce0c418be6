import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { firstKind, HandClock, openOrThrow, randomness, rowOf, testRules } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
let parent: string;
let directory: string;
let clock: HandClock;
let journal: Journal;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'counterfoil-restore-'));
  directory = join(parent, 'counter');
  clock = new HandClock();
  journal = openOrThrow(directory, clock);
});

afterEach(() => {
  journal.close();
  rmSync(parent, { recursive: true });
});

function intend(operationId: string): void {
  journal.transaction((tx) => {
    tx.append({ subject: operationId, kind: firstKind, body: {} });
    tx.project(rowOf(operationId));
  });
}

/** Closes with a backup of two orders, then adds a third. Gives the backup. */
function backedUp(): string {
  intend('one');
  intend('two');
  journal.close();
  journal = openOrThrow(directory, clock);
  intend('three');
  return automaticBackups(directory)[0]?.path ?? '';
}

/** The same with a whole copy, as a person makes one and older builds did. */
function copiedWhole(): string {
  backedUp();
  const file = join(parent, 'whole.db');
  expect(journal.backup(file).ok).toBe(true);
  return file;
}

function damage(): void {
  journal.close();
  truncateSync(join(directory, 'journal.db'), 12_288);
}

function restore(file: string) {
  return restoreJournal({ rules: testRules, directory, file, clock, randomness });
}

describe('automatic backups', () => {
  test('come once a day, each a segment that the next one joins on', () => {
    intend('op');
    for (let day = 0; day < 10; day += 1) {
      intend(`day ${day}`);
      for (const hours of [0, 1]) {
        journal.close();
        clock.atMs += hours * 3_600_000;
        journal = openOrThrow(directory, clock);
      }
      clock.atMs += dayMs;
    }
    journal.close();
    const backups = automaticBackups(directory);
    // The last, made as it closed once more, has no event.
    expect(backups).toHaveLength(11);
    expect(
      backups
        .map(({ atMs }, index) => atMs - (backups[index + 1]?.atMs ?? atMs - dayMs))
        .every((apartMs) => apartMs >= dayMs),
    ).toBe(true);
    expect(readdirSync(join(directory, 'backups')).filter((name) => name.endsWith('.keys'))).toHaveLength(11);
    expect(backups.map(({ path }) => basename(path).startsWith('base'))).toEqual([
      ...Array<boolean>(10).fill(false),
      true,
    ]);
  });

  test('are none while there is nothing to keep', () => {
    journal.close();
    expect(automaticBackups(directory)).toEqual([]);
  });

  test('are not made from a journal whose chain is broken', () => {
    intend('op');
    journal.close();
    const before = automaticBackups(directory);
    const handle = new BetterSqlite3(join(directory, 'journal.db'));
    handle.exec(`DROP TRIGGER events_are_not_changed; UPDATE events SET body = '{"price":"1"}' WHERE seq = 1`);
    handle.close();
    clock.atMs += 3 * dayMs;
    journal = openOrThrow(directory, clock);
    journal.close();
    expect([before.length, automaticBackups(directory)]).toEqual([1, before]);
  });
});

test('records that are not known to be the latest make no backup that would push out the good ones', () => {
  backedUp();
  journal.close();
  const backups = automaticBackups(directory);
  rmSync(join(directory, 'journal.db'));
  for (let day = 0; day < 10; day += 1) {
    clock.atMs += dayMs;
    journal = openOrThrow(directory, clock);
    intend(`another ${day}`);
    journal.close();
  }
  expect([backups.length, automaticBackups(directory)]).toEqual([1, backups]);
});

describe('a journal of which nothing is left', () => {
  test.each([
    ['a file cut to no byte', () => Buffer.alloc(0)],
    ['a database without a table', () => emptyDatabase()],
  ])('is damaged, not new: %s stays as it is, and so do the backups, until the last one is restored', (_, left) => {
    backedUp();
    journal.close();
    const backups = automaticBackups(directory);
    const file = join(directory, 'journal.db');
    writeFileSync(file, left());
    writeFileSync(`${file}-wal`, 'what the log still holds');
    for (let day = 0; day < 10; day += 1) {
      clock.atMs += dayMs;
      expect(openJournal({ rules: testRules, directory, clock, randomness })).toEqual({
        ok: false,
        error: { code: 'journal_corrupt', detail: 'empty' },
      });
    }
    expect([readFileSync(file).equals(left()), automaticBackups(directory)]).toEqual([true, backups]);
    const restored = restore(backups[0]?.path ?? '');
    journal = openOrThrow(directory, clock);
    expect(journal.projected('two')).not.toBeNull();
    expect(restored.ok && readFileSync(join(restored.value.setAside ?? '', 'journal.db')).equals(left())).toBe(true);
  });

  test('keeps the log beside it, with the last that was sold', () => {
    const backup = backedUp();
    const log = readFileSync(join(directory, 'journal.db-wal'));
    journal.close();
    writeFileSync(join(directory, 'journal.db'), '');
    writeFileSync(join(directory, 'journal.db-wal'), log);
    expect(openJournal({ rules: testRules, directory, clock, randomness }).ok).toBe(false);
    const restored = restore(backup);
    expect(restored.ok && readFileSync(join(restored.value.setAside ?? '', 'journal.db-wal')).equals(log)).toBe(true);
  });

  test('is known by its backups alone, and is new where there never was one', () => {
    backedUp();
    journal.close();
    writeFileSync(join(directory, 'journal.db'), '');
    rmSync(join(directory, 'installation'));
    expect(openJournal({ rules: testRules, directory, clock, randomness })).toMatchObject({
      ok: false,
      error: { detail: 'empty' },
    });
    const fresh = join(parent, 'fresh');
    mkdirSync(fresh);
    writeFileSync(join(fresh, 'journal.db'), '');
    journal = openOrThrow(fresh, clock);
    expect(journal.head().seq).toBe(0);
  });
});

describe('restoring', () => {
  test('restores the last backup in the place of a damaged journal and keeps that one aside', () => {
    const backup = backedUp();
    damage();
    expect(openJournal({ rules: testRules, directory, clock, randomness })).toMatchObject({
      ok: false,
      error: { code: 'journal_corrupt' },
    });
    const damaged = readFileSync(join(directory, 'journal.db'));
    const kept = readFileSync(backup);
    const restored = restore(backup);
    if (!restored.ok) throw new Error(JSON.stringify(restored.error));
    expect(readFileSync(join(restored.value.setAside ?? '', 'journal.db')).equals(damaged)).toBe(true);
    expect(readFileSync(backup).equals(kept)).toBe(true);
    journal = openOrThrow(directory, clock);
    expect(journal.verify()).toEqual({ ok: true, value: { rows: 3, head: restored.value.head } });
    expect([journal.copyStatus(), journal.copyFacts().boundarySeq, journal.isSettleOnly('two')]).toEqual([
      'restored',
      2,
      true,
    ]);
    expect(journal.events({ kind: 'custody-changed' }).map(({ body }) => body['pending'])).toEqual([['one', 'two']]);
    expect(readdirSync(directory).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  test('forgets how far the backup was checked in another file', () => {
    journal.transaction((tx) => tx.setMeta('checked-at-leisure', '{"beganAtMs":1,"part":null,"after":[]}'));
    const backup = backedUp();
    expect(journal.meta('checked-at-leisure')).not.toBeNull();
    damage();
    expect(restore(backup).ok).toBe(true);
    journal = openOrThrow(directory, clock);
    expect(journal.meta('checked-at-leisure')).toBeNull();
  });

  test('applies no log of the journal that was there', () => {
    const backup = backedUp();
    const log = readFileSync(join(directory, 'journal.db-wal'));
    const file = readFileSync(join(directory, 'journal.db'));
    journal.close();
    writeFileSync(join(directory, 'journal.db'), file);
    writeFileSync(join(directory, 'journal.db-wal'), log);
    const restored = restore(backup);
    journal = openOrThrow(directory, clock);
    expect(journal.projected('three')).toBeNull();
    expect(restored.ok && readFileSync(join(restored.value.setAside ?? '', 'journal.db-wal')).equals(log)).toBe(true);
  });

  test('also takes a journal that was copied as files, with its log', () => {
    backedUp();
    const away = join(parent, 'away');
    mkdirSync(away);
    for (const name of ['journal.db', 'journal.db-wal'])
      writeFileSync(join(away, name), readFileSync(join(directory, name)));
    journal.close();
    expect(restore(join(away, 'journal.db')).ok).toBe(true);
    journal = openOrThrow(directory, clock);
    expect(journal.projected('three')).not.toBeNull();
  });

  test('makes a journal where there is none, which knows that it was restored', () => {
    const backup = copiedWhole();
    const kept = readFileSync(backup);
    journal.close();
    rmSync(directory, { recursive: true });
    const file = join(parent, 'kept.db');
    writeFileSync(file, kept);
    expect(restore(file)).toMatchObject({ ok: true, value: { setAside: null } });
    journal = openOrThrow(directory, clock);
    expect([journal.copyStatus(), journal.events({ kind: 'custody-changed' }).length]).toEqual(['restored', 1]);
  });

  test.each([
    ['nothing', () => null, 'input_invalid', undefined],
    ['an empty file', () => Buffer.alloc(0), 'journal_corrupt', 'empty'],
    ['a text', () => Buffer.from('x'.repeat(9_000)), 'journal_corrupt', 'SQLITE_NOTADB'],
    ['a backup cut short', (kept: Buffer) => kept.subarray(0, 12_288), 'journal_corrupt', undefined],
    ['a database without a table', () => emptyDatabase(), 'journal_corrupt', 'foreign_file'],
    [
      'another program’s database',
      () => emptyDatabase('PRAGMA application_id = 7; CREATE TABLE t (a)'),
      'journal_corrupt',
      'foreign_file',
    ],
  ])('refuses %s as a backup and leaves what is there', (_, make, code, detail) => {
    const backup = copiedWhole();
    const content = make(readFileSync(backup));
    const file = join(parent, 'given.db');
    if (content !== null) writeFileSync(file, content);
    journal.close();
    const before = readFileSync(join(directory, 'journal.db'));
    expect(restore(file)).toMatchObject({
      ok: false,
      error: { code, field: 'file', ...(detail === undefined ? {} : { detail }) },
    });
    expect(readFileSync(join(directory, 'journal.db')).equals(before)).toBe(true);
    expect(readdirSync(directory).filter((name) => name.includes('restoring') || name === 'set-aside')).toEqual([]);
  });

  test('names the event where the chain of a backup was tampered with', () => {
    const backup = copiedWhole();
    const handle = new BetterSqlite3(backup);
    handle.exec(`DROP TRIGGER events_are_not_changed; UPDATE events SET body = '{"price":"1"}' WHERE seq = 2`);
    handle.close();
    journal.close();
    expect(restore(backup)).toEqual({
      ok: false,
      error: { code: 'journal_corrupt', field: 'file', detail: 'event_2_hash_differs' },
    });
  });
});

function emptyDatabase(sql = 'CREATE TABLE t (a); DROP TABLE t'): Buffer {
  const handle = new BetterSqlite3(':memory:');
  handle.exec(sql);
  const bytes = handle.serialize();
  handle.close();
  return bytes;
}
