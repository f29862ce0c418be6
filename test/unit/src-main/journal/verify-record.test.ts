import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { restoreJournal } from '../../../../src-main/journal/restore.ts';
import { tempFolder } from '../../../support/temp.ts';
import { firstKind, HandClock, openOrThrow, randomness, rowOf, testRules } from './journal-fixture.ts';

const dayMs = 24 * 60 * 60 * 1000;
let directory: string;
let clock: HandClock;

beforeEach(() => {
  directory = join(tempFolder(), 'counter');
  clock = new HandClock();
});

function seal(journal: Journal, id: string): void {
  const written = journal.transaction((tx) =>
    tx.append({
      subject: 'op',
      kind: 'answer-sealed',
      body: { sealed: tx.fileSealed(id, { ciphertext: Buffer.from(`of ${id}`), wrappedKey: Buffer.alloc(61, 7) }) },
    }),
  );
  if (!written.ok) throw new Error(written.error.code);
}

/** Changes the closed file past its triggers. */
function tampered(sql: string): void {
  const file = new BetterSqlite3(join(directory, 'journal.db'));
  for (const name of file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all())
    file.exec(`DROP TRIGGER "${String(name)}"`);
  file.pragma('foreign_keys = OFF');
  file.exec(sql);
  file.close();
}

describe('the record', () => {
  test('is whole with every key, and with those that were destroyed on purpose', () => {
    const journal = openOrThrow(directory, clock);
    expect(journal.verifyRecord()).toMatchObject({ ok: true, value: { rows: 0 } });
    seal(journal, 'one');
    seal(journal, 'two');
    expect(journal.verifyRecord()).toMatchObject({ ok: true, value: { rows: 2 } });
    journal.transaction((tx) => tx.purgeSealed('one'));
    expect(journal.verifyRecord().ok).toBe(true);
    journal.close();
  });

  test.each([
    ['one', 1],
    ['two', 3],
  ] as const)('is not, where the key of %s is gone and no event says why', (id, firstBadSeq) => {
    const journal = openOrThrow(directory, clock);
    seal(journal, 'one');
    journal.append({ subject: '', kind: 'codes-purged', body: { sealedIds: ['another'] } });
    seal(journal, 'two');
    journal.close();
    tampered(`DELETE FROM sealed_keys WHERE id = '${id}'`);
    const again = openOrThrow(directory, clock);
    expect(again.verify().ok).toBe(true);
    expect(again.verifyRecord()).toEqual({ ok: false, error: { firstBadSeq, reason: 'key_missing' } });
    again.close();
  });

  test('is not, where the chain itself is broken', () => {
    const journal = openOrThrow(directory, clock);
    seal(journal, 'one');
    journal.close();
    tampered("UPDATE sealed_answers SET ciphertext = x'00'");
    const again = openOrThrow(directory, clock);
    for (const checkpoint of [null, { seq: 9, hash: 'nine' }])
      expect(again.verifyRecord(checkpoint)).toMatchObject({
        ok: false,
        error: { firstBadSeq: 1, reason: 'sealed_differs' },
      });
    again.close();
  });

  test('is not, where the checkpoint is gone, until a person has seen that', () => {
    const journal = openOrThrow(directory, clock);
    for (let n = 0; n < 4; n += 1) journal.append({ subject: '', kind: 'filler', body: { n } });
    journal.close();
    rmSync(join(directory, 'backups'), { recursive: true, force: true });
    tampered('DELETE FROM events WHERE seq > 2');
    const again = openOrThrow(directory, clock);
    expect(again.copyStatus()).toBe('rolled-back');
    expect(again.verify().ok).toBe(true);
    expect(again.verifyRecord()).toEqual({
      ok: false,
      error: { firstBadSeq: 3, reason: 'tail_missing', witnessSeq: 4 },
    });
    again.reconcileCopyStatus({});
    expect(again.verifyRecord().ok).toBe(true);
    again.close();
  });
});

