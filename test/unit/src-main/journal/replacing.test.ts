import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { hasJournal, openJournal } from '../../../../src-main/journal/open-journal.ts';
import { openJournalToRead } from '../../../../src-main/journal/open-to-read.ts';
import { replacingSteps, type ReplacingStep } from '../../../../src-main/journal/replacing.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { canCountOpenFiles, openFiles } from '../../../support/open-files.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow, randomness, testRules } from './journal-fixture.ts';

let directory: string;
let file: string;
let clock: HandClock;

/** A backup of one event, and a journal that has two more, the last of them in its log alone. */
beforeEach(() => {
  const folder = tempFolder();
  directory = join(folder, 'counter');
  file = join(folder, 'backup.db');
  clock = new HandClock();
  const journal = openOrThrow(directory, clock);
  journal.append({ subject: 'one', kind: 'filler', body: {} });
  expect(journal.backup(file).ok).toBe(true);
  journal.append({ subject: 'two', kind: 'filler', body: {} });
  const aside = tempFolder();
  for (const name of ['journal.db', 'journal.db-wal']) copyFileSync(join(directory, name), join(aside, name));
  journal.close();
  for (const name of ['journal.db', 'journal.db-wal']) copyFileSync(join(aside, name), join(directory, name));
  rmSync(join(directory, 'backups'), { recursive: true, force: true });
});

const names = (): readonly string[] =>
  readdirSync(directory)
    .filter((name) => name.startsWith('journal.db') && !name.endsWith('-shm'))
    .sort();
const subjects = (journal: Journal): readonly string[] =>
  journal.events({ kind: 'filler' }).map(({ subject }) => subject);

function restore(step?: (step: ReplacingStep) => void) {
  return restoreJournal({
    rules: testRules,
    directory,
    file,
    clock,
    randomness,
    ...(step === undefined ? {} : { step }),
  });
}

/** What the process was about to do is never done: it ends at this step. */
function endedAt(last: ReplacingStep): void {
  expect(() =>
    restore((step) => {
      if (step === last) throw new Error(`ended at ${last}`);
    }),
  ).toThrow(`ended at ${last}`);
}

