import { describe, expect, it } from 'vitest';

import { counters } from './with-counter.ts';

const withCounter = counters();
const onOffer = { en: 'Zain 25', ar: 'زين 25' } as const;

describe.each(['en', 'ar'] as const)('the sale panel in %s', (language) => {
  it('says what the tile says of an offer, and sells at the price of the wallet', async () => {
    await withCounter({ language }, async (counter) => {
      const tile = counter.page.getByRole('row', { name: onOffer[language], exact: true }).first();
      const panel = counter.page.getByRole('complementary', { name: counter.words('sale.title') });
      // The amount is isolated from the words around it.
      const offer = new RegExp(`^${counter.words('catalogue.offerPrice')} \\W?21\\.900\\W?$`);
      await counter.page.getByRole('searchbox').fill(onOffer[language]);
      await tile.getByText(offer).waitFor();
      await tile.getByText('23.750').waitFor();
      await tile.click();
      await panel.getByText(offer).waitFor();
      expect(await counter.axe()).toEqual([]);
      await counter.button('sale.buy').click();
      await counter.button('codes.reveal').waitFor();
      expect(await counter.made('orders.place')).toMatchObject([{ expectedUnitPrice: { amount: '23.750', currency: 'KWD' } }]);
    });
  });
});

describe('in a narrow window', () => {
  it('a chosen card brings its sale into view, and the next customer the search', async () => {
    await withCounter({ viewport: { width: 512, height: 350 } }, async (counter) => {
      await counter.cards().nth(1).click();
      const panel = counter.page.getByRole('complementary', { name: counter.words('sale.title') });
      await expect.poll(() => panel.getByRole('heading').evaluate(inView)).toBe(true);
      expect(await panel.getByRole('textbox', { name: counter.words('sale.quantity') }).evaluate(inView)).toBe(true);
      await counter.button('sale.clear').click();
      await expect.poll(() => counter.page.getByRole('searchbox').evaluate(inView)).toBe(true);
    });
  });
});

/** From its first line to its last. */
function inView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= -1 && bottom <= innerHeight + 1;
}
