import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderIntendedKind } from '../../../../src-main/journal/event.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { HandClock, openOrThrow, rowOf } from './journal-fixture.ts';

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
  journal.transaction((tx) => tx.append({ subject, kind, body: { sealed: tx.fileSealed(id, { ciphertext: Buffer.from(`ciphertext of ${id}`), wrappedKey: keyOf(id) }) } }));
}

/** An order whose codes lie in a sealed answer of its own name. */
function order(id: string, pending = false): void {
  journal.transaction((tx) => {
    tx.append({ subject: id, kind: orderIntendedKind, body: {} });
    tx.upsertOperation(rowOf(id, { pending }));
  });
  seal(id, id);
}

function handOver(id: string): void {
  journal.append({ subject: id, kind: 'codes-handed-over', body: {} });
}

function filesWith(id: string): readonly string[] {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(keyOf(id))).map(({ name }) => name);
}

describe('a purge', () => {
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
    expect(journal.events({ subject: 'old', kind: 'codes-purged' }).map(({ body }) => body['sealedIds'])).toEqual([['old']]);
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
    journal.changeCustody('rolled-back', ['keyring_witness']);
    expect(journal.purge()).toEqual({ ok: false, error: { code: 'not_allowed', detail: 'custody_rolled-back' } });
    journal.reconcileCustody({});
    expect(journal.purge(0)).toEqual({ ok: true, value: { subjects: 1, sealed: 1 } });
  });

  test('comes by itself once a day, at closing', () => {
    permit('cards:reveal');
    order('op');
    handOver('op');
    clock.atMs += 31 * dayMs;
    journal.close();
    journal = openOrThrow(directory, clock);
    expect(journal.sealed('op')).toBe('purged');
  });
});
