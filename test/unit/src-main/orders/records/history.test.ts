import { expect, test, vi } from 'vitest';
import type { EventQuery, StoredEvent } from '../../../../../src-main/journal/event.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import type { Journal } from '../../../../../src-main/journal/journal.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import {
  bringUpToDate,
  foldOperation,
  rememberHistories,
  rowOfEvent,
} from '../../../../../src-main/orders/records/history.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { openOrThrow } from '../../journal/journal-fixture.ts';
import { intent, operationId, otherOperationId } from '../order-samples.ts';

const intended = rowOfEvent(orderEvent(operationId, 'order-intended', intent));
const cancelled = rowOfEvent(orderEvent(operationId, 'order-cancelled', {}));
const extended = (wantedUntilMs: number) => rowOfEvent(orderEvent(operationId, 'wanted-extended', { wantedUntilMs }));

/** Counts the rows that are read. */
function counted(journal: Journal): Pick<Journal, 'events' | 'hashAt' | 'latestOf'> & { rows: number } {
  const counting = {
    rows: 0,
    hashAt: (seq: number) => journal.hashAt(seq),
    latestOf: (subject: string) => journal.latestOf(subject),
    events: (query?: EventQuery): readonly StoredEvent[] => {
      const events = journal.events(query);
      counting.rows += events.length;
      return events;
    },
  };
  return counting;
}

test('a history is read once, and then only what was added', () => {
  const journal = openOrThrow(tempFolder());
  const reads = counted(journal);
  const { of: historyOf } = rememberHistories(reads);
  journal.append(intended, extended(1));
  expect(historyOf(operationId).facts?.wantedUntilMs).toBe(1);
  expect(historyOf(operationId)).toBe(historyOf(operationId));
  expect(reads.rows).toBe(2);
  journal.append({ ...intended, subject: otherOperationId }, extended(2));
  expect(historyOf(operationId).facts?.wantedUntilMs).toBe(2);
  expect(historyOf(operationId).events.map(({ kind }) => kind)).toEqual([
    'order-intended',
    'wanted-extended',
    'wanted-extended',
  ]);
  expect(reads.rows).toBe(3);
});

test('rows that were just appended are not read again, and what others appended beside them is', () => {
  const journal = openOrThrow(tempFolder());
  const reads = counted(journal);
  const histories = rememberHistories(reads);
  const append = (wantedUntilMs: number): void => {
    const before = histories.of(operationId);
    journal.transaction((tx) => histories.after(operationId, before, [tx.append(extended(wantedUntilMs))]));
  };
  journal.append(intended);
  append(1);
  expect([histories.of(operationId).facts?.wantedUntilMs, reads.rows]).toEqual([1, 1]);
  journal.append(extended(2), { ...intended, subject: otherOperationId });
  append(3);
  expect(histories.of(operationId).events).toHaveLength(4);
  expect([histories.of(operationId).facts?.wantedUntilMs, reads.rows]).toEqual([3, 2]);
  // As though they were read from the file.
  expect(histories.of(operationId)).toEqual(rememberHistories(journal).of(operationId));
});

test('rows of a write that was rolled back are forgotten, also where others took their numbers', () => {
  const journal = openOrThrow(tempFolder());
  const histories = rememberHistories(journal);
  journal.append(intended);
  const before = histories.of(operationId);
  const rolledBack = (): unknown =>
    journal.transaction((tx) => {
      histories.after(operationId, before, [tx.append(extended(1)), tx.append(extended(2))]);
      throw new Error('rolled back');
    });
  expect(rolledBack).toThrow('rolled back');
  expect(histories.of(operationId).facts?.wantedUntilMs).toBe(intent.wantedUntilMs);
  expect(rolledBack).toThrow('rolled back');
  journal.append(extended(3), extended(4));
  expect(histories.of(operationId).events).toHaveLength(3);
  expect(histories.of(operationId).facts?.wantedUntilMs).toBe(4);
});

test('what was seen within a write that was rolled back is forgotten, also where other rows took its place', () => {
  const journal = openOrThrow(tempFolder());
  const { of: historyOf } = rememberHistories(journal);
  journal.append(intended);
  const rolledBack = (): unknown =>
    journal.transaction((tx) => {
      tx.append(extended(1));
      expect(historyOf(operationId).facts?.wantedUntilMs).toBe(1);
      throw new Error('rolled back');
    });
  expect(rolledBack).toThrow('rolled back');
  expect(historyOf(operationId).facts?.wantedUntilMs).toBe(intent.wantedUntilMs);
  expect(rolledBack).toThrow('rolled back');
  journal.append(extended(2));
  expect(historyOf(operationId).facts?.wantedUntilMs).toBe(2);
});

test('what is no order has no facts, until it is one', () => {
  const journal = openOrThrow(tempFolder());
  const { of: historyOf } = rememberHistories(journal);
  expect(historyOf(operationId)).toMatchObject({ events: [], facts: null, turns: [] });
  journal.append(cancelled);
  expect(historyOf(operationId).facts).toBeNull();
  journal.append(intended);
  expect(historyOf(operationId).facts?.intent).toEqual(intent);
});

test('many orders are read right, also those that were not looked at for long', () => {
  const journal = openOrThrow(tempFolder());
  const reads = counted(journal);
  const { of: historyOf } = rememberHistories(reads);
  const ids = Array.from({ length: 300 }, (_, index) => `0a000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
  journal.append(...ids.map((subject) => ({ ...intended, subject })));
  for (const id of ids) historyOf(id);
  expect(ids.map((id) => historyOf(id).facts?.intent.walletId)).toEqual(ids.map(() => intent.walletId));
  // Only so many are remembered, and the one read last is among them.
  const before = reads.rows;
  historyOf(ids.at(-1) ?? '');
  expect(reads.rows).toBe(before);
  historyOf(ids[0] ?? '');
  expect(reads.rows).toBe(before + 1);
});

test('a row that does not fit its schema is damage, and named', () => {
  const row: StoredEvent = { ...intended, seq: 7, atMs: 1, body: {}, hash: 'x' };
  let failure: unknown;
  try {
    foldOperation(operationId, [row]);
  } catch (error) {
    failure = error instanceof JournalUnavailable ? error.failure : error;
  }
  expect(failure).toEqual({ code: 'journal_corrupt', detail: 'event_7' });
});

test('rows are derived again where they are damaged, and another time where that cannot be written', () => {
  const journal = openOrThrow(tempFolder());
  bringUpToDate(journal);
  const rebuilt = (changes: Partial<Journal>): readonly [rebuilds: number, notes: number] => {
    const rebuildProjection = vi.fn(changes.rebuildProjection ?? (() => journal.rebuildProjection()));
    let notes = 0;
    bringUpToDate({
      ...methodsOf(journal),
      compareProjection: () => [operationId],
      ...changes,
      rebuildProjection,
      transaction: (write) => {
        notes += 1;
        return journal.transaction(write);
      },
    });
    return [rebuildProjection.mock.calls.length, notes];
  };
  expect(rebuilt({})).toEqual([1, 1]);
  expect(rebuilt({ compareProjection: () => [] })).toEqual([0, 0]);
  expect(rebuilt({ trouble: () => ({ code: 'journal_corrupt' }) })).toEqual([0, 0]);
  const notWritable = { ok: false, error: { code: 'journal_not_writable' } } as const;
  expect(rebuilt({ rebuildProjection: () => notWritable })).toEqual([1, 0]);
});
