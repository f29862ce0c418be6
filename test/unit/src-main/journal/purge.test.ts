import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import { journalOptions } from '../../../../src-main/journal/journal-file.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { dueKeys, purgeDue } from '../../../../src-main/journal/purge.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { openDatabase } from '../../../../src-main/sqlite/database.ts';
import { firstKind, HandClock, openOrThrow, randomness, rowOf, testRules } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
let directory: string;
let clock: HandClock;
let journal: Journal;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-purge-'));
  clock = new HandClock();
  journal = openOrThrow(directory, clock);
});

afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

function permit(...scopes: readonly string[]): void {
  journal.append({ subject: '', kind: 'policy-reported', body: { policyVersion: 1, scopes } });
}

function keyOf(id: string): Buffer {
  return Buffer.from(`the-wrapped-key-of-${id}-0123456789`);
}

function seal(subject: string, id: string, kind = 'answer-sealed'): void {
  journal.transaction((tx) =>
    tx.append({
      subject,
      kind,
      body: { sealed: tx.fileSealed(id, { ciphertext: Buffer.from(`ciphertext of ${id}`), wrappedKey: keyOf(id) }) },
    }),
  );
}

/** An order whose codes lie in a sealed answer of its own name. */
function order(id: string, pending = false): void {
  journal.transaction((tx) => {
    tx.append({ subject: id, kind: firstKind, body: {} });
    tx.project(rowOf(id, { pending }));
  });
  seal(id, id);
}

function handOver(id: string): void {
  journal.append({ subject: id, kind: 'codes-handed-over', body: {} });
}

function filesWith(id: string): readonly string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files
    .filter((file) => readFileSync(join(file.parentPath, file.name)).includes(keyOf(id)))
    .map(({ name }) => name);
}

describe('a purge', () => {
  test('destroys no more at once than it was asked for, and the rest the next time', () => {
    permit('cards:reveal');
    for (const id of ['one', 'two', 'three']) {
      order(id);
      handOver(id);
    }
    journal.close();
    const opened = openDatabase(join(directory, 'journal.db'), journalOptions);
    if (!opened.ok) throw new Error(opened.error.detail);
    const run = { cutoffMs: clock.atMs, nowMs: clock.atMs, limit: 2 };
    const purged = [1, 2, 3].map(() => purgeDue(opened.value, dueKeys(opened.value, testRules.purge, run), run).sealed);
    opened.value.close();
    journal = openOrThrow(directory, clock);
    expect(purged).toEqual([2, 1, 0]);
    expect(['one', 'two', 'three'].map((id) => journal.sealed(id))).toEqual(['purged', 'purged', 'purged']);
  });

  test('destroys the keys of what was handed over thirty days ago, in every file, and the chain stays whole', () => {
    permit('cards:reveal');
    order('old');
    handOver('old');
    // A daily backup that holds the key.
    journal.close();
    journal = openOrThrow(directory, clock);
    clock.atMs += 29 * dayMs;
    order('recent');
    handOver('recent');
    expect(journal.purge()).toEqual({ ok: true, value: { subjects: 0, sealed: 0 } });
    clock.atMs += dayMs;
    writeFileSync(join(directory, 'journal.db.before-2'), keyOf('old'));
    expect(filesWith('old').length).toBeGreaterThan(2);
    expect(journal.purge()).toEqual({ ok: true, value: { subjects: 1, sealed: 1 } });
    expect([journal.sealed('old'), journal.sealed('recent') === 'purged']).toEqual(['purged', false]);
    expect(filesWith('old')).toEqual([]);
    expect(journal.events({ subject: 'old', kind: 'codes-purged' }).map(({ body }) => body['sealedIds'])).toEqual([
      ['old'],
    ]);
    expect(journal.verify().ok).toBe(true);
    expect(journal.purge()).toEqual({ ok: true, value: { subjects: 0, sealed: 0 } });
  });

  test('leaves what was not handed over, what is pending, and what came in since', () => {
    permit('cards:reveal');
    order('undelivered');
    order('pending', true);
    handOver('pending');
    order('shown');
    journal.append({ subject: 'shown', kind: 'codes-shown', body: {} });
    order('late');
    handOver('late');
    clock.atMs += 40 * dayMs;
    seal('late', 'late answer');
    expect(journal.purge()).toEqual({ ok: true, value: { subjects: 0, sealed: 0 } });
  });

  test('leaves an answer that another order still needs, until that one was handed over too', () => {
    permit('cards:reveal');
    order('one');
    order('two');
    const [, sealed] = journal.events({ subject: 'one' });
    journal.append({ subject: 'two', kind: 'answer-judged', body: { sealed: sealed?.body['sealed'] ?? null } });
    handOver('one');
    clock.atMs += 30 * dayMs;
    expect(journal.purge()).toEqual({ ok: true, value: { subjects: 0, sealed: 0 } });
    handOver('two');
    clock.atMs += 30 * dayMs;
    expect(journal.purge()).toEqual({ ok: true, value: { subjects: 2, sealed: 2 } });
  });

  test('takes codes of owned cards that were shown, and not those that were only fetched', () => {
    permit('cards:reveal');
    seal('card:a', 'a', 'reveal-answer-sealed');
    journal.append({ subject: 'card:a', kind: 'codes-shown', body: {} });
    seal('card:b', 'b', 'reveal-answer-sealed');
    clock.atMs += 30 * dayMs;
    expect(journal.purge()).toEqual({ ok: true, value: { subjects: 1, sealed: 1 } });
    expect([journal.sealed('a'), journal.sealed('b') === 'purged']).toEqual(['purged', false]);
  });

  test('is refused while the service would not show the codes again, or the records may be a copy', () => {
    order('op');
    handOver('op');
    clock.atMs += 31 * dayMs;
    expect(journal.purge()).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'cards_reveal_missing' } });
    permit('cards:reveal');
    permit('cards:read');
    expect(journal.purge()).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'cards_reveal_missing' } });
    permit('cards:reveal');
    journal.changeCopyStatus('rolled-back', ['keyring_witness']);
    expect(journal.purge()).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'custody_rolled-back' } });
    journal.reconcileCopyStatus({});
    expect(journal.purge(0)).toEqual({ ok: true, value: { subjects: 1, sealed: 1 } });
  });

  test('comes by itself once a day, at closing', () => {
    permit('cards:reveal');
    order('op');
    handOver('op');
    clock.atMs += 31 * dayMs;
    journal.close();
    journal = openOrThrow(directory, clock);
    // The chain says so: no note of it is needed here.
    expect([journal.sealed('op'), journal.meta('purged-since')]).toEqual(['purged', null]);
  });
});

