import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { beforeEach, describe, expect, test } from 'vitest';
import { automaticBackups } from '../../../../src-main/journal/backups.ts';
import { orderIntendedKind } from '../../../../src-main/journal/event.ts';
import { lossesIn } from '../../../../src-main/journal/gaps.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import { openJournal } from '../../../../src-main/journal/open-journal.ts';
import type { OperationFold } from '../../../../src-main/journal/operation-row.ts';
import { salvageJournal } from '../../../../src-main/journal/salvage.ts';
import type { Salvaged } from '../../../../src-main/journal/salvage.ts';
import { tempFolder } from '../../../support/temp.ts';
import { HandClock, openOrThrow, randomness, rowOf } from './journal-fixture.ts';

const judged = 'answer-judged';
const fold: OperationFold = (operationId, events) => {
  const intent = events.find(({ kind }) => kind === orderIntendedKind);
  if (intent === undefined) return null;
  const isPending = events.every(({ kind }) => kind !== judged);
  return rowOf(operationId, { pending: isPending, intendedAtMs: intent.atMs, updatedAtMs: events.at(-1)?.atMs ?? 0 });
};

const ids = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002', 'cccccccc-0000-4000-8000-000000000003'] as const;
const [first, second, third] = ids;

let directory: string;
let clock: HandClock;

beforeEach(() => {
  directory = join(tempFolder(), 'counter');
  clock = new HandClock();
});

/** The bytes of a sealed answer and its key, known by their operation. */
const sealedOf = (id: string) => ({ ciphertext: Buffer.from(`ciphertext of ${id} `.repeat(8)), wrappedKey: Buffer.alloc(61, id.slice(0, 1)) });

function intend(journal: Journal, id: string): void {
  clock.atMs += 1_000;
  const written = journal.transaction((tx) => {
    tx.append({ subject: id, kind: orderIntendedKind, body: { id } });
    tx.upsertOperation(rowOf(id, { intendedAtMs: clock.atMs, updatedAtMs: clock.atMs }));
  });
  if (!written.ok) throw new Error(written.error.code);
}

function judge(journal: Journal, id: string): void {
  clock.atMs += 1_000;
  const written = journal.transaction((tx) => {
    tx.append({ subject: id, kind: judged, body: { sealed: tx.fileSealed(`answer-${id}`, sealedOf(id)) } });
    tx.upsertOperation(rowOf(id, { pending: false, intendedAtMs: clock.atMs - 1_000, updatedAtMs: clock.atMs }));
  });
  if (!written.ok) throw new Error(written.error.code);
}

/** Three orders, of which the last is pending: events 1 to 5. */
function threeOrders(): void {
  const journal = openOrThrow(directory, clock);
  intend(journal, first);
  judge(journal, first);
  intend(journal, second);
  judge(journal, second);
  intend(journal, third);
  journal.close();
  // Whatever a backup still has is no loss.
  rmSync(join(directory, 'backups'), { recursive: true, force: true });
}

const path = (): string => join(directory, 'journal.db');

/** Damages what lies on the pages, as SQLite would read over it. */
function overwrite(from: string | Buffer, to: string | Buffer): void {
  const bytes = readFileSync(path());
  let at = bytes.indexOf(from);
  if (at < 0 || from.length !== to.length) throw new Error('nothing to damage');
  for (; at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to.toString('latin1'), at, 'latin1');
  writeFileSync(path(), bytes);
}

/** Changes rows past the triggers. */
function tampered(sql: string): void {
  const file = new BetterSqlite3(path());
  for (const name of file.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all()) file.exec(`DROP TRIGGER "${String(name)}"`);
  file.pragma('foreign_keys = OFF');
  file.exec(sql);
  file.close();
}

const salvage = (changes: Partial<Parameters<typeof salvageJournal>[0]> = {}) =>
  salvageJournal({ directory, clock, randomness, orders: { fold, kinds: [orderIntendedKind, judged] }, ...changes });

