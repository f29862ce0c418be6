import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(languageCodes)('a closed choice, in %s,', (language) => {
  it('is led on by the arrow in which the language is read, and back by the other', async () => {
    await withCounter({ language }, async (counter) => {
      const wallet = counter.page.locator('.wallet-panel .choice__button');
      const chosen = counter.page.locator('.wallet-panel .choice__value');
      await wallet.waitFor();
      const first = await chosen.textContent();
      const [on, back] = ({ en: ['ArrowRight', 'ArrowLeft'], ar: ['ArrowLeft', 'ArrowRight'] } as const)[language];
      await wallet.press(back);
      expect(await chosen.textContent()).toBe(first);
      await wallet.press(on);
      await expect.poll(() => chosen.textContent()).not.toBe(first);
      await wallet.press(back);
      await expect.poll(() => chosen.textContent()).toBe(first);
      expect(await counter.page.locator('.choice__list').count()).toBe(0);
    });
  });
});

describe.each(languageCodes)('the calendar, in %s,', (language) => {
  it('marks today by an edge, which high contrast keeps', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.area('nav.orders').click();
      await counter.button('journal.day.pick').click();
      const days = counter.page.locator('.calendar__day:not([data-outside-month])');
      await days.first().waitFor();
      const edges = await days.evaluateAll((all) =>
        all.flatMap((day) => (getComputedStyle(day).borderTopStyle === 'solid' ? [day.textContent] : [])),
      );
      expect(edges).toEqual([await counter.page.evaluate(() => String(new Date().getDate()))]);
    });
  });
});