describe('a purge after a backup was made', () => {
  /** An order with two answers, handed over; its keys are destroyed in the backup too. Gives that backup. */
  function purgedBackup(): string {
    permit('cards:reveal');
    order('one');
    seal('one', 'two');
    handOver('one');
    journal.close();
    const [backup] = automaticBackups(directory);
    clock.atMs += 31 * dayMs;
    openOrThrow(directory, clock).close();
    return backup?.path ?? '';
  }

  /** Changes what the backup says was destroyed in it. */
  function noted(backup: string, ids: string): void {
    const file = new BetterSqlite3(`${backup}.keys`);
    file.prepare("UPDATE meta SET value = ? WHERE key = 'purged-since'").run(ids);
    file.close();
  }

  function restoreFrom(file: string): readonly unknown[] {
    expect(restoreJournal({ rules: testRules, directory, file, clock, randomness }).ok).toBe(true);
    journal = openOrThrow(directory, clock);
    return journal.events({ kind: 'codes-purged' }).map(({ subject, body }) => [subject, body]);
  }

  test('is recorded in what is restored: each order says once which of its keys are gone', () => {
    const purged = [['one', { sealedIds: ['one', 'two'] }]];
    expect(restoreFrom(purgedBackup())).toEqual(purged);
    expect([journal.sealed('one'), journal.sealed('two'), journal.verifyRecord().ok]).toEqual([
      'purged',
      'purged',
      true,
    ]);
    journal.close();
    journal = openOrThrow(directory, clock);
    expect(journal.events({ kind: 'codes-purged' })).toHaveLength(1);
    expect(journal.meta('purged-since')).toBeNull();
  });

  test.each(['{"torn', '["another", 7', '{}', '7'])(
    'is recorded nowhere where the note of it was damaged, and the check finds the keys missing: %s',
    (ids) => {
      const backup = purgedBackup();
      noted(backup, ids);
      expect(restoreFrom(backup)).toEqual([]);
      expect(journal.verifyRecord()).toMatchObject({ ok: false, error: { reason: 'key_missing' } });
    },
  );

  test('is recorded as far as the note of it can be read', () => {
    const backup = purgedBackup();
    noted(backup, '[7, "two", null]');
    expect(restoreFrom(backup)).toEqual([['one', { sealedIds: ['two'] }]]);
  });
});

test('a copy from before a migration goes where its keys cannot be destroyed: nothing else would ever remove them', () => {
  permit('cards:reveal');
  const inFolder = (name: string): string => join(directory, name);
  const [copy, whole, empty] = [
    inFolder('journal.db.before-2'),
    inFolder('journal.db.before-3'),
    inFolder('journal.db.before-4'),
  ];
  expect(journal.backup(empty).ok).toBe(true);
  const untouched = readFileSync(empty);
  order('one');
  handOver('one');
  for (const path of [copy, whole]) expect(journal.backup(path).ok).toBe(true);
  const file = new BetterSqlite3(copy);
  const [{ page } = { page: 0 }] = file
    .prepare<[], { page: number }>("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'meta'")
    .all();
  const bytes = readFileSync(copy);
  file.close();
  bytes.fill(0xff, (page - 1) * 4_096, page * 4_096);
  writeFileSync(copy, bytes);
  clock.atMs += 31 * dayMs;
  expect(journal.purge()).toEqual({ ok: true, value: { subjects: 1, sealed: 1 } });
  expect([existsSync(copy), existsSync(whole), filesWith('one')]).toEqual([false, true, []]);
  expect(readFileSync(empty).equals(untouched)).toBe(true);
});
