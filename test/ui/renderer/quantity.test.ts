import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../src-shared/words/languages.ts';
import { buyFirst } from './codes-traces.ts';
import type { CounterPage } from './counter-page.ts';
import { id } from './double-data.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

describe.each(languageCodes)('the quantity of a sale, in %s', (language) => {
  it.each(['watched', 'left in the tray'])(
    'has its limits shown at the next sale of the card where the service named them to one that was %s',
    async (where) => {
      await withCounter(
        { language, double: { outcome: where === 'watched' ? 'refused' : 'unknown', refusal: 'validation_failed' } },
        async (counter) => {
          await buyFirst(counter);
          if (where === 'watched') await counter.button('sale.clear').click();
          else {
            await counter.button('sale.watch.next').click();
            await counter.settle(id(8, 101), {
              state: 'refused',
              refusal: { code: 'validation_failed', requestId: 'req-refused-1' },
            });
          }
          await counter.cards().first().click();
          await counter.page
            .getByRole('complementary')
            .getByText(counter.words('sale.quantity.between', { minimum: 2, maximum: 5 }))
            .waitFor();
        },
      );
    },
  );
});

describe.each(languageCodes)('a refusal that names a limit, in %s,', (language) => {
  const quantity = (counter: CounterPage) =>
    counter.page.getByRole('textbox', { name: counter.words('sale.quantity') });

  it.each([
    ['9', '5', '14.250'],
    ['1', '2', '5.700'],
  ])('reopens the sale of %s with %s filled in', async (asked, allowed, total) => {
    await withCounter({ language, double: { outcome: 'refused', refusal: 'validation_failed' } }, async (counter) => {
      await counter.cards().first().click();
      await quantity(counter).press('ControlOrMeta+a');
      await counter.type(asked);
      for (let presses = 0; presses < 6; presses += 1) await counter.page.keyboard.down('Enter');
      await counter.page
        .getByRole('alert')
        .getByText(counter.words('sale.quantity.refused', { before: Number(asked) }))
        .waitFor();
      // The Enter that bought is still held.
      for (let presses = 0; presses < 6; presses += 1) await counter.page.keyboard.down('Enter');
      await counter.page.keyboard.up('Enter');
      expect(await quantity(counter).inputValue()).toBe(allowed);
      expect(await counter.page.locator('.sale__total').textContent()).toContain(total);
      expect(await counter.axe()).toEqual([]);
      expect(await counter.made('orders.place')).toHaveLength(1);
      await counter.set({ outcome: 'completed' });
      await counter.page.keyboard.press('Enter');
      await counter.button('codes.revealAll').waitFor();
      expect((await counter.made('orders.place')).at(-1)).toMatchObject({
        quantity: Number(allowed),
        shownTotal: { amount: total },
        replaces: id(8, 101),
      });
    });
  });

  it('leaves a sale within the limits refused: it was for something else', async () => {
    await withCounter({ language, double: { outcome: 'refused', refusal: 'validation_failed' } }, async (counter) => {
      await counter.cards().first().click();
      await counter.page.keyboard.press('3');
      await counter.page.keyboard.press('Enter');
      await counter.button('sale.watch.again').waitFor();
      expect(await counter.text('sale.quantity.refused').count()).toBe(0);
    });
  });

  it('does so from the tray too', async () => {
    await withCounter({ language, double: { orders: 'none', outcome: 'unknown' } }, async (counter) => {
      await counter.cards().first().click();
      await counter.page.keyboard.press('8');
      await counter.page.keyboard.press('Enter');
      await counter.button('sale.watch.next').click();
      await counter.settle(id(8, 101), {
        state: 'refused',
        refusal: { code: 'validation_failed', requestId: 'req-refused-1' },
      });
      await expect.poll(async () => (await counter.made('catalogue.read')).length).toBeGreaterThan(1);
      await counter.page
        .getByRole('region', { name: counter.words('tray.title') })
        .getByRole('button')
        .click();
      await expect.poll(() => quantity(counter).inputValue()).toBe('5');
    });
  });
});

describe('the quantity of a sale', () => {
  it.each([
    ['as many as the deployment takes', { maximumQuantity: 250 }, '250'],
    ['no more than a small deployment takes', { maximumQuantity: 10 }, '10'],
    [
      'no more than one reveal shows again, without the permissions for more',
      { maximumQuantity: 250, scopes: ['orders:create', 'cards:read'] },
      '100',
    ],
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
