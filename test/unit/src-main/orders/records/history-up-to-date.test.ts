import { expect, it } from 'vitest';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import type { Journal } from '../../../../../src-main/journal/journal.ts';
import { bringUpToDate } from '../../../../../src-main/orders/records/history.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { openOrThrow } from '../../journal/journal-fixture.ts';

/** A journal of this build whose rows cannot be compared with its events. */
function failingWith(error: Error): Journal {
  const journal = openOrThrow(tempFolder());
  bringUpToDate(journal);
  return {
    ...methodsOf(journal),
    compareProjection: () => {
      throw error;
    },
  };
}

it('a counter starts although its rows cannot be read now: they are brought up to date another time', () => {
  const unreadable = failingWith(new JournalUnavailable({ code: 'journal_in_use' }));
  expect(() => bringUpToDate(unreadable)).not.toThrow();
});

it('a bug in bringing rows up to date is not passed over', () => {
  expect(() => bringUpToDate(failingWith(new Error('a bug')))).toThrow('a bug');
});
