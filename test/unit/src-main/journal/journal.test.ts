import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import { memorySealer } from '../../../../src-main/vault/memory-sealer.ts';
import { openVault } from '../../../../src-main/vault/vault.ts';
import { firstKind, HandClock, openOrThrow, randomness, rowOf, testRules } from './journal-fixture.ts';

let directory: string;
let clock: HandClock;
let journal: Journal;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-journal-'));
  clock = new HandClock();
  journal = openOrThrow(directory, clock);
});

afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

function reopen(): void {
  journal.close();
  journal = openOrThrow(directory, clock);
}

/** Runs `edit` on the closed file with a connection that keeps none of our rules. */
function edit(sql: string): void {
  journal.close();
  const handle = new BetterSqlite3(join(directory, 'journal.db'));
  try {
    handle.exec(sql);
  } finally {
    handle.close();
    journal = openOrThrow(directory, clock);
  }
}

describe('an event', () => {
  test('is read back as it was appended, also after the journal is opened again', () => {
    const body = { text: 'بطاقة "x"\u0000', list: [1, null, true], nested: { b: 1, a: '2' } };
    const appended = journal.append({ subject: 'op', kind: 'noted', body });
    reopen();
    const expected = { seq: 1, atMs: clock.atMs, subject: 'op', kind: 'noted', body };
    expect(journal.events()).toMatchObject([expected]);
    expect(appended).toMatchObject({ ok: true, value: [{ ...expected, hash: journal.head().hash }] });
  });

  test('is found by subject, kind and place', () => {
    for (const [subject, kind] of [
      ['a', 'x'],
      ['b', 'x'],
      ['a', 'y'],
      ['', 'y'],
    ] as const)
      journal.append({ subject, kind, body: {} });
    const seqs = (query: Parameters<Journal['events']>[0]) => journal.events(query).map(({ seq }) => seq);
    expect(seqs({ subject: 'a' })).toEqual([1, 3]);
    expect(seqs({ kind: 'y' })).toEqual([3, 4]);
    expect(seqs({ subject: 'a', kind: 'x' })).toEqual([1]);
    expect(seqs({ subject: '' })).toEqual([4]);
    expect(seqs({ afterSeq: 1, limit: 2 })).toEqual([2, 3]);
    expect(journal.subjects('x')).toEqual(['a', 'b']);
  });

  test.each([
    'UPDATE events SET body = body',
    'DELETE FROM events',
    'INSERT OR REPLACE INTO events SELECT * FROM events WHERE seq = 1',
  ])('cannot be changed by a statement: %s', (sql) => {
    journal.append({ subject: '', kind: 'a', body: {} });
    expect(() => edit(sql)).toThrow(/append-only|end of the chain/);
  });

  test('is undone together with all else in a transaction that throws', () => {
    expect(() =>
      journal.transaction((tx) => {
        tx.append({ subject: 'op', kind: 'half', body: {} });
        tx.project(rowOf('op'));
        tx.setMeta('language', 'ar');
        throw new Error('bug');
      }),
    ).toThrow('bug');
    expect([journal.events(), journal.projected('op'), journal.meta('language')]).toEqual([[], null, null]);
  });

  test('that starts an operation comes once for an operation id', () => {
    const intent = { subject: 'op', kind: firstKind, body: {} };
    expect(journal.append(intent).ok).toBe(true);
    expect(() => journal.append(intent)).toThrow('UNIQUE');
    expect(journal.events()).toHaveLength(1);
  });

  test('that has no canonical form is a bug, not a row', () => {
    expect(() => journal.append({ subject: '', kind: 'a', body: { n: Number.NaN } })).toThrow('number');
    expect(() => journal.append({ subject: '\ud800', kind: 'a', body: {} })).toThrow('text');
    expect(journal.head().seq).toBe(0);
  });
});

test('an event whose body is no object any more is damage, and nothing new begins', () => {
  journal.append({ subject: '', kind: 'noted', body: {} });
  edit("DROP TRIGGER events_are_not_changed; UPDATE events SET body = '[]'");
  const failure = { code: 'journal_corrupt', detail: 'body' };
  expect(() => journal.events()).toThrow(expect.objectContaining({ failure }) as Error);
  expect(journal.trouble()).toEqual(failure);
});