describe('a journal that is replaced', () => {
  test('goes through its steps in order, and no log of the old one is ever beside the new one', () => {
    const seen: (readonly [ReplacingStep, readonly string[]])[] = [];
    const before = readFileSync(join(directory, 'journal.db'));
    expect(
      restore((step) => {
        seen.push([step, names()]);
        if (step === 'logs-removed') expect(readFileSync(join(directory, 'journal.db')).equals(before)).toBe(true);
      }),
    ).toMatchObject({ ok: true, value: { file, head: { seq: 2 } } });
    const [old, staged] = [
      ['journal.db', 'journal.db-wal'],
      ['journal.db', 'journal.db-wal', 'journal.db.restoring'],
    ];
    const files = new Map(seen);
    expect(seen.map(([step]) => step)).toEqual([...replacingSteps]);
    expect(files.get('folder-held')).toEqual(old);
    expect([files.get('replacement-staged'), files.get('journal-set-aside')]).toEqual([staged, staged]);
    const decided = ['journal.db', 'journal.db-wal', 'journal.db.restored'];
    expect([files.get('replacement-decided'), files.get('witness-set')]).toEqual([
      decided,
      expect.arrayContaining(decided) as string[],
    ]);
    expect([files.get('logs-removed'), files.get('journal-replaced')]).toEqual([
      ['journal.db', 'journal.db.restored'],
      ['journal.db'],
    ]);
  });

  test.each(replacingSteps)('by a process that ends at %s is the old one whole, or the new one', (step) => {
    endedAt(step);
    const isDecided = replacingSteps.indexOf(step) >= replacingSteps.indexOf('replacement-decided');
    expect(hasJournal(directory)).toBe(true);
    const journal = openOrThrow(directory, clock);
    expect([subjects(journal), journal.copyStatus(), journal.verify().ok]).toEqual(
      isDecided ? [['one'], 'restored', true] : [['one', 'two'], 'own', true],
    );
    journal.close();
    expect(names().filter((name) => name.includes('.restor'))).toEqual([]);
    expect(existsSync(join(directory, 'set-aside'))).toBe(step !== 'folder-held' && step !== 'replacement-staged');
  });

  test('is replaced again where the process ended before, by what is restored now, and what was decided then lies aside', () => {
    endedAt('replacement-decided');
    clock.atMs += 60_000;
    const again = restore();
    const aside = openOrThrow(again.ok ? (again.value.setAside ?? '') : '', clock);
    expect([subjects(aside), aside.events({ kind: 'custody-changed' })[0]?.body['cause']]).toEqual([
      ['one'],
      'restored',
    ]);
    aside.close();
    const journal = openOrThrow(directory, clock);
    expect([subjects(journal), journal.copyStatus()]).toEqual([['one'], 'restored']);
    journal.close();
  });

  test('stays for a person to see where what was decided is damaged, until another is restored', () => {
    endedAt('replacement-decided');
    writeFileSync(join(directory, 'journal.db.restored'), 'not a database '.repeat(500));
    expect(openJournal({ rules: testRules, directory, clock, randomness })).toMatchObject({
      ok: false,
      error: { code: 'journal_corrupt' },
    });
    expect(restore().ok).toBe(true);
    const journal = openOrThrow(directory, clock);
    expect([subjects(journal), journal.copyStatus()]).toEqual([['one'], 'restored']);
    journal.close();
  });

  test('is not mixed with what an earlier try left', () => {
    copyFileSync(file, join(directory, 'journal.db.restoring'));
    copyFileSync(join(directory, 'journal.db-wal'), join(directory, 'journal.db.restoring-wal'));
    for (const suffix of ['-shm', '-journal']) writeFileSync(join(directory, `journal.db.restoring${suffix}`), '');
    expect(restore().ok).toBe(true);
    const journal = openOrThrow(directory, clock);
    expect([subjects(journal), journal.verify().ok]).toEqual([['one'], true]);
    journal.close();
  });

  test('is rid of what an earlier try left once it is opened', () => {
    for (const suffix of ['', '-wal', '-shm', '-journal'])
      writeFileSync(join(directory, `journal.db.restoring${suffix}`), '');
    openOrThrow(directory, clock).close();
    expect(readdirSync(directory).filter((name) => name.includes('.restor'))).toEqual([]);
  });

  test.runIf(canCountOpenFiles)('leaves no file of its folder open', () => {
    const before = openFiles();
    for (let n = 0; n < 3; n += 1) expect(restore().ok).toBe(true);
    expect(openFiles()).toBeLessThan(before + 3);
  });

  test('lies aside with its log, for its owner only, and can be opened there', () => {
    const restored = restore();
    const aside = restored.ok ? (restored.value.setAside ?? '') : '';
    expect(aside.startsWith(join(directory, 'set-aside'))).toBe(true);
    expect(readdirSync(aside)).toEqual(expect.arrayContaining(['journal.db', 'journal.db-wal']));
    expect(statSync(aside).mode & 0o777).toBe(0o700);
    const journal = openOrThrow(aside, clock);
    expect(subjects(journal)).toEqual(['one', 'two']);
    journal.close();
  });
});

