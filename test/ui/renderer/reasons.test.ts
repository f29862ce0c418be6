import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

/** A button that refuses a press and keeps the keyboard says why to whoever comes back to it. */

const withCounter = counters();

const saidOf = (target: Locator) =>
  target.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

async function expectReason(counter: CounterPage, button: Locator): Promise<void> {
  await button.waitFor();
  expect(await saidOf(button)).toBe('');
  await counter.notify('connectionChanged', { online: false });
  const reason = counter.text('sale.offline');
  await reason.waitFor();
  await expect.poll(() => saidOf(button)).toBe(await reason.textContent());
}

describe.each(languageCodes)('without a connection, in %s', (language) => {
  it('Buy says why it waits, of one card and of several', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.cards().first().click();
      await expectReason(counter, counter.button('sale.buy'));
      await counter.notify('connectionChanged', { online: true });
      await counter.text('sale.offline').waitFor({ state: 'detached' });
      await counter.button('sale.basket.add').click();
      await expectReason(counter, counter.button('sale.buy'));
    });
  });

  it.each([
    ['same_sale_pending', 'sale.same.another'],
    ['allowed_debt_consent_required', 'sale.debt.buy'],
  ] as const)('so does the answer to %s', async (code, answer) => {
    await withCounter({ language, double: { failing: { 'orders.place': code } } }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      await expectReason(counter, counter.button(answer));
    });
  });

  it('wallets are asked for once at a time', async () => {
    await withCounter(
      { language, double: { failing: { 'wallets.read': 'internal_error', 'wallets.list': 'internal_error' } } },
      async (counter) => {
        const again = counter.button('app.again');
        const asked = async () => (await counter.made('wallets.list')).length;
        await expect.poll(() => again.getAttribute('aria-disabled')).toBe(null);
        const before = await asked();
        await counter.set({ held: ['wallets.list'] });
        await again.press('Enter');
        await again.press('Enter');
        await expect.poll(asked).toBe(before + 1);
        await again.press('Enter');
        await counter.letGo();
        await expect.poll(() => again.getAttribute('aria-disabled')).toBe(null);
        expect(await asked()).toBe(before + 1);
      },
    );
  });
});

describe.each(languageCodes)('while a new price is asked for, in %s', (language) => {
  const expectPriceReason = async (counter: CounterPage): Promise<void> => {
    const reason = counter.text('sale.price.reading');
    await reason.waitFor();
    const buy = counter.button('sale.buy');
    expect(await buy.getAttribute('aria-disabled')).toBe('true');
    expect(await saidOf(buy)).toBe(await reason.textContent());
    await counter.letGo();
    await reason.waitFor({ state: 'detached' });
    await expect.poll(() => buy.getAttribute('aria-disabled')).toBe(null);
    expect(await saidOf(buy)).toBe('');
  };

  it.each(['one card', 'several'])('Buy says why it waits, of %s', async (of) => {
    await withCounter(
      { language, double: { failing: { 'orders.place': 'price_changed', 'orders.buyBasket': 'price_changed' } } },
      async (counter) => {
        await counter.cards().first().click();
        if (of === 'several') await counter.button('sale.basket.add').click();
        await counter.set({ held: ['catalogue.sync', 'catalogue.freshCard'] });
        await counter.button('sale.buy').click();
        await expectPriceReason(counter);
      },
    );
  });
});

describe.each(languageCodes)('while the service does not answer, in %s', (language) => {
  it('Show says why it waits, until the answer comes', async () => {
    await withCounter({ language, double: { held: ['reveals.show'] } }, async (counter) => {
      await counter.cards().first().click();
      await counter.button('sale.buy').click();
      const show = counter.button('codes.reveal');
      await show.click();
      const slow = counter.text('codes.slow');
      await slow.waitFor();
      expect(await saidOf(show)).toBe(await slow.textContent());
      await counter.notify('connectionChanged', { online: true, trouble: 'silent' });
      const reason = counter.text('codes.silent');
      await reason.waitFor();
      expect(await saidOf(show)).toBe(await reason.textContent());
      await counter.letGo();
      await reason.waitFor({ state: 'detached' });
      await counter.button('codes.hide').waitFor();
    });
  });

  it('Start training says why it waits', async () => {
    const double = { orders: 'none', start: { mode: 'deployment' }, held: ['app.startTraining'] } as const;
    await withCounter({ language, double }, async (counter) => {
      await counter.area('nav.counter').click();
      const start = counter.button('firstRun.training.start');
      await start.press('Enter');
      await counter.notify('connectionChanged', { online: true, trouble: 'silent' });
      const reason = counter.text('train.silent');
      await reason.waitFor();
      expect(await saidOf(start)).toBe(await reason.textContent());
      await counter.notify('connectionChanged', { online: true });
      await expect.poll(() => saidOf(start)).toBe('');
    });
  });
});
