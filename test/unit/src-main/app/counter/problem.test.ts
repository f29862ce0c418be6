import { expect, test } from 'vitest';
import { problemOf } from '../../../../../src-main/app/counter/open-deployment.ts';
import { ok } from '../../../../../src-main/core/result.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { Till } from '../../orders/till.ts';

test.each([
  { code: 'journal_corrupt', detail: 'event_3' },
  { code: 'journal_not_writable', detail: 'SQLITE_IOERR_FSYNC' },
] as const)('the screens are told that nothing can be sold after $detail', async (failure) => {
  const { counter } = await Till.open();
  const { localRecords } = counter;
  expect(problemOf({ counter: ok(counter) })).toBeNull();
  const journal = { ...methodsOf(localRecords.journal), trouble: () => failure };
  expect(problemOf({ counter: ok({ ...counter, localRecords: { ...localRecords, journal } }) })).toEqual(failure);
});
