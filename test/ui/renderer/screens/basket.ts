import type { CounterPage } from '../counter-page.ts';
import { id } from '../double-data.ts';
import { chooseCard, placed, shown, type Screen } from './screen.ts';

/** Three kinds of cards: two are lines, and the third is in hand. */
async function basketOfThree(counter: CounterPage): Promise<void> {
  for (const index of [0, 1]) {
    await chooseCard(counter, index);
    await counter.button('sale.quantity.more').click();
    await counter.button('sale.basket.add').click();
  }
  await chooseCard(counter, 2);
}

/** Several cards for one customer, before and after Buy. */
export const basketScreens: readonly Screen[] = [
  {
    name: 'basket with a card in hand',
    reach: basketOfThree,
    next: [
      {
        name: 'basket asks about the same sale of a line',
        reach: async (counter) => {
          const asks = { code: 'same_sale_pending', field: 'lines.1', operationId: id(8, 2) } as const;
          await counter.set({ failing: { 'orders.buyBasket': asks } });
          await counter.button('sale.buy').click();
          await shown(counter.button('sale.same.another'));
        },
      },
      {
        name: 'basket asks whether so much is meant',
        reach: async (counter) => {
          await counter.set({ failing: { 'orders.buyBasket': { code: 'large_sale', field: 'lines' } } });
          await counter.button('sale.same.another').click();
          await shown(counter.page.getByRole('alertdialog'));
        },
      },
      {
        name: 'basket with its codes',
        reach: async (counter) => {
          await counter.set({ failing: {} });
          await counter.button('sale.large.buy', { count: 5 }).click();
          await counter.button('codes.revealAll').click();
          await shown(counter.button('codes.hide'));
        },
      },
    ],
  },
  {
    name: 'basket with a card at another price, and one that cannot be a line',
    reach: async (counter) => {
      await chooseCard(counter, 0);
      await counter.button('sale.basket.add').click();
      await chooseCard(counter, 1);
      await counter.button('sale.otherPrice').click();
      await counter.type('3');
      await counter.button('sale.basket.add').click();
      await chooseCard(counter, 2);
      await counter.button('sale.otherPrice').click();
      await counter.type('3.1234');
      await counter.cards().nth(3).click();
      await shown(counter.page.locator('.sale').getByRole('alert'));
    },
  },
  {
    name: 'basket of which a line was refused and one has no result',
    double: { outcome: 'unknown' },
    reach: async (counter) => {
      await basketOfThree(counter);
      await counter.button('sale.buy').click();
      await shown(counter.text('state.unknown.says'));
      const codes = [{ soldCardId: id(7, 777) }];
      await counter.settle(placed, { state: 'completed', codesState: 'sealed', codes, cancellable: false });
      await counter.settle(id(8, 102), { state: 'refused', refusal: { code: 'card_unavailable' }, cancellable: false });
      await counter.settle(id(8, 103), { state: 'waiting', cancellable: true });
      await shown(counter.button('sale.basket.cancel'));
    },
  },
];
