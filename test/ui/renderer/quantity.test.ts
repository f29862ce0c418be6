import { describe, expect, it } from 'vitest';

import { buyFirst } from './codes-traces.ts';
import { id } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(['en', 'ar'] as const)('the quantity of a sale, in %s', (language) => {
  it.each(['watched', 'left in the tray'])('has its limits shown at the next sale of the card where they were told to one that was %s', async (where) => {
    await withCounter({ language, double: { outcome: where === 'watched' ? 'refused' : 'unknown', refusal: 'validation_failed' } }, async (counter) => {
      await buyFirst(counter);
      if (where === 'watched') await counter.button('sale.watch.again').click();
      else {
        await counter.button('sale.watch.next').click();
        await counter.settle(id(8, 101), { state: 'refused', refusal: { code: 'validation_failed', requestId: 'req-refused-1' } });
      }
      await counter.cards().first().click();
      await counter.page.getByRole('complementary').getByText(counter.words('sale.quantity.between')).waitFor();
    });
  });
});

describe('the quantity of a sale', () => {
  it.each([
    ['as many as the deployment takes', { maximumQuantity: 250 }, '250'], ['no more than a small deployment takes', { maximumQuantity: 10 }, '10'],
    ['no more than one reveal shows again, without the permissions for more', { maximumQuantity: 250, scopes: ['orders:create', 'cards:read'] }, '100'],
  ])('has %s', async (_, start, most) => {
    await withCounter({ double: { start } }, async (counter) => {
      await counter.cards().first().click();
      const quantity = counter.page.getByRole('textbox', { name: counter.words('sale.quantity') });
      await quantity.fill('9999');
      await quantity.blur();
      expect(await quantity.inputValue()).toBe(most);
    });
  });
});
