import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atOnce } from '../../../../src-main/core/pausable.ts';
import type { Fold } from '../../../../src-main/journal/journal-rules.ts';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import type { ProjectionRow } from '../../../../src-main/journal/projection.ts';
import { firstKind, foldedBy, openOrThrow, randomness, rowOf } from './journal-fixture.ts';

let directory: string;
let journal: Journal;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-projection-'));
  journal = openOrThrow(directory);
});

afterEach(() => {
  journal.close();
  rmSync(directory, { recursive: true });
});

function reopenFoldedBy(fold: Fold): void {
  journal.close();
  journal = openOrThrow(directory, undefined, foldedBy(fold));
}

function keep(...rows: readonly ProjectionRow[]): void {
  journal.transaction((tx) => rows.forEach((row) => tx.project(row)));
}

function pageOf(query: Parameters<Journal['projectedPage']>[0]) {
  const page = journal.projectedPage(query);
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
}

test('a row is read back as it was kept, and replaced by the next one', () => {
  const first = rowOf('op', {
    invoiceId: 'i',
    externalReference: 'till 4',
    nextAttemptAtMs: 5,
    view: { total: '3.000', attempts: [] },
  });
  keep(first);
  expect(journal.projected('op')).toEqual(first);
  keep(rowOf('op', { state: 'completed', pending: false, unsettled: false }));
  expect(journal.projected('op')).toEqual(rowOf('op', { state: 'completed', pending: false, unsettled: false }));
  expect(journal.projected('other')).toBeNull();
});

test('pages come newest first and skip or repeat nothing while new rows arrive', () => {
  const ids = Array.from({ length: 7 }, () => randomness.uuid()).sort();
  // Two rows of the same millisecond stand on either side of a page's end.
  keep(...ids.map((id, n) => rowOf(id, { intendedAtMs: Math.floor(n / 2), pending: n % 2 === 0 })));
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = pageOf({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...page.items.map(({ operationId }) => operationId));
    keep(rowOf(randomness.uuid(), { intendedAtMs: 1_000 + seen.length }));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(seen).toEqual(ids.toReversed());
});

test('the last page says that it is the last, and a page of no rows shows none', () => {
  keep(rowOf('a'), rowOf('b'));
  expect(pageOf({ limit: 2 })).toEqual({ items: [rowOf('b'), rowOf('a')] });
  expect(pageOf({ limit: 3 })).toEqual({ items: [rowOf('b'), rowOf('a')] });
  expect(pageOf({ limit: 1 }).nextCursor).toBeTypeOf('string');
  expect(pageOf({ limit: 0 })).toEqual({ items: [] });
});

test('pending rows are found among the others, oldest first where they are to be resumed', () => {
  keep(rowOf('a', { intendedAtMs: 2 }), rowOf('b', { intendedAtMs: 1 }), rowOf('c', { pending: false }));
  expect(journal.pending().map(({ operationId }) => operationId)).toEqual(['b', 'a']);
  expect(pageOf({ pending: true, limit: 9 }).items.map(({ operationId }) => operationId)).toEqual(['a', 'b']);
  expect(pageOf({ pending: false, limit: 9 }).items.map(({ operationId }) => operationId)).toEqual(['c']);
});

test('scheduled rows are found among the others, oldest first, pending or not', () => {
  keep(
    rowOf('a', { intendedAtMs: 2, nextAttemptAtMs: 9 }),
    rowOf('b', { intendedAtMs: 1, nextAttemptAtMs: 0, pending: false }),
    rowOf('c', { nextAttemptAtMs: null }),
  );
  expect(journal.scheduled().map(({ operationId }) => operationId)).toEqual(['b', 'a']);
});

test('scheduled rows are read in pages, each after the last row of the one before', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  keep(...ids.map((id, n) => rowOf(id, { intendedAtMs: Math.floor(n / 2), nextAttemptAtMs: 5 - n })));
  const pages: string[][] = [];
  let after: ProjectionRow | null = null;
  do {
    const page: readonly ProjectionRow[] = journal.scheduled({ after, limit: 2 });
    pages.push(page.map(({ operationId }) => operationId));
    after = page.at(-1) ?? null;
  } while (after !== null);
  expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e'], []]);
});

test('the subjects of later events are given once each, and none of those before', () => {
  const seqs = ['a', 'b', 'a', '', 'c'].map((subject) => {
    const kept = journal.append({ subject, kind: 'noted', body: {} });
    if (!kept.ok) throw new Error(kept.error.code);
    return kept.value[0]?.seq ?? 0;
  });
  const [first = 0, second = 0] = seqs;
  expect(journal.subjectsSince(first)).toEqual(['b', 'a', '', 'c']);
  expect(journal.subjectsSince(second)).toEqual(['a', '', 'c']);
  expect(journal.subjectsSince(seqs.at(-1) ?? 0)).toEqual([]);
});

const known = '1:00000000-0000-4000-8000-000000000001';

