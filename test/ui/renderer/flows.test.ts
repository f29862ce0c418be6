import { describe, expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import { buyFirst, expectNoCode, voucher } from './codes-traces.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(languageCodes)('in %s', (language) => {
  it('a new counter goes from the first screen to a sale and its hand-over', async () => {
    await withCounter(
      { language, double: { orders: 'none', start: { mode: 'none', enrolment: { state: 'none' } } } },
      async (counter) => {
        await counter.button('firstRun.training.start').click();
        await counter.button('enrol.submit').click();
        await counter.text('enrol.thumbprint.agree').waitFor();
        expect(await counter.made('enrolment.begin')).toEqual([{ validDays: 365, cidrs: [] }]);
        await counter.notify('enrolmentChanged', { state: 'active', keyId: '00000005-0000-4000-8000-000000000001' });
        await counter.button('enrol.goSell').click();
        await buyFirst(counter);
        await counter.button('codes.reveal').waitFor();
        // Nothing can be handed over that never came out.
        expect(await counter.button('codes.done').count()).toBe(0);
        await counter.button('codes.reveal').click();
        await counter.button('codes.done').click();
        await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
        await counter.text('sale.empty').waitFor();
        await counter.area('nav.orders').click();
        await counter.page.getByRole('option').first().click();
        await counter.page.getByText(counter.words('timeline.intended')).waitFor();
      },
    );
  });

  it('a card is sold and its codes are opened with the keyboard alone', async () => {
    await withCounter({ language }, async (counter) => {
      const { keyboard } = counter.page;
      await counter.cards().first().waitFor();
      await counter.type({ ar: 'زين ١٠', en: 'zain 10' }[languages[language].service]);
      await keyboard.press('Enter');
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
      await keyboard.type('3');
      await keyboard.press('Enter');
      await counter.button('codes.revealAll').waitFor();
      expect(await counter.made('orders.place')).toMatchObject([
        { quantity: 3, shownTotal: { amount: '29.970', currency: 'KWD' } },
      ]);
      await keyboard.press('Escape');
      await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await counter.hasFocus()).toBe(true);
    });
  });

  it('codes appear only when revealed, grouped and left to right, and no live region ever holds one', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.page.evaluate(() => {
        const spoken: string[] = [];
        Object.assign(window, { spoken });
        new MutationObserver(() => {
          for (const region of document.querySelectorAll('[role="status"],[role="alert"],[role="log"],[aria-live]'))
            spoken.push(region.textContent);
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await buyFirst(counter);
      await counter.button('codes.reveal').waitFor();
      await expectNoCode(counter);
      await counter.button('codes.reveal').click();
      await counter.button('codes.hide').waitFor();
      const shown = counter.codes.locator('[data-part="voucher"] bdi');
      expect(await shown.textContent()).toBe(voucher);
      expect(await shown.getAttribute('dir')).toBe('ltr');
      expect(await shown.locator('span').count()).toBe(4);
      // They are in a frame that the page cannot look into.
      await expectNoCode(counter);
      expect(await counter.page.evaluate(() => document.querySelector('iframe')?.contentDocument)).toBeNull();
      await counter.button('codes.hide').click();
      await counter.button('codes.reveal').waitFor();
      await expectNoCode(counter);
      const spoken = await counter.page.evaluate(() => (window as unknown as { spoken: string[] }).spoken.join('\n'));
      expect(spoken).toContain(counter.words('codes.shown.announce'));
      expect(spoken).not.toMatch(/\d{8}/);
    });
  });
});