describe('a head that was seen elsewhere', () => {
  test('and is not in the chain is named, with the place where the chain ends', () => {
    const journal = openOrThrow(directory, clock);
    for (let n = 0; n < 2; n += 1) journal.append({ subject: '', kind: 'filler', body: { n } });
    expect(journal.verifyRecord(journal.head()).ok).toBe(true);
    expect(journal.verifyRecord({ seq: 9, hash: 'nine' })).toEqual({
      ok: false,
      error: { firstBadSeq: 3, reason: 'tail_missing', witnessSeq: 9 },
    });
    // Records that are known to be a copy say so themselves.
    journal.changeCopyStatus('copied', ['service_knows_more']);
    expect(journal.verifyRecord({ seq: 9, hash: 'nine' }).ok).toBe(true);
    journal.close();
  });
});

describe('whether anything was ever sealed', () => {
  test('is shown by the answers, by the events that name one, and by nothing else', () => {
    const journal = openOrThrow(directory, clock);
    journal.append({ subject: '', kind: 'filler', body: { sealed: 'a word' } });
    expect([journal.holdsSealed(), journal.sealed('one')]).toEqual([false, null]);
    seal(journal, 'one');
    expect(journal.holdsSealed()).toBe(true);
    journal.close();
    tampered('DELETE FROM sealed_keys; DELETE FROM sealed_answers');
    const again = openOrThrow(directory, clock);
    expect(again.holdsSealed()).toBe(true);
    again.close();
  });
});

describe('keys that were destroyed after a copy was made', () => {
  test('stay destroyed in it, and its chain says so once it is restored', () => {
    const journal = openOrThrow(directory, clock);
    journal.append({ subject: '', kind: 'policy-reported', body: { scopes: ['cards:reveal'] } });
    journal.transaction((tx) => {
      tx.append({ subject: 'op', kind: firstKind, body: {} });
      tx.project(rowOf('op', { pending: false }));
    });
    seal(journal, 'one');
    journal.append({ subject: 'op', kind: 'codes-handed-over', body: {} });
    journal.close();
    clock.atMs += 31 * dayMs;
    const later = openOrThrow(directory, clock);
    expect(later.sealed('one')).toBe('purged');
    later.close();
    const restored = restoreJournal({ rules: testRules, directory, file: null, clock, randomness });
    expect(restored.ok).toBe(true);
    const back = openOrThrow(directory, clock);
    expect(back.sealed('one')).toBe('purged');
    expect(
      back.events({ kind: 'codes-purged' }).map(({ subject, body }) => [subject, body['sealedIds']]),
    ).toContainEqual(['op', ['one']]);
    expect(back.verifyRecord().ok).toBe(true);
    back.close();
    const count = (journalNow: Journal): number => journalNow.events({ kind: 'codes-purged' }).length;
    const first = openOrThrow(directory, clock);
    const before = count(first);
    first.close();
    const again = openOrThrow(directory, clock);
    expect(count(again)).toBe(before);
    again.close();
  });
});

test('a file that ends within its last event shows in its chain, and still read', () => {
  const journal = openOrThrow(directory, clock);
  journal.append({ subject: 'op', kind: 'filler', body: { text: 'the-last-one' } });
  journal.close();
  rmSync(join(directory, 'backups'), { recursive: true, force: true });
  const path = join(directory, 'journal.db');
  const bytes = readFileSync(path);
  bytes.write('the-lost-one', bytes.indexOf('the-last-one'));
  writeFileSync(path, bytes);
  const again = openOrThrow(directory, clock);
  expect(again.trouble()).toEqual({ code: 'journal_corrupt', detail: 'event_1' });
  expect(again.verify()).toEqual({ ok: false, error: { firstBadSeq: 1, reason: 'hash_differs' } });
  expect(again.reserve()).toEqual({ ok: false, error: { code: 'journal_corrupt', detail: 'event_1' } });
  again.close();
});