test.each(['', 'nonsense', '1:2', `x${known}`, `${known}x`])('a cursor that is not ours is bad input: "%s"', (text) => {
  const cursor = Buffer.from(text).toString('base64url');
  expect(journal.projectedPage({ limit: 2, cursor: Buffer.from(known).toString('base64url') }).ok).toBe(true);
  expect(journal.projectedPage({ limit: 2, cursor })).toEqual({
    ok: false,
    error: { code: 'input_invalid', field: 'cursor' },
  });
});

test('the projection is compared with the events, and rebuilt from them', () => {
  reopenFoldedBy((subject, events) => rowOf(subject, { quantity: events.length, state: events.at(-1)?.kind ?? '' }));
  for (const [subject, kind] of [
    ['a', firstKind],
    ['b', firstKind],
    ['a', 'judged'],
  ] as const)
    journal.append({ subject, kind, body: {} });
  expect(journal.compareProjection()).toEqual(['a', 'b']);
  expect(journal.rebuildProjection()).toEqual({ ok: true, value: 2 });
  expect(journal.projected('a')).toEqual(rowOf('a', { quantity: 2, state: 'judged' }));
  expect(journal.compareProjection()).toEqual([]);
  keep(rowOf('a', { quantity: 9 }), rowOf('orphan'));
  expect(journal.compareProjection()).toEqual(['a', 'orphan']);
});

test('after an event, only the rows of which a later one says something are compared, each once', () => {
  reopenFoldedBy((subject, events) => rowOf(subject, { quantity: events.length }));
  const subjects = Array.from({ length: 250 }, (_, index) => `subject ${index}`);
  for (const subject of subjects) journal.append({ subject, kind: firstKind, body: {} });
  journal.rebuildProjection();
  const { seq } = journal.head();
  const touched = subjects.slice(0, 120).reverse();
  for (const kind of ['judged', 'noted']) for (const subject of touched) journal.append({ subject, kind, body: {} });
  const reached: number[] = [];
  const onReached = (at: number): void => void reached.push(at);
  const compared = (afterSeq: number) => atOnce(journal.compareProjectionInTurns({ afterSeq, onReached }));
  expect(compared(seq)).toEqual(touched);
  expect(reached).toEqual([seq + 120 + 100, seq + 240]);
  expect(compared(seq + 239)).toEqual(touched.slice(-1));
  expect(compared(seq + 240)).toEqual([]);
  expect(compared(0).toSorted()).toEqual(touched.toSorted());
});

test('events that make nothing have no row, and one that is kept for them differs', () => {
  reopenFoldedBy((subject) => (subject === 'b' ? null : rowOf(subject)));
  for (const subject of ['a', 'b']) journal.append({ subject, kind: firstKind, body: {} });
  expect(journal.rebuildProjection()).toEqual({ ok: true, value: 1 });
  expect([journal.projected('b'), journal.compareProjection()]).toEqual([null, []]);
  keep(rowOf('b'));
  expect(journal.compareProjection()).toEqual(['b']);
});

test('rows are found by each part of a question, all of which must hold, by page', () => {
  const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
  const done = { state: 'completed', pending: false };
  keep(
    rowOf(id(1), { ...done, unsettled: true, intendedAtMs: 10, search: 'till 4 zain 10' }),
    rowOf(id(2), { ...done, unsettled: false, intendedAtMs: 20, walletId: 'other', search: 'till 5 zain 10' }),
    rowOf(id(3), {
      ...done,
      unsettled: false,
      intendedAtMs: 30,
      cardId: 'another',
      search: 'steam 20',
      quantity: 3,
      view: { manual: true },
    }),
    rowOf(id(4), { state: 'refused', pending: false, unsettled: false, intendedAtMs: 40 }),
    rowOf(id(5), { state: 'unknown', intendedAtMs: 50 }),
  );
  const found = (query: Partial<Parameters<Journal['projectedPage']>[0]>): number[] =>
    pageOf({ limit: 9, ...query }).items.map(({ operationId }) => Number(operationId.at(-1)));
  expect(found({})).toEqual([5, 4, 3, 2, 1]);
  expect(found({ unsettled: true })).toEqual([5, 1]);
  expect(found({ unsettled: true, pending: false })).toEqual([1]);
  expect(found({ walletId: 'other' })).toEqual([2]);
  expect(found({ cardId: 'another' })).toEqual([3]);
  expect(found({ quantity: 3 })).toEqual([3]);
  expect([found({ flag: 'manual' }), found({ flag: 'other' })]).toEqual([[3], []]);
  expect(found({ fromMs: 20, untilMs: 40 })).toEqual([3, 2]);
  expect(found({ words: [['zain'], ['10']] })).toEqual([2, 1]);
  expect(found({ words: [['%']] })).toEqual([]);
  expect(found({ states: { anyOf: ['refused', 'completed'], orPending: false } })).toEqual([4, 3, 2, 1]);
  expect(found({ states: { anyOf: ['refused'], orPending: true } })).toEqual([5, 4]);
  expect(found({ states: { anyOf: [], orPending: false } })).toEqual([]);
  const { nextCursor = '' } = pageOf({ limit: 1, words: [['zain']] });
  expect(found({ words: [['zain']], cursor: nextCursor })).toEqual([1]);
});