function salvaged(): Salvaged {
  const result = salvage();
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail ?? ''}`);
  return result.value;
}

function recordOf(journal: Journal) {
  return journal.events().map(({ seq, subject, kind, atMs, hash }) => ({ seq, subject, kind, atMs, hash }));
}

describe('a journal whose record is whole', () => {
  test('comes back as it was, counts as its own, and the damaged file is kept aside', () => {
    threeOrders();
    const before = openOrThrow(directory, clock);
    const [record, installationId, custody] = [recordOf(before), before.installationId, before.custody()];
    before.close();
    const bytes = readFileSync(path());
    // The page that describes the tables: nothing can be read by them any more.
    bytes.fill(0xff, 200, 4_000);
    writeFileSync(path(), bytes);
    const result = salvaged();
    expect(result).toMatchObject({ events: 5, sealedAnswers: 2, gaps: [], missing: [] });
    expect(readFileSync(join(result.setAside ?? '', 'journal.db')).equals(bytes)).toBe(true);
    const after = openOrThrow(directory, clock);
    expect(recordOf(after)).toEqual(record);
    expect([after.installationId, after.custody(), custody]).toEqual([installationId, 'own', 'own']);
    expect(after.head()).toEqual(result.head);
    for (const id of [first, second]) {
      const sealed = after.sealed(`answer-${id}`);
      if (sealed === null || sealed === 'purged') throw new Error('no sealed answer');
      expect([Buffer.from(sealed.ciphertext), Buffer.from(sealed.wrappedKey)]).toEqual([sealedOf(id).ciphertext, sealedOf(id).wrappedKey]);
    }
    expect(ids.map((id) => after.operation(id)?.pending)).toEqual([false, false, true]);
    expect([after.verify().ok, after.verifyRecord().ok]).toEqual([true, true]);
    // The triggers are there again.
    after.close();
    const file = new BetterSqlite3(path());
    expect(() => file.exec("UPDATE events SET kind = 'x'")).toThrow();
    expect(() => file.exec("INSERT INTO events VALUES (9, 0, '', 'x', '{}', zeroblob(32), zeroblob(32))")).toThrow();
    file.close();
    expect(readdirSync(directory).filter((name) => name.includes('restor'))).toEqual([]);
  });

  test('comes back with what lies in its log alone', () => {
    const journal = openOrThrow(directory, clock);
    intend(journal, first);
    judge(journal, first);
    const [file, log] = [readFileSync(path()), readFileSync(`${path()}-wal`)];
    journal.close();
    file.fill(0xff, 20, 90);
    writeFileSync(path(), file);
    writeFileSync(`${path()}-wal`, log);
    const result = salvaged();
    expect(result).toMatchObject({ events: 2, sealedAnswers: 1, gaps: [], missing: [] });
    expect(readdirSync(result.setAside ?? '')).toEqual(expect.arrayContaining(['journal.db', 'journal.db-wal']));
  });
});

describe('an event that was damaged', () => {
  beforeEach(() => {
    threeOrders();
    // The first order's intent: its hash does not fit it any more.
    tampered(`UPDATE events SET kind = 'order-intendeX' WHERE seq = 1`);
  });

  test('is a gap that names both of its edges, and its order is listed without its intent', () => {
    const result = salvaged();
    expect(result).toMatchObject({ events: 4, sealedAnswers: 2, missing: [{ operationId: first, what: 'intent' }] });
    expect(result.gaps).toHaveLength(1);
    expect(result.gaps[0]).toMatchObject({ after: { seq: 0 }, before: { seq: 2 } });
    const journal = openOrThrow(directory, clock);
    const told = journal.events({ kind: 'journal-salvaged' });
    expect(lossesIn(told)).toEqual({ gaps: result.gaps, missing: result.missing, answers: [], keys: [] });
    expect([journal.verify().ok, journal.verifyRecord().ok]).toEqual([true, true]);
    expect(journal.events().map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7]);
  });

  test('makes the records count as restored, and what was pending stays as it is', () => {
    salvaged();
    const journal = openOrThrow(directory, clock);
    expect([journal.custody(), journal.custodyFacts().boundarySeq, journal.isSettleOnly(third)]).toEqual(['restored', 6, true]);
    expect(journal.events({ kind: 'custody-changed' })[0]?.body).toMatchObject({ cause: 'restored', evidence: ['salvage_command'], pending: [third] });
    expect(journal.operation(third)?.pending).toBe(true);
  });

  test('is no news to a second salvage', () => {
    salvaged();
    openOrThrow(directory, clock).close();
    rmSync(join(directory, 'backups'), { recursive: true, force: true });
    const bytes = readFileSync(path());
    bytes.fill(0xff, 200, 4_000);
    writeFileSync(path(), bytes);
    expect(salvaged()).toMatchObject({ gaps: [], missing: [] });
  });
});

describe('what is lost of an order', () => {
  test.each([
    ['its answer', `DELETE FROM sealed_answers WHERE id = 'answer-${first}'; DELETE FROM sealed_keys WHERE id = 'answer-${first}'`, 'answer', 1],
    ['the key of its answer', `DELETE FROM sealed_keys WHERE id = 'answer-${first}'`, 'key', 2],
    ['the right answer', `UPDATE sealed_answers SET ciphertext = zeroblob(300) WHERE id = 'answer-${first}'`, 'answer', 1],
  ] as const)('is said: %s', (_, sql, what, sealedAnswers) => {
    threeOrders();
    tampered(sql);
    expect(salvaged()).toMatchObject({ events: 5, gaps: [], missing: [{ operationId: first, what }], sealedAnswers });
    const journal = openOrThrow(directory, clock);
    expect(journal.custody()).toBe('restored');
    expect([journal.verify().ok, journal.verifyRecord().ok]).toEqual([true, true]);
  });

  test('is said: events behind its intent, where its row knows of later ones', () => {
    threeOrders();
    tampered(`DELETE FROM events WHERE seq = 2; UPDATE events SET kind = kind WHERE seq = 3`);
    const result = salvaged();
    expect(result.missing).toEqual([{ operationId: first, what: 'events' }]);
    expect(result.gaps).toMatchObject([{ after: { seq: 1 }, before: { seq: 3 } }]);
    // Its answer is kept: it may be all that is left of a sale.
    expect(result.sealedAnswers).toBe(2);
  });

  test('is the whole order, where only its row tells of it', () => {
    threeOrders();
    tampered('DELETE FROM events WHERE seq = 5');
    const result = salvaged();
    expect(result.missing).toEqual([{ operationId: third, what: 'intent' }]);
    expect(result.gaps).toMatchObject([{ after: { seq: 4 }, before: { seq: 6 } }]);
  });

  test('is nothing where its key was destroyed on purpose', () => {
    threeOrders();
    const journal = openOrThrow(directory, clock);
    const purged = journal.transaction((tx) => {
      tx.purgeSealed(`answer-${first}`);
      tx.append({ subject: '', kind: 'codes-purged', body: { sealedIds: [`answer-${first}`] } });
    });
    expect(purged.ok).toBe(true);
    journal.close();
    rmSync(join(directory, 'backups'), { recursive: true, force: true });
    const bytes = readFileSync(path());
    bytes.fill(0xff, 200, 4_000);
    writeFileSync(path(), bytes);
    expect(salvaged()).toMatchObject({ gaps: [], missing: [], sealedAnswers: 2 });
    expect(openOrThrow(directory, clock).sealed(`answer-${first}`)).toBe('purged');
  });
});

describe('what the file lacks', () => {
  test('is taken from a backup, where the chain names it by its hash', () => {
    const journal = openOrThrow(directory, clock);
    intend(journal, first);
    judge(journal, first);
    journal.close();
    // Opening a day later makes the backup.
    clock.atMs += 25 * 3_600_000;
    const again = openOrThrow(directory, clock);
    intend(again, second);
    again.close();
    expect(automaticBackups(directory).length).toBeGreaterThan(0);
    tampered(`DELETE FROM events WHERE seq <= 2; DELETE FROM sealed_keys; DELETE FROM sealed_answers`);
    expect(salvaged()).toMatchObject({ events: 3, sealedAnswers: 1, gaps: [], missing: [] });
    expect(openOrThrow(directory, clock).custody()).toBe('own');
  });

  test('is not taken from the backup of another journal', () => {
    threeOrders();
    const other = join(tempFolder(), 'other');
    const journal = openOrThrow(other, clock);
    intend(journal, first);
    judge(journal, first);
    expect(journal.backup(join(other, 'copy.db')).ok).toBe(true);
    journal.close();
    tampered('DELETE FROM events WHERE seq <= 2');
    mkdirSync(join(directory, 'backups'), { recursive: true });
    writeFileSync(join(directory, 'backups', 'journal-20231114-221320.db'), readFileSync(join(other, 'copy.db')));
    expect(salvaged().gaps).toMatchObject([{ after: { seq: 0 }, before: { seq: 3 } }]);
  });
});

describe('nothing is salvaged', () => {
  test('while somebody uses the folder', () => {
    const journal = openOrThrow(directory, clock);
    intend(journal, first);
    expect(salvage()).toEqual({ ok: false, error: { code: 'journal_in_use' } });
    journal.close();
  });

  test('while somebody else reads the journal', () => {
    threeOrders();
    const handle = new BetterSqlite3(path());
    handle.pragma('locking_mode = EXCLUSIVE');
    handle.exec('BEGIN EXCLUSIVE');
    expect(salvage()).toEqual({ ok: false, error: { code: 'journal_in_use' } });
    handle.close();
    expect(salvage().ok).toBe(true);
  });

  test('where there is nothing to lift, and what is there stays', () => {
    threeOrders();
    writeFileSync(path(), 'not a database '.repeat(500));
    expect(salvage()).toEqual({ ok: false, error: { code: 'journal_corrupt', detail: 'nothing_to_lift' } });
    expect(readFileSync(path(), 'utf8')).toBe('not a database '.repeat(500));
    expect(readdirSync(directory).filter((name) => name.includes('restor'))).toEqual([]);
    expect(existsSync(join(directory, 'set-aside'))).toBe(false);
  });

  test('in a folder that is not there', () => {
    expect(salvage({ directory: join(directory, 'absent', 'file') }).ok).toBe(false);
  });
});

describe('opening a journal whose derived parts are damaged', () => {
  test('makes them anew, and the record says so', () => {
    threeOrders();
    overwrite(Buffer.from(`CREATE INDEX operations_scheduled`), Buffer.from(`CREATE INDEX operations_scheduleX`));
    const opened = openJournal({ directory, clock, randomness });
    if (!opened.ok) throw new Error(`${opened.error.code} ${opened.error.detail ?? ''}`);
    expect(opened.value.events({ kind: 'journal-rebuilt' }).map(({ body }) => body)).toEqual([{ code: 'journal_corrupt', detail: expect.any(String) as string }]);
    expect([opened.value.custody(), opened.value.verify().ok]).toEqual(['own', true]);
    opened.value.close();
  });
});
