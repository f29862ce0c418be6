import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failureOf, orderBesideFailure, orderSchema, shownCodes, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { until } from '../support/until.ts';
import { expectOneSale } from './one-sale.ts';

const quantity = 3;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('settles an order whose service was killed between its commit and its answer', async () => {
  const operationId = randomUUID();
  await shop.sandbox.fault({ name: 'delayed-answer', operation: 'createPartnerOrder', ms: 600_000 });
  const buying = shop.counter(shop.buy(operationId, quantity, '--wait', '0'));
  await untilSold(operationId);
  await shop.sandbox.stop('SIGKILL');
  const unsettled = orderBesideFailure(await buying, 4);
  expect([unsettled.state, unsettled.attempts.map(({ judgement }) => judgement)]).toEqual(['unknown', ['lost']]);
  expect(failureOf(await shop.counter(['resume', operationId, '--wait', '0']), 4).code).toBe('not_settled');
  await shop.sandbox.restart();
  const order = valueOf(await shop.counter(['resume', operationId, '--reveal']), orderSchema);
  expect([order.state, shownCodes(order)]).toEqual(['completed', quantity]);
  await expectOneSale(shop, order);
});

it('buys once where the service was down before the order reached it', async () => {
  const operationId = randomUUID();
  let lastState = '';
  await shop.sandbox.restart(async () => {
    // The price cannot be read, so nothing is recorded.
    expect(failureOf(await shop.counter(shop.buy(operationId, quantity)), 7).code).toBe('service_unreachable');
    lastState = failureOf(await shop.counter(['order', operationId]), 2).code;
  });
  expect(lastState).toBe('operation_unknown');
  const order = valueOf(await shop.counter(shop.buy(operationId, quantity, '--reveal')), orderSchema);
  await expectOneSale(shop, order);
});

async function untilSold(operationId: string): Promise<void> {
  await until('the sale', async () => (await shop.sandbox.sales()).some((sale) => sale.operationId === operationId));
}
