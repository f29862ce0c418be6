import { describe, expect, it } from 'vitest';
import type { LimitEvent } from '../../../src-main/limits/machine/events.ts';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { mona, staffWith } from './day-reports.ts';
import { counters } from './with-counter.ts';

/** Lists that are longer than a page draws. */

const withCounter = counters();

const changes = (count: number): LimitEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'limits-changed',
    seq: index + 1,
    atMs: Date.parse('2027-01-15T08:00:00.000Z') + index,
    body: { currency: 'KWD', sale: null, shift: null, card: null },
  }));

describe.each(languageCodes)('in %s', (language) => {
  it.each([
    [1, 1, 0],
    [10_000, 500, 1],
  ])('of %d changes of limits %d are drawn, and the page says where older ones are', async (count, drawn, said) => {
    const double = { staff: staffWith(mona.id), limitChanges: changes(count) };
    await withCounter({ language, double }, async (counter) => {
      await counter.area('nav.counter').click();
      await counter.button('limits.link').click();
      const rows = counter.page.locator('.limits__changes > li');
      await rows.first().waitFor();
      expect(await rows.count()).toBe(drawn);
      expect(await counter.text('prices.history.more').count()).toBe(said);
    });
  });
});
