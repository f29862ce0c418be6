import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { CounterOfShop } from './pages/counter-of-shop.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { expectSound } from './pages/first-sale-story.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openShop } from './pages/open-window.ts';
import { languages } from './pages/words.ts';

const browser = oneBrowser();

describe.each(languages)('a counter whose records were put back from a backup, in %s', (language) => {
  let shop: CounterOfShop;
  let counter: CounterWindow;
  let soldSince: readonly string[] = [];

  beforeAll(async () => {
    shop = await CounterOfShop.start();
    await shop.sell(1);
    await shop.restoreRecordsOfBefore(async () => {
      soldSince = await shop.sell(2);
    });
    counter = await openShop(browser(), shop, language);
  });
  afterAll(async () => {
    await counter.close();
    await shop.stop();
  });

  it('sells nothing and hands no code out until it is checked with the service', async () => {
    await counter.text('custody.restored.title').waitFor();
    await counter.sell.pick();
    expect(await counter.button('sale.buy').isDisabled()).toBe(true);
    await expectSound(counter);
    await counter.go('orders');
    await counter.orders.open();
    await counter.button('journal.openCodes').click();
    await counter.text('custody.codesLocked').waitFor();
    expect(await counter.button('codes.reveal').count()).toBe(0);
    await expectSound(counter);
    await counter.codes.close();
  });

  it('is checked on the screen, and names the cards that were sold after the backup', async () => {
    await counter.button('custody.check').click();
    await counter.button('custody.look').click();
    await counter.text('custody.unknown', { count: soldSince.length }).waitFor();
    for (const card of soldSince) await counter.page.getByText(card, { exact: true }).waitFor();
    await expectSound(counter);
    await counter.button('custody.noted').click();
    await counter.text('custody.done.title').waitFor({ state: 'detached' });
  });

  it('gives its codes out and sells again', async () => {
    await counter.go('orders');
    await counter.orders.open();
    await counter.button('journal.openCodes').click();
    await counter.codes.reveal();
    const shown = await counter.codes.shown();
    await counter.codes.hide();
    expect(await counter.codes.leaks(shown)).toEqual([]);
    await counter.codes.done();
    await counter.go('sell');
    await counter.sell.pick();
    await counter.sell.buy();
    await counter.codes.waitFor();
    await counter.codes.reveal();
    await counter.codes.done();
    await expectSound(counter);
  });
});
