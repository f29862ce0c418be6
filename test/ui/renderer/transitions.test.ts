import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { replacementOrder, soldOrder, someComplaints } from './complaint-data.ts';
import type { CounterPage } from './counter-page.ts';
import { mona, staffWith } from './day-reports.ts';
import { counters } from './with-counter.ts';

/** What one step leaves for the next: where the keyboard is, and what is in sight. */

const withCounter = counters();
const small = { width: 1024, height: 700 };

const quantity = (counter: CounterPage) => counter.page.getByRole('textbox', { name: counter.words('sale.quantity') });
const hasKeyboard = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Whether nothing lies over its first line. */
function isInSight(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 10));
    return element.contains(over);
  });
}

const expectInSight = (target: Locator) => expect.poll(() => isInSight(target)).toBe(true);

async function openOrder(counter: CounterPage): Promise<void> {
  await counter.addOrder(soldOrder);
  await counter.addOrder(replacementOrder);
  await counter.area('nav.orders').click();
  await counter.page
    .getByRole('option')
    .filter({ hasText: soldOrder.saleNumber ?? '' })
    .first()
    .click();
  await counter.page.locator('.complaints').waitFor();
}

describe.each(languageCodes)('in %s', (language) => {
  it('a price rule that was made is in sight, and the keyboard is beside it', async () => {
    await withCounter({ language, viewport: small, double: { staff: staffWith(mona.id) } }, async (counter) => {
      const { page } = counter;
      await counter.area('nav.counter').click();
      await counter.button('prices.link').click();
      await counter.button('prices.rule.add').click();
      const rules = page.getByRole('region', { name: counter.words('prices.rules') });
      const field = (key: 'prices.target.find' | 'prices.fixed') =>
        rules.getByRole('textbox', { name: counter.words(key) });
      await field('prices.target.find').fill({ ar: 'زين', en: 'zain' }[language]);
      await page.locator('.prices__found button').first().click();
      await field('prices.fixed').fill('3.75');
      await counter.button('prices.save').click();
      await expectInSight(page.locator('.prices__row').first());
      expect(await hasKeyboard(rules)).toBe(true);
    });
  });

  it('Esc on a receipt leads back to its codes, and keeps the sale in hand', async () => {
    await withCounter({ language }, async (counter) => {
      const { keyboard } = counter.page;
      await counter.cards().first().click();
      await counter.page
        .locator('.tray__item')
        .filter({ hasText: /PlayStation|بلايستيشن/ })
        .first()
        .click();
      await counter.button('receipt.print').click();
      await counter.button('receipt.send').waitFor();
      await keyboard.press('Escape');
      await counter.button('receipt.print').waitFor();
      expect(await counter.hasFocus()).toBe(true);
      await keyboard.press('Escape');
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await quantity(counter).count()).toBe(1);
    });
  });

  it('a basket that was bought is read from its first line', async () => {
    await withCounter({ language, viewport: small, double: { outcome: 'unknown' } }, async (counter) => {
      for (const index of [0, 1, 2]) {
        await counter.cards().nth(index).click();
        if (index < 2) await counter.button('sale.basket.add').click();
      }
      await counter.button('sale.buy').click();
      const lines = counter.page.locator('.sale--watch .basket__line');
      await expect.poll(() => lines.count()).toBe(3);
      await expectInSight(lines.first());
    });
  });

  it('a counter that is unlocked goes on at the quantity of the sale in hand', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await quantity(counter).waitFor();
      await counter.notify('lockChanged', { locked: true });
      await counter.button('lock.continue').click();
      await quantity(counter).waitFor();
      await expect.poll(() => hasKeyboard(quantity(counter))).toBe(true);
    });
  });

  it('an order that is opened from another begins at its top', async () => {
    await withCounter(
      { language, viewport: small, double: { staff: staffWith(mona.id), complaints: someComplaints } },
      async (counter) => {
        await openOrder(counter);
        await counter.button('complaint.replacement.open').click();
        await counter.page.locator('.complaint').waitFor({ state: 'detached' });
        await expectInSight(counter.page.locator('.journal__page h2').first());
      },
    );
  });

  it('a complaint that was opened is in sight', async () => {
    await withCounter({ language, viewport: small, double: { staff: staffWith(mona.id) } }, async (counter) => {
      await openOrder(counter);
      await counter.button('complaint.button.of', { number: 1 }).click();
      await counter.inQuestion('complaint.open.confirm').click();
      await expectInSight(counter.page.locator('.complaint'));
      await expectInSight(counter.page.locator('.complaint__acts').last());
      await expect.poll(() => hasKeyboard(counter.page.locator('.complaint'))).toBe(true);
    });
  });
});
