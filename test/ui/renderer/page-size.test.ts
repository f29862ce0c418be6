import { expect, it } from 'vitest';
import { pageSizeAfterCollection } from '../../support/page-size.ts';
import { buyFirst } from './codes-traces.ts';
import type { CounterPage } from './counter-page.ts';
import { counters } from './with-counter.ts';

const withCounter = counters();

/** A sale with its codes shown and handed over, and a look at the orders and the owned cards, as the mouse does it. */
async function sell(counter: CounterPage): Promise<void> {
  await buyFirst(counter);
  await counter.button('codes.reveal').click();
  await counter.button('codes.done').click();
  await counter.page.getByRole('dialog').waitFor({ state: 'detached' });
  await counter.area('nav.orders').click();
  await counter.page.getByRole('option').first().click();
  await counter.page.getByText(counter.words('timeline.intended')).waitFor();
  await counter.area('nav.owned').click();
  await counter.text('owned.none').waitFor();
  await counter.area('nav.sell').click();
  await counter.text('sale.empty').waitFor();
  await counter.cards().first().waitFor();
}

async function sellTimes(counter: CounterPage, times: number): Promise<void> {
  for (let sale = 0; sale < times; sale += 1) await sell(counter);
}

it('a page holds no more nodes and listeners after many sales than after the first few', async () => {
  await withCounter({ double: { orders: 'none' }, isLast: true }, async (counter) => {
    // What moves on the screen is moving when it goes away.
    await counter.page.emulateMedia({ reducedMotion: 'no-preference' });
    await sellTimes(counter, 4);
    const before = await pageSizeAfterCollection(counter.page);
    await sellTimes(counter, 8);
    const after = await pageSizeAfterCollection(counter.page);
    expect([after.nodes - before.nodes, after.listeners - before.listeners]).toEqual([0, 0]);
  });
});
