import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Journal } from '../../../../src-main/journal/journal.ts';
import type { ProjectionPage, ProjectionQuery } from '../../../../src-main/journal/projection.ts';
import { tempFolder } from '../../../support/temp.ts';
import { openOrThrow, rowOf } from './journal-fixture.ts';

let journal: Journal;
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const nobody: NonNullable<ProjectionQuery['whole']> = {
  operationIds: [],
  saleNumbers: [],
  reference: null,
  isSure: false,
};

beforeEach(() => {
  journal = openOrThrow(tempFolder());
  journal.transaction((tx) => {
    for (let n = 1; n <= 9; n += 1)
      tx.project(
        rowOf(idOf(n), {
          intendedAtMs: n,
          pending: n % 2 === 0,
          saleNumber: n === 9 ? null : `C1-000${Math.ceil(n / 2)}`,
          referenceKey: n % 3 === 0 ? 'till 4' : null,
          search: `zain 10 ${n % 3 === 0 ? 'till 4' : ''} ${n === 1 ? 'till 40' : ''}`,
        }),
      );
  });
});

afterEach(() => journal.close());

function pageOf(query: ProjectionQuery): ProjectionPage {
  const page = journal.projectedPage(query);
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
}

/** All pages of a question, by the numbers of their rows. */
function pagesOf(query: ProjectionQuery): readonly (readonly number[])[] {
  const pages: (readonly number[])[] = [];
  for (let cursor: string | undefined; ;) {
    const page = pageOf({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    pages.push(page.items.map(({ operationId }) => Number(operationId.slice(-12))));
    cursor = page.nextCursor;
    if (cursor === undefined) return pages;
  }
}

test('what is named stands first, then what has the whole reference, then what has the words, and nothing twice', () => {
  const whole = { ...nobody, operationIds: [idOf(6)], saleNumbers: ['C1-0001'], reference: 'till 4' };
  expect(pagesOf({ limit: 9, words: [['till'], ['4']], whole })).toEqual([[6, 2, 1], [9, 3], []]);
  expect(pagesOf({ limit: 9, words: [['10']], whole })).toEqual([
    [6, 2, 1],
    [9, 3],
    [8, 7, 5, 4],
  ]);
  expect(pagesOf({ limit: 1, words: [['10']], whole }).flat()).toEqual([6, 2, 1, 9, 3, 8, 7, 5, 4]);
});

test('where what is named is sure, nothing else follows; where it is not there, the words are looked for', () => {
  const sure = { ...nobody, saleNumbers: ['C1-0002'], reference: 'till 4', isSure: true };
  expect(pagesOf({ limit: 9, words: [['10']], whole: sure })).toEqual([[4, 3]]);
  expect(pagesOf({ limit: 9, words: [['40']], whole: { ...sure, saleNumbers: ['C9-0002'], reference: '40' } })).toEqual(
    [[1]],
  );
});

test('what else is asked for holds for what is named too', () => {
  const whole = { ...nobody, saleNumbers: ['C1-0001', 'C1-0002'], isSure: true };
  expect(pagesOf({ limit: 9, pending: true, whole })).toEqual([[4, 2]]);
  expect(pagesOf({ limit: 9, fromMs: 2, untilMs: 4, whole })).toEqual([[3, 2]]);
  // All rows are without words that are looked for; none of them is named.
  expect(pagesOf({ limit: 9, fromMs: 20, whole })).toEqual([[]]);
});

test('a cursor of another question is bad input', () => {
  const { nextCursor } = pageOf({ limit: 1, words: [], whole: { ...nobody, reference: 'till 4' } });
  if (nextCursor === undefined) throw new Error('one page');
  expect(journal.projectedPage({ limit: 1, cursor: nextCursor })).toEqual({
    ok: false,
    error: { code: 'input_invalid', field: 'cursor' },
  });
});