describe('the chain', () => {
  const untrigger =
    'DROP TRIGGER events_are_not_changed; DROP TRIGGER events_are_not_deleted; DROP TRIGGER events_are_chained;';

  beforeEach(() => {
    for (const n of [1, 2, 3, 4, 5]) journal.append({ subject: 'op', kind: 'step', body: { n } });
  });

  test('verifies whole, and its head is the last link', () => {
    expect(journal.verify()).toEqual({ ok: true, value: { rows: 5, head: journal.head() } });
    expect(journal.hashAt(5)).toBe(journal.head().hash);
    expect(journal.hashAt(6)).toBeNull();
  });

  test('of an empty journal verifies', () => {
    const empty = openOrThrow(join(directory, 'empty'), clock);
    expect(empty.verify()).toMatchObject({ ok: true, value: { rows: 0, head: { seq: 0 } } });
    empty.close();
  });

  test.each([
    ['a body changed', `UPDATE events SET body = '{"n":9}' WHERE seq = 3`, 3, 'hash_differs'],
    ['a time changed', 'UPDATE events SET at_ms = at_ms + 1 WHERE seq = 2', 2, 'hash_differs'],
    [
      'a subject moved into the kind',
      `UPDATE events SET subject = 'o', kind = 'pstep' WHERE seq = 4`,
      4,
      'hash_differs',
    ],
    ['a row deleted', 'DELETE FROM events WHERE seq = 2', 2, 'row_missing'],
    ['the first row deleted', 'DELETE FROM events WHERE seq = 1', 1, 'row_missing'],
    [
      'two rows exchanged',
      'UPDATE events SET seq = -1 WHERE seq = 2; UPDATE events SET seq = 2 WHERE seq = 3; UPDATE events SET seq = 3 WHERE seq = -1',
      2,
      'previous_hash_differs',
    ],
    ['a hash replaced', 'UPDATE events SET hash = randomblob(32) WHERE seq = 5', 5, 'hash_differs'],
  ])('names the row: %s', (_, sql, firstBadSeq, reason) => {
    edit(untrigger + sql);
    expect(journal.verify()).toEqual({ ok: false, error: { firstBadSeq, reason } });
  });

  test('cut short verifies, and no longer holds the head that was kept as checkpoint', () => {
    const checkpoint = journal.head();
    edit(`${untrigger} DELETE FROM events WHERE seq = 5`);
    expect(journal.verify().ok).toBe(true);
    expect(journal.hashAt(checkpoint.seq)).not.toBe(checkpoint.hash);
    expect([journal.copyStatus(), journal.copyFacts().boundarySeq]).toEqual(['rolled-back', 4]);
  });
});

