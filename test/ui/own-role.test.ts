import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { languageCodes } from '../../src-shared/words/languages.ts';
import { CounterOfShop } from './pages/counter-of-shop.ts';
import type { CounterWindow } from './pages/counter-window.ts';
import { oneBrowser } from './pages/one-browser.ts';
import { openShop } from './pages/open-window.ts';
import { PeoplePage } from './pages/people-page.ts';

const browser = oneBrowser();

describe.each(languageCodes)('a manager who gives the role away, in %s', (language) => {
  let shop: CounterOfShop;
  let counter: CounterWindow;
  let people: PeoplePage;

  beforeEach(async () => {
    shop = await CounterOfShop.start();
    await shop.sell(1);
    counter = await openShop(browser(), shop, language);
    people = new PeoplePage(counter);
    await people.add('Mona', 'manager', '73519462');
    await people.add('Max', 'manager', '55512345');
  });
  afterEach(async () => {
    await counter.close();
    await shop.stop();
  });

  it('comes back with the new PIN, and finds no cost in what was open', async () => {
    const cost = counter.page.locator('dt', { hasText: counter.say('order.cost') });
    await counter.go('orders');
    await counter.orders.open();
    await cost.waitFor();
    await people.change('Mona', { role: 'cashier', pin: '24681357' });
    await people.enter('Mona', '24681357');
    await counter.go('orders');
    await counter.orders.open();
    expect(await cost.count()).toBe(0);
  });
});
