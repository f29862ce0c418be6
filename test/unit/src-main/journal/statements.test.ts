import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventQuery } from '../../../../src-main/journal/event.ts';
import { readEvents } from '../../../../src-main/journal/events-table.ts';
import { journalFile, journalOptions } from '../../../../src-main/journal/journal-file.ts';
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

test('the events of one subject are found by it, whatever else is asked of them', () => {
  const opened = openDatabase(journalFile(directoryWithSales()), journalOptions);
  if (!opened.ok) throw new Error(opened.error.code);
  const database = opened.value;
  onTestFinished(() => database.close());
  const planOf = (query: EventQuery): string => {
    let plan = '';
    const explaining: Database = {
      ...database,
      all: (sql, ...values) => {
        plan = database
          .all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
          .map(({ detail }) => String(detail))
          .join();
        return [];
      },
    };
    readEvents(explaining, query);
    return plan;
  };
  for (const query of queries.filter((each) => each.subject !== undefined))
    expect(planOf(query)).toContain('events_by_subject (subject=?');
  for (const query of queries.filter((each) => each.kind !== undefined && each.subject === undefined))
    expect(planOf(query)).toContain('events_by_kind (kind=?');
});