describe('a sealed answer', () => {
  const record = { ciphertext: Uint8Array.of(1, 2, 3), wrappedKey: Uint8Array.of(4, 5, 6) };

  function file(id: string): void {
    journal.transaction((tx) =>
      tx.append({ subject: 'op', kind: 'answer-sealed', body: { sealed: tx.fileSealed(id, record) } }),
    );
  }

  test('comes back as it was filed, until its key is purged', () => {
    file('a');
    file('b');
    reopen();
    expect(journal.sealed('a')).toEqual(record);
    expect(journal.transaction((tx) => tx.purgeSealed('a')).ok).toBe(true);
    expect([journal.sealed('a'), journal.sealed('b'), journal.sealed('c')]).toEqual(['purged', record, null]);
    expect(journal.verify().ok).toBe(true);
  });

  test('leaves no byte of its key in any file once it is purged', () => {
    const wrappedKey = Buffer.from('the-wrapped-key-of-this-record-0123456789');
    journal.transaction((tx) => tx.fileSealed('a', { ciphertext: record.ciphertext, wrappedKey }));
    journal.transaction((tx) => tx.purgeSealed('a'));
    const files = readdirSync(directory).filter((name) => name !== 'journal.db');
    expect(files.filter((name) => readFileSync(join(directory, name)).includes(wrappedKey))).toEqual([]);
    journal.close();
    expect(readFileSync(join(directory, 'journal.db')).includes(wrappedKey)).toBe(false);
  });

  test.each([
    "UPDATE sealed_answers SET ciphertext = x'00'",
    'DELETE FROM sealed_answers',
    "INSERT OR REPLACE INTO sealed_answers VALUES ('a', x'00')",
  ])('cannot be changed by a statement: %s', (sql) => {
    file('a');
    expect(() => edit(sql)).toThrow('append-only');
  });

  test('that was exchanged or removed by other means is named by the event that filed it', () => {
    file('a');
    const untrigger = 'DROP TRIGGER sealed_answers_are_not_changed; DROP TRIGGER sealed_answers_are_not_deleted;';
    edit(`${untrigger} UPDATE sealed_answers SET ciphertext = x'010203ff'`);
    expect(journal.verify()).toEqual({ ok: false, error: { firstBadSeq: 1, reason: 'sealed_differs' } });
    edit('PRAGMA foreign_keys = OFF; DELETE FROM sealed_answers');
    expect(journal.verify()).toEqual({ ok: false, error: { firstBadSeq: 1, reason: 'sealed_missing' } });
  });

  test('shows nothing of its plaintext in any file', async () => {
    const canary = Buffer.from('canary-voucher-7788', 'utf8');
    const vault = await openVault({ directory, sealer: memorySealer(randomness), randomness });
    if (!vault.ok) throw new Error(vault.error.code);
    const sealed = vault.value.seal('answer:a', canary);
    journal.transaction((tx) => tx.fileSealed('a', sealed));
    const kept = journal.sealed('a');
    if (kept === null || kept === 'purged') throw new Error('not kept');
    expect(vault.value.unseal('answer:a', kept)).toEqual({ ok: true, value: new Uint8Array(canary) });
    journal.close();
    const bytes = readdirSync(directory, { recursive: true, withFileTypes: true }).flatMap((file) =>
      file.isFile() ? [readFileSync(join(file.parentPath, file.name))] : [],
    );
    for (const form of [
      canary,
      Buffer.from(canary.toString('base64')),
      Buffer.from(canary.toString('hex')),
      Buffer.from(canary.toString(), 'utf16le'),
    ]) {
      expect(bytes.some((content) => content.includes(form))).toBe(false);
    }
  });
});

describe('opening', () => {
  test('keeps the id of the installation and what was set', () => {
    const { installationId } = journal;
    journal.transaction((tx) => tx.setMeta('language', 'en'));
    journal.transaction((tx) => tx.setMeta('language', 'ar'));
    reopen();
    expect([journal.installationId, journal.meta('language'), journal.meta('absent')]).toEqual([
      installationId,
      'ar',
      null,
    ]);
  });

  test.each([
    ['journal_corrupt', () => writeFileSync(join(directory, 'journal.db'), 'x'.repeat(9_000))],
    ['journal_corrupt', () => truncateSync(join(directory, 'journal.db'), 12_288)],
    ['journal_newer', () => new BetterSqlite3(join(directory, 'journal.db')).exec('PRAGMA user_version = 99').close()],
    ['journal_not_writable', () => writeFileSync(join(directory, 'file'), '')],
  ])('answers %s for a file that it cannot use', (code, spoil) => {
    journal.close();
    spoil();
    const target = code === 'journal_not_writable' ? join(directory, 'file') : directory;
    expect(openJournal({ rules: testRules, directory: target, clock, randomness })).toMatchObject({
      ok: false,
      error: { code },
    });
    rmSync(directory, { recursive: true });
    journal = openOrThrow(directory, clock);
  });

  test('closes, and makes nothing anew, where its folder is gone', () => {
    journal.append({ subject: '', kind: 'a', body: {} });
    clock.atMs += 2 * 24 * 60 * 60 * 1000;
    rmSync(directory, { recursive: true });
    journal.close();
    expect(existsSync(directory)).toBe(false);
    journal = openOrThrow(directory, clock);
  });

  test('a backup gives the same chain', () => {
    journal.append({ subject: '', kind: 'a', body: {} });
    const head = journal.head();
    expect(journal.backup(join(directory, 'copy.db')).ok).toBe(true);
    expect(journal.backup(join(directory, 'copy.db'))).toMatchObject({
      ok: false,
      error: { code: 'journal_not_writable' },
    });
    journal.close();
    rmSync(join(directory, 'journal.db'));
    writeFileSync(join(directory, 'journal.db'), readFileSync(join(directory, 'copy.db')));
    journal = openOrThrow(directory, clock);
    expect(journal.verify()).toEqual({ ok: true, value: { rows: 1, head } });
  });
});