describe('a backup that is restored', () => {
  const fault = (name: string): unknown => {
    const restored = restoreJournal({ rules: testRules, directory, file: name, clock, randomness });
    return restored.ok ? 'restored' : restored.error;
  };

  test('is left as it is, and what stands in the place knows that it is one', () => {
    const before = readFileSync(file);
    chmodSync(file, 0o644);
    expect(restore().ok).toBe(true);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(statSync(join(directory, 'journal.db')).mode & 0o777).toBe(0o600);
    const journal = openOrThrow(directory, clock);
    expect(journal.events({ kind: 'custody-changed' }).map(({ body }) => body)).toEqual([
      { cause: 'restored', evidence: ['restore_command'], boundarySeq: 1, pending: [] },
    ]);
    journal.close();
  });

  test('is taken back to what it was before a change that was broken off', () => {
    const brokenOff = join(directory, '..', 'broken-off.db');
    const handle = new BetterSqlite3(file);
    for (const pragma of ['journal_mode = DELETE', 'cache_size = 1']) handle.pragma(pragma);
    handle.exec("BEGIN; DROP TRIGGER events_are_not_changed; UPDATE events SET kind = 'x'");
    for (let n = 0; n < 50; n += 1)
      handle.prepare('INSERT INTO meta VALUES (?, ?)').run(`of the change ${n}`, 'x'.repeat(4_000));
    for (const suffix of ['', '-journal']) copyFileSync(file + suffix, brokenOff + suffix);
    handle.exec('ROLLBACK');
    handle.close();
    expect(fault(brokenOff)).toBe('restored');
    const journal = openOrThrow(directory, clock);
    expect([subjects(journal), journal.verify().ok, journal.meta('of the change 0')]).toEqual([['one'], true, null]);
    journal.close();
  });

  test("is named as at fault where it is absent, empty, another program's or no journal of a counter, and nothing changes", () => {
    const other = (name: string): string => join(directory, '..', name);
    writeFileSync(other('empty.db'), '');
    writeFileSync(other('none.db'), 'not a database '.repeat(500));
    copyFileSync(file, other('nobody.db'));
    const handle = new BetterSqlite3(other('nobody.db'));
    handle.exec("DELETE FROM meta WHERE key = 'installation-id'");
    handle.close();
    copyFileSync(file, other('forged.db'));
    const forged = new BetterSqlite3(other('forged.db'));
    forged.exec("DROP TRIGGER events_are_not_changed; UPDATE events SET kind = 'x' WHERE seq = 1");
    forged.close();
    expect(fault(other('absent.db'))).toEqual({ code: 'input_invalid', field: 'file' });
    expect(fault(other('empty.db'))).toEqual({ code: 'journal_corrupt', field: 'file', detail: 'empty' });
    expect(fault(other('none.db'))).toMatchObject({ code: 'journal_corrupt', field: 'file' });
    expect(fault(other('nobody.db'))).toEqual({ code: 'journal_corrupt', field: 'file', detail: 'foreign_file' });
    expect(fault(other('forged.db'))).toMatchObject({ code: 'journal_corrupt', field: 'file' });
    const journal = openOrThrow(directory, clock);
    expect([subjects(journal), journal.copyStatus()]).toEqual([['one', 'two'], 'own']);
    journal.close();
    expect(existsSync(join(directory, 'set-aside'))).toBe(false);
  });

  test('is none while somebody uses the folder, or has the journal open without its lock', () => {
    const journal = openOrThrow(directory, clock);
    expect(restore()).toEqual({ ok: false, error: { code: 'journal_in_use' } });
    journal.close();
    const handle = new BetterSqlite3(join(directory, 'journal.db'));
    handle.pragma('locking_mode = EXCLUSIVE');
    handle.exec('BEGIN EXCLUSIVE');
    expect(restore()).toEqual({ ok: false, error: { code: 'journal_in_use' } });
    handle.close();
  });

  test('is none in a folder that is a file, and makes none where there is nothing to restore', () => {
    writeFileSync(join(directory, '..', 'a-file'), '');
    expect(
      restoreJournal({ rules: testRules, directory: join(directory, '..', 'a-file'), file, clock, randomness }),
    ).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable' },
    });
    const nowhere = join(directory, '..', 'nowhere');
    expect(restoreJournal({ rules: testRules, directory: nowhere, file: null, clock, randomness })).toEqual({
      ok: false,
      error: { code: 'input_invalid', field: 'file' },
    });
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('a backup that cannot be restored', () => {
  test('is said to be gone where it went while the folder was waited for', () => {
    expect(
      restore((step) => {
        if (step === 'folder-held') rmSync(file);
      }),
    ).toEqual({ ok: false, error: { code: 'input_invalid', field: 'file' } });
  });

  test('is not restored where what lies beside the journal cannot be read', () => {
    rmSync(join(directory, 'installation'));
    mkdirSync(join(directory, 'installation'));
    expect(restore()).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'installation_unreadable' },
    });
  });

  test('is at fault where its events cannot be read', () => {
    const handle = new BetterSqlite3(file);
    handle.exec('DROP TRIGGER events_are_not_changed; UPDATE events SET at_ms = 1 << 60');
    handle.close();
    expect(restore()).toEqual({ ok: false, error: { code: 'journal_corrupt', field: 'file', detail: 'column_at_ms' } });
  });
});

