import { describe, expect, it } from 'vitest';
import { commands } from '../../../src-renderer/shell/commands/command-map.ts';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();
const rows = (counter: CounterPage) => counter.cards();
const isSearchFocused = (counter: CounterPage) =>
  counter.page.waitForFunction(() => document.activeElement?.id === 'catalogue-search');

/** The key that has the question mark, under the layout of the language. */
const pressMark = (counter: CounterPage) =>
  counter.page.evaluate((key) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, code: 'Slash', shiftKey: true, bubbles: true, cancelable: true }),
    );
  }, { ar: '؟', en: '?' }[counter.language]);

describe.each(languageCodes)('the keys, in %s', (language) => {
  it('are shown by F1, all of them, and go with Esc', async () => {
    await withCounter({ language }, async (counter) => {
      await rows(counter).first().waitFor();
      await counter.page.keyboard.press('F1');
      const sheet = counter.page.getByRole('dialog', { name: counter.words('keys.title') });
      for (const { says } of commands) await sheet.getByText(counter.words(says), { exact: true }).waitFor();
      expect(await counter.axe()).toEqual([]);
      expect(await counter.smallTargets()).toEqual([]);
      await counter.page.keyboard.press('F3');
      expect(await sheet.isVisible()).toBe(true);
      await counter.page.keyboard.press('Escape');
      await sheet.waitFor({ state: 'detached' });
      await isSearchFocused(counter);
    });
  });

  it('sell a card from anywhere: F2 to the search, F9 buys once however long it is held', async () => {
    await withCounter({ language, double: { outcome: 'unknown', held: ['orders.place'] } }, async (counter) => {
      const { keyboard } = counter.page;
      await rows(counter).first().waitFor();
      await counter.area('nav.owned').click();
      await keyboard.press('F2');
      await isSearchFocused(counter);
      await counter.type({ ar: 'زين ١٠', en: 'zain 10' }[languages[language].service]);
      await keyboard.press('Enter');
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
      await keyboard.type('3');
      for (let press = 0; press < 8; press += 1) await keyboard.down('F9');
      await keyboard.up('F9');
      await counter.letGo();
      await counter.text('state.unknown.says').waitFor();
      await keyboard.press('F9');
      expect(await counter.made('orders.place')).toMatchObject([{ quantity: 3 }]);
      await keyboard.press('F2');
      await counter.text('sale.empty').waitFor();
      await isSearchFocused(counter);
    });
  });

  it('are shown by the question mark of both layouts outside of a field, and typed within one', async () => {
    await withCounter({ language }, async (counter) => {
      const sheet = counter.page.getByRole('dialog');
      await rows(counter).first().waitFor();
      await counter.area('nav.sell').focus();
      await pressMark(counter);
      await sheet.waitFor();
      await counter.button('keys.close').click();
      await sheet.waitFor({ state: 'detached' });
      await counter.page.getByRole('searchbox').focus();
      await pressMark(counter);
      expect(await sheet.count()).toBe(0);
      await counter.button('keys.open').click();
      await sheet.waitFor();
    });
  });

  it('go to the unsettled sales, to codes that wait and to the orders', async () => {
    await withCounter({ language }, async (counter) => {
      await rows(counter).first().waitFor();
      await counter.page.locator('.tray').getByRole('button').first().waitFor();
      await counter.page.keyboard.press('F4');
      expect(await counter.page.evaluate(() => document.activeElement?.closest('.tray') !== null)).toBe(true);
      await counter.page.keyboard.press('F8');
      await counter.page.getByRole('dialog', { name: counter.words('codes.title') }).waitFor();
      await counter.page.keyboard.press('Escape');
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      await counter.page.keyboard.press('F3');
      await counter.page.getByRole('listbox', { name: counter.words('journal.title') }).waitFor();
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('have the field that they go to ready for the very next key', async () => {
    await withCounter({ language }, async (counter) => {
      await rows(counter).first().waitFor();
      const focusAfter = (code: string) =>
        counter.page.evaluate((pressed) => {
          document.body.dispatchEvent(new KeyboardEvent('keydown', { code: pressed, bubbles: true, cancelable: true }));
          return document.activeElement?.id;
        }, code);
      expect(await focusAfter('F3')).toBe('order-search');
      expect(await focusAfter('F2')).toBe('catalogue-search');
      await counter.area('nav.owned').click();
      expect(await focusAfter('Escape')).toBe('catalogue-search');
    });
  });

  it('step back with Esc: out of the order, out of the area, out of the sale, out of the search', async () => {
    await withCounter({ language }, async (counter) => {
      const { keyboard } = counter.page;
      await rows(counter).first().waitFor();
      await rows(counter).first().click();
      await keyboard.press('Escape');
      await counter.text('sale.empty').waitFor();
      await isSearchFocused(counter);
      await counter.type({ ar: 'زين', en: 'zain' }[languages[language].service]);
      await keyboard.press('Escape');
      expect(await counter.page.getByRole('searchbox').inputValue()).toBe('');
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').first().click();
      await counter.page.getByText(counter.words('timeline.intended')).waitFor();
      await keyboard.press('Escape');
      await counter.text('journal.pick').waitFor();
      // Where it was opened from, so that the arrows go on from there.
      const row = counter.page.getByRole('option').first();
      await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
      await keyboard.press('Escape');
      await isSearchFocused(counter);
    });
  });

  it('leave a sale under way in the tray', async () => {
    await withCounter({ language, double: { orders: 'none', outcome: 'accepted' } }, async (counter) => {
      await rows(counter).first().click();
      await counter.button('sale.buy').click();
      await counter.text('state.accepted.says').waitFor();
      await counter.page.keyboard.press('Escape');
      await isSearchFocused(counter);
      await counter.page
        .getByRole('region', { name: counter.words('tray.title') })
        .getByRole('button')
        .waitFor();
    });
  });
});