describe.each(languageCodes)('in %s a sale', (language) => {
  it('is placed once, however long Enter is held', async () => {
    await withCounter({ language, double: { outcome: 'unknown', held: ['orders.place'] } }, async (counter) => {
      await counter.cards().first().click();
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
      for (let press = 0; press < 12; press += 1) await counter.page.keyboard.down('Enter');
      await counter.page.keyboard.up('Enter');
      await counter.letGo();
      await counter.button('sale.watch.next').waitFor();
      expect(await counter.made('orders.place')).toHaveLength(1);
    });
  });

  it.each([
    ['search', []],
    ['cards', ['ArrowDown']],
  ])('is not placed by the Enter that chose its card in the %s, even when it is held', async (_, before) => {
    await withCounter({ language }, async (counter) => {
      const { keyboard } = counter.page;
      await counter.cards().first().waitFor();
      await counter.type({ ar: 'زين ١٠', en: 'zain 10' }[languages[language].service]);
      for (const key of before) await keyboard.press(key);
      for (let press = 0; press < 6; press += 1) await keyboard.down('Enter');
      await keyboard.up('Enter');
      await counter.page.getByRole('textbox', { name: counter.words('sale.quantity') }).waitFor();
      await counter.page.waitForTimeout(200);
      expect(await counter.made('orders.place')).toEqual([]);
      await keyboard.press('Enter');
      await counter.button('codes.reveal').waitFor();
    });
  });

  it('without an outcome says not to sell again, stays in the tray and lets the next customer come', async () => {
    await withCounter({ language, double: { orders: 'none', outcome: 'unknown' } }, async (counter) => {
      await buyFirst(counter);
      await counter.page.getByRole('complementary').getByText(counter.words('state.unknown.says')).waitFor();
      await counter.button('sale.watch.next').click();
      await counter.text('sale.empty').waitFor();
      const tray = counter.page.getByRole('region', { name: counter.words('tray.title') });
      await tray.getByText(counter.words('state.unknown.name')).waitFor();
      expect(await tray.locator('.badge--good').count()).toBe(0);
      await expect.poll(() => counter.page.evaluate(() => document.activeElement?.id)).toBe('catalogue-search');
    });
  });

  it('uses allowed debt only after a person has ticked it, as a new order that names the refused one', async () => {
    await withCounter(
      { language, double: { outcome: 'refused', refusal: 'allowed_debt_consent_required' } },
      async (counter) => {
        await buyFirst(counter);
        const consent = counter.page.getByRole('checkbox');
        await consent.waitFor();
        expect(await consent.isChecked()).toBe(false);
        expect(await counter.button('sale.debt.buy').isDisabled()).toBe(true);
        // The keyboard is in the sale, and the tick is its first stop there.
        expect(await counter.hasFocus()).toBe(true);
        await counter.page.keyboard.press('Tab');
        await counter.page.keyboard.press('Space');
        expect(await consent.isChecked()).toBe(true);
        await counter.set({ outcome: 'completed' });
        await counter.button('sale.debt.buy').click();
        await counter.button('codes.reveal').waitFor();
        const [first, second] = await counter.made('orders.place');
        expect(first).toMatchObject({ useAllowedDebt: false });
        expect(second).toMatchObject({ useAllowedDebt: true, replaces: '00000008-0000-4000-8000-000000000101' });
      },
    );
  });

  it('after a price change waits for the new price, shows the old one against it, and sells at the new one', async () => {
    await withCounter({ language, double: { outcome: 'refused', refusal: 'price_changed' } }, async (counter) => {
      await counter.cards().first().click();
      await counter.set({ held: ['catalogue.freshCard'] });
      await counter.button('sale.buy').click();
      await counter.text('sale.price.reading').waitFor();
      // At the price that was refused it would only be refused again.
      expect(await counter.button('sale.buy').isDisabled()).toBe(true);
      await counter.page.keyboard.press('Enter');
      expect(await counter.made('orders.place')).toHaveLength(1);
      await counter.letGo();
      const change = counter.page.locator('.sale__change');
      await change.waitFor();
      expect(await change.textContent()).toContain('2.850');
      expect(await change.textContent()).toContain('2.975');
      await counter.set({ outcome: 'completed' });
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect((await counter.made('orders.place')).at(-1)).toMatchObject({
        shownTotal: { amount: '2.975' },
        replaces: '00000008-0000-4000-8000-000000000101',
      });
    });
  });

  it('with a wrong reference cannot be placed', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await counter.page.getByRole('textbox', { name: counter.words('sale.reference') }).fill('مرجع');
      await counter.text('sale.reference.invalid').waitFor();
      await counter.page.keyboard.press('Enter');
      expect(await counter.button('sale.buy').isDisabled()).toBe(true);
      expect(await counter.made('orders.place')).toEqual([]);
    });
  });
});