describe('records in a folder that is only read', () => {
  const read = (): Journal => {
    const opened = openJournalToRead({ rules: testRules, directory, clock, randomness });
    if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
    return opened.value;
  };
  const readOnly = { code: 'journal_not_writable', detail: 'read_only' };
  const content = (): readonly (readonly [string, string])[] =>
    readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(join(directory, name)).toString('base64')]);

  test('are all there, with what lies in the log, and stay as they are', () => {
    const before = content();
    const journal = read();
    expect([subjects(journal), journal.verify().ok, journal.installationId.length, journal.copyStatus()]).toEqual([
      ['one', 'two'],
      true,
      36,
      'own',
    ]);
    expect([journal.trouble(), journal.isCheckedWhole]).toEqual([readOnly, false]);
    expect(journal.append({ subject: '', kind: 'x', body: {} })).toEqual({ ok: false, error: readOnly });
    expect([journal.reserve(), journal.purge(), journal.changeCopyStatus('copied', [])]).toEqual(
      [readOnly, readOnly, readOnly].map((error) => ({ ok: false, error })),
    );
    journal.close();
    expect(content()).toEqual(before);
  });

  test('are those that were decided to take their place', () => {
    endedAt('replacement-decided');
    const journal = read();
    expect([subjects(journal), journal.copyStatus()]).toEqual([['one'], 'restored']);
    journal.close();
    rmSync(join(directory, 'journal.db'));
    read().close();
    expect(hasJournal(directory)).toBe(true);
  });

  test('leave no copy behind, whether they could be read or not', () => {
    const temporary = tempFolder();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const journal = read();
    expect(readdirSync(temporary)).toHaveLength(1);
    journal.close();
    rmSync(join(directory, 'journal.db-wal'));
    writeFileSync(join(directory, 'journal.db'), 'not a database '.repeat(500));
    expect(openJournalToRead({ rules: testRules, directory, clock, randomness }).ok).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
    rmSync(join(directory, 'journal.db'));
    mkdirSync(join(directory, 'journal.db'));
    expect(openJournalToRead({ rules: testRules, directory, clock, randomness }).ok).toBe(false);
    expect(readdirSync(temporary)).toEqual([]);
  });

  test('are closed though somebody else has cleared their copy away', () => {
    const temporary = tempFolder();
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const journal = read();
    for (const name of readdirSync(temporary)) rmSync(join(temporary, name), { recursive: true });
    expect(() => journal.close()).not.toThrow();
  });

  test('cannot be read where there is no place for a copy, and a bug stays one', () => {
    const bug = {
      rules: testRules,
      directory,
      randomness,
      get clock(): never {
        throw new TypeError('a bug');
      },
    };
    expect(() => openJournalToRead(bug)).toThrow('a bug');
    vi.stubEnv('TMPDIR', join(directory, 'absent'));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(openJournalToRead({ rules: testRules, directory, clock, randomness })).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', detail: 'ENOENT' },
    });
  });

  test('are read though they do not say whose they are', () => {
    openOrThrow(directory, clock).close();
    const handle = new BetterSqlite3(join(directory, 'journal.db'));
    handle.exec("DELETE FROM meta WHERE key = 'installation-id'");
    handle.close();
    const journal = read();
    expect([journal.installationId, subjects(journal)]).toEqual(['', ['one', 'two']]);
    journal.close();
  });

  test('are none where nothing was ever recorded, and damage is said', () => {
    writeFileSync(join(directory, 'journal.db'), '');
    rmSync(join(directory, 'journal.db-wal'));
    expect(openJournalToRead({ rules: testRules, directory, clock, randomness })).toEqual({
      ok: false,
      error: { code: 'journal_corrupt', detail: 'empty' },
    });
    writeFileSync(join(directory, 'journal.db'), 'not a database '.repeat(500));
    expect(openJournalToRead({ rules: testRules, directory, clock, randomness })).toMatchObject({
      ok: false,
      error: { code: 'journal_corrupt' },
    });
    rmSync(join(directory, 'journal.db'));
    expect(openJournalToRead({ rules: testRules, directory, clock, randomness })).toEqual({
      ok: false,
      error: readOnly,
    });
    mkdirSync(join(directory, 'journal.db'));
    expect(openJournalToRead({ rules: testRules, directory, clock, randomness }).ok).toBe(false);
  });
});

