import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { axeFindings } from '../../support/axe.ts';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

/** What the counter learns takes the keyboard from nobody, and is heard wherever a person is. */

const withCounter = counters();
const isHeard = (target: Locator) => target.evaluate((element) => element.closest('[inert], [aria-hidden]') === null);
const hasKeyboard = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const search = (counter: CounterPage) => counter.page.locator('#catalogue-search');

describe.each(languageCodes)('in %s', (language) => {
  const typed = { en: 'play', ar: 'بلاي' }[language];

  it.each(['catalogue', 'wallets'] as const)('%s that come leave the keyboard where a person has it', async (late) => {
    const call = ({ catalogue: 'catalogue.sync', wallets: 'wallets.list' } as const)[late];
    await withCounter({ language, double: { [late]: 'never', held: [call] } }, async (counter) => {
      await search(counter).waitFor();
      await expect.poll(() => hasKeyboard(search(counter))).toBe(true);
      const area = counter.area('nav.orders');
      await area.focus();
      await counter.letGo();
      await counter.cards().first().waitFor();
      expect(await hasKeyboard(area)).toBe(true);
    });
  });

  it('who types before the cards come types on', async () => {
    await withCounter({ language, double: { catalogue: 'never', held: ['catalogue.sync'] } }, async (counter) => {
      await search(counter).waitFor();
      await counter.page.keyboard.type(typed.slice(0, 3), { delay: 80 });
      await counter.letGo();
      await counter.cards().first().waitFor();
      await expect.poll(() => hasKeyboard(search(counter))).toBe(true);
      await counter.page.keyboard.type(typed.slice(3), { delay: 80 });
      expect(await search(counter).inputValue()).toBe(typed);
    });
  });

  it('who opens the area finds the keyboard in the search, with what the last one typed selected', async () => {
    await withCounter({ language }, async (counter) => {
      await search(counter).fill('xbo');
      await counter.area('nav.orders').click();
      await counter.area('nav.sell').click();
      await expect.poll(() => hasKeyboard(search(counter))).toBe(true);
      await counter.page.keyboard.type('s', { delay: 80 });
      expect(await search(counter).inputValue()).toBe('s');
    });
  });

  it('a connection that is lost is heard while a sheet lies over the header', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.page
        .locator('.tray__item')
        .filter({ hasText: /PlayStation|بلايستيشن/ })
        .first()
        .click();
      await counter.page.getByRole('dialog').waitFor();
      const said = (key: 'app.online' | 'app.offlineShort') =>
        counter.page.locator('.frame > [role="status"]').filter({ hasText: counter.words(key) });
      expect(await isHeard(said('app.online'))).toBe(true);
      await counter.notify('connectionChanged', { online: false });
      await said('app.offlineShort').waitFor({ state: 'attached' });
      expect(await isHeard(said('app.offlineShort'))).toBe(true);
      // A second banner beside the sheet's own would be one too many.
      expect(await axeFindings(counter.page)).toEqual([]);
      expect(await isHeard(counter.area('nav.sell'))).toBe(false);
    });
  });
});
