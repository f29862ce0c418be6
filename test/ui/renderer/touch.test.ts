import { expect, it } from 'vitest';
import { counters } from './with-counter.ts';

const withCounter = counters();

it.each(['en', 'ar'] as const)(
  'in %s a card is sold by touch alone, from the category to the customer',
  async (language) => {
    await withCounter({ language, touch: true, double: { orders: 'none' } }, async (counter) => {
      const { page } = counter;
      await page.getByRole('option', { name: language === 'ar' ? 'الألعاب' : 'Games', exact: true }).tap();
      await page
        .getByRole('row', { name: language === 'ar' ? 'متجر بلايستيشن 10' : 'PlayStation Store 10', exact: true })
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
        { quantity: 2, expectedUnitPrice: { amount: '3.120', currency: 'KWD' } },
      ]);
    });
  },
);