describe('opening', () => {
  test('tells whether there is a journal', () => {
    expect([
      hasJournal(directory),
      hasJournal(join(directory, 'absent')),
      hasJournal(join(directory, 'journal.lock')),
    ]).toEqual([true, false, true]);
  });

  test('of a folder that somebody uses says so, and leaves it to him', () => {
    const journal = openOrThrow(directory, clock);
    expect(openJournal({ rules: testRules, directory, clock, randomness })).toMatchObject({
      ok: false,
      error: { code: 'journal_in_use' },
    });
    expect(journal.append({ subject: 'three', kind: 'filler', body: {} }).ok).toBe(true);
    journal.close();
    openOrThrow(directory, clock).close();
  });

  test('that fails lets the folder go', () => {
    writeFileSync(join(directory, 'journal.db'), '');
    expect(openJournal({ rules: testRules, directory, clock, randomness })).toMatchObject({
      ok: false,
      error: { code: 'journal_corrupt', detail: 'empty' },
    });
    expect(restore().ok).toBe(true);
  });

  test.runIf(canCountOpenFiles)('that fails keeps no file open', () => {
    openOrThrow(directory, clock).close();
    const handle = new BetterSqlite3(join(directory, 'journal.db'));
    handle.exec("DROP TRIGGER events_are_not_changed; UPDATE events SET kind = 'custody-changed', body = '[]'");
    handle.close();
    const before = openFiles();
    for (let n = 0; n < 3; n += 1)
      expect(openJournal({ rules: testRules, directory, clock, randomness })).toEqual({
        ok: false,
        error: { code: 'journal_corrupt', detail: 'body' },
      });
    rmSync(join(directory, 'installation'));
    mkdirSync(join(directory, 'installation'));
    for (let n = 0; n < 3; n += 1)
      expect(openJournal({ rules: testRules, directory, clock, randomness })).toMatchObject({
        ok: false,
        error: { detail: 'installation_unreadable' },
      });
    expect(openFiles()).toBeLessThan(before + 3);
  });

  test('finds a log that was damaged, and passes over nothing of it', () => {
    const log = readFileSync(join(directory, 'journal.db-wal'));
    log[100] = (log[100] ?? 0) ^ 1;
    writeFileSync(join(directory, 'journal.db-wal'), log);
    rmSync(join(directory, 'installation'));
    expect(openJournal({ rules: testRules, directory, clock, randomness })).toEqual({
      ok: false,
      error: { code: 'journal_corrupt', detail: 'log' },
    });
  });
});
