import { expect, it } from 'vitest';
import { languageCodes, languages } from '../../../src-shared/words/languages.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

it.each(languageCodes)('in %s a card is sold by touch alone, from the category to the customer', async (language) => {
  await withCounter({ language, touch: true, double: { orders: 'none' } }, async (counter) => {
    const { page } = counter;
    await page
      .getByRole('option', { name: { ar: 'الألعاب', en: 'Games' }[languages[language].service], exact: true })
      .tap();
    await page
      .getByRole('row', {
        name: { ar: 'متجر بلايستيشن 10', en: 'PlayStation Store 10' }[languages[language].service],
        exact: true,
      })
      .tap();
    await counter.button('sale.quantity.more').tap();
    expect(await counter.smallTargets()).toEqual([]);
    await counter.button('sale.buy').tap();
    await counter.button('codes.revealAll').tap();
    await counter.button('codes.hide').tap();
    await counter.button('codes.done').tap();
    await counter.text('sale.empty').waitFor();
    await counter.text('tray.none').waitFor();
    expect(await counter.made('orders.place')).toMatchObject([
      { quantity: 2, shownTotal: { amount: '6.240', currency: 'KWD' } },
    ]);
  });
});
