import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventQuery } from '../../../../src-main/journal/event.ts';
import { readEvents } from '../../../../src-main/journal/events-table.ts';
import { journalFile, journalOptions } from '../../../../src-main/journal/journal-file.ts';
import { readPage } from '../../../../src-main/journal/projection-page.ts';
import { openDatabase, type Database } from '../../../../src-main/sqlite/database.ts';
import { tempFolder } from '../../../support/temp.ts';
import { firstKind, openOrThrow, rowOf } from './journal-fixture.ts';

const subjects = Array.from({ length: 4 }, (_, at) => `0b000000-0000-4000-8000-00000000000${at}`);
const [subject = ''] = subjects;

function directoryWithSales(): string {
  const directory = join(tempFolder(), 'counter');
  const journal = openOrThrow(directory);
  for (const each of subjects)
    journal.transaction((tx) => {
      tx.append({ subject: each, kind: firstKind, body: {} });
      tx.append({ subject: each, kind: 'codes-shown', body: {} });
      tx.fileSealed(each, { ciphertext: new Uint8Array(20), wrappedKey: new Uint8Array(20) });
      tx.project(rowOf(each, { nextAttemptAtMs: 0 }));
    });
  journal.close();
  return directory;
}

const queries: readonly EventQuery[] = [
  {},
  { subject },
  { subject, afterSeq: 1 },
  { subject, kind: firstKind },
  { subject, kind: 'codes-shown' },
  { subject, kind: firstKind, limit: 1 },
  { kind: firstKind },
  { kind: firstKind, afterSeq: 1, beforeSeq: 7 },
  { kind: firstKind, newestFirst: true, limit: 2 },
];

/** The driver compiles how rows are read whenever SQLite has planned their statement anew, and by nothing else. */
function plannedDuring(work: () => void): number {
  const compiled = vi.spyOn(globalThis, 'Function');
  onTestFinished(() => compiled.mockRestore());
  work();
  const count = compiled.mock.calls.length;
  compiled.mockRestore();
  return count;
}

test('what each step of a sale asks of the journal is planned once for a connection', () => {
  const journal = openOrThrow(directoryWithSales());
  onTestFinished(() => journal.close());
  const ask = (): void => {
    for (const query of queries) expect(journal.events(query)).not.toEqual([]);
    expect(journal.latestOf(subject)).toEqual({ seq: 2, hash: journal.hashAt(2) });
    expect(journal.projected(subject)).not.toBeNull();
    expect(journal.pending()).toHaveLength(4);
    expect(journal.scheduled({ after: null, limit: 3 })).toHaveLength(3);
    expect(journal.subjectsSince(0)).toHaveLength(4);
    expect(
      journal.projectedPage({ pending: true, unsettled: true, walletId: 'w', cardId: 'c', quantity: 2, limit: 1 }).ok,
    ).toBe(true);
    expect(journal.projectedPage({ limit: 200 }).ok).toBe(true);
    expect(journal.sealed(subject)).toHaveProperty('ciphertext');
    expect(journal.head().seq).toBe(8);
  };
  expect(plannedDuring(ask)).toBeGreaterThan(0);
  expect(plannedDuring(() => [1, 2, 3].forEach(ask))).toBe(0);
});

/** How SQLite goes about the last statement of some work. */
function planOf(work: (database: Database) => void): string {
  const opened = openDatabase(journalFile(directoryWithSales()), journalOptions);
  if (!opened.ok) throw new Error(opened.error.code);
  const database = opened.value;
  let plan = '';
  work({
    ...database,
    all: (sql, ...values) => {
      plan = database
        .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
        .map(({ detail }) => String(detail))
        .join();
      return [];
    },
  });
  database.close();
  return plan;
}

test.each(queries.filter((query) => query.subject !== undefined))(
  'events of a subject are found by it: %j',
  (query) => {
    expect(planOf((database) => readEvents(database, query))).toContain('events_by_subject (subject=?');
  },
);

test.each(queries.filter((query) => query.subject === undefined && query.kind !== undefined))(
  'events of a kind are found by it: %j',
  (query) => {
    expect(planOf((database) => readEvents(database, query))).toContain('events_by_kind (kind=?');
  },
);

const ofCard = { walletId: 'w', cardId: 'c', quantity: 2, limit: 1 };

test.each([
  [{ ...ofCard, pending: true }, 'operations_pending'],
  [{ ...ofCard, pending: false, unsettled: true }, 'operations_unsettled'],
  [ofCard, 'operations_by_card'],
])('a sale like another one is looked for among as few as there are: %j', (query, index) => {
  const plan = planOf((database) => readPage(database, query));
  expect(plan).toContain(index);
  expect(plan).not.toContain('TEMP B-TREE');
});
