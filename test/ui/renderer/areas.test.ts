import { describe, expect, it } from 'vitest';

import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(['en', 'ar'] as const)('an area, in %s', (language) => {
  it('shows what is known here, ready to be sold, before the network says anything', async () => {
    await withCounter({ language, double: { hanging: ['wallets.list', 'catalogue.sync'] } }, async (counter) => {
      await counter.page.getByRole('row').nth(1).click();
      await counter.button('sale.buy').waitFor();
      expect(await counter.page.locator('.skeleton').count()).toBe(0);
    });
  });

  it('that cannot be read has the keyboard on what reads it again', async () => {
    await withCounter({ language, double: { failing: { 'wallets.read': 'internal_error', 'wallets.list': 'internal_error' } } }, async (counter) => {
      await counter.text('wallet.unread').waitFor();
      expect(await counter.button('app.again').evaluate((button) => button === document.activeElement)).toBe(true);
    });
  });

  it('breaks alone: the others go on', async () => {
    await withCounter({ language }, async (counter) => {
      await counter.page.evaluate(() => {
        // What no schema lets through: the area cannot draw it.
        Object.assign(window.counter?.orders ?? {}, { read: () => Promise.resolve({ ok: true, value: { order: { operationId: 'none' }, timeline: [null] } }) });
      });
      await counter.area('nav.orders').click();
      await counter.page.getByRole('option').first().click();
      await counter.text('app.broken.title').waitFor();
      expect(counter.takeViolations()).not.toEqual([]);
      await counter.area('nav.sell').click();
      await counter.page.getByRole('row').nth(1).waitFor();
    });
  });
});
