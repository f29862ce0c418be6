import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { catalogue, walletIds } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const readAt = new Date(2026, 2, 4, 9, 5).toISOString();
const shelves = catalogue(walletIds.kwd, 'KWD').subcategories.slice(0, 2);

describe.each(languageCodes)('in %s, shelves that the service did not give', (language) => {
  it('are named above the cards, with the time that they are of, until it gives them', async () => {
    const oldShelves = shelves.map(({ id }, index) => (index === 0 ? { id, readAt } : { id }));
    await withCounter({ language, double: { oldShelves } }, async (counter) => {
      const note = counter.page.locator('.callout', { hasText: '09:05' });
      await note.waitFor();
      const said = (await note.locator('p').allTextContents()).map((line) => line.replaceAll(/[\u2066-\u2069]/gu, ''));
      expect(said).toHaveLength(2);
      shelves.forEach(({ name }, index) => expect(said[index]).toContain(name?.[language]));
      expect(await counter.axe()).toEqual([]);
      await counter.set({ oldShelves: [] });
      await counter.button('catalogue.refresh').click();
      await note.waitFor({ state: 'detached' });
    });
  });
});
