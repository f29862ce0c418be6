import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, orderSchema, type Order, shownCodes, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { expectOneSale } from './one-sale.ts';

const ordersSchema = z.object({ items: z.array(orderSchema) });
const cardsSchema = z.object({
  items: z.array(z.object({ id: z.string(), available: z.boolean(), unitPrice: z.object({}).loose().optional() })),
});

let shop: Shop;
let cards: readonly string[];
beforeAll(async () => {
  shop = await openShop();
  const { items } = valueOf(await shop.counter(['catalogue', shop.walletId]), cardsSchema);
  cards = items
    .filter(({ available, unitPrice }) => available && unitPrice !== undefined)
    .slice(0, 3)
    .map(({ id }) => id);
});
afterAll(() => shop.close());

const quantities = [2, 2, 1];

function buyThree(...more: readonly string[]): readonly string[] {
  const lines = cards.flatMap((cardId, index) => ['--line', `${cardId}=${quantities[index] ?? 1}`]);
  return ['buy', '--wallet', shop.walletId, ...lines, '--beside-pending', ...more];
}

async function ordersNow(): Promise<readonly Order[]> {
  return valueOf(await shop.counter(['orders']), ordersSchema).items;
}

describe.each(['intent-recorded', 'attempt-recorded', 'answer-received', 'answer-sealed', 'delivery-recorded'])(
  'a basket killed at %s',
  (step) => {
    it('comes back with all its lines, each bought once with its codes', async () => {
      const before = await shop.sandbox.sales();
      const known = new Set((await ordersNow()).map(({ operationId }) => operationId));
      const killed = await shop.counter(buyThree('--reveal'), { env: { COUNTERFOIL_CRASH_AT: step } });
      expect(killed.signal, killed.stderr).toBe('SIGKILL');
      const all = await ordersNow();
      const lines = all
        .filter(({ operationId }) => !known.has(operationId))
        .toSorted((one, other) => (one.basket?.line ?? 0) - (other.basket?.line ?? 0));
      expect(new Set(lines.map(({ basket }) => basket?.id)).size).toBe(1);
      expect(lines.map(({ cardId, quantity }) => [cardId, quantity])).toEqual(
        cards.map((cardId, index) => [cardId, quantities[index]]),
      );
      for (const { operationId, quantity } of lines) {
        const resumed = valueOf(await shop.counter(['resume', operationId, '--reveal']), orderSchema);
        expect([resumed.state, shownCodes(resumed)]).toEqual(['completed', quantity]);
        await expectOneSale(shop, resumed);
      }
      expect((await shop.sandbox.sales()).length - before.length).toBe(3);
    });
  },
);

describe.each(['before-intent', 'basket-line-written'])('a basket killed at %s', (step) => {
  it('leaves no line of it, and the same command then buys all', async () => {
    const [sales, orders] = [await shop.sandbox.sales(), await ordersNow()];
    const killed = await shop.counter(buyThree(), { env: { COUNTERFOIL_CRASH_AT: step } });
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    expect(await ordersNow()).toHaveLength(orders.length);
    const { items } = valueOf(await shop.counter(buyThree()), ordersSchema);
    expect(items.map(({ state, quantity }) => [state, quantity])).toEqual(
      quantities.map((each) => ['completed', each]),
    );
    expect((await shop.sandbox.sales()).length - sales.length).toBe(3);
  });
});

it('buys equal cards as one line, and refuses what goes with no lines', async () => {
  const [cardId = ''] = cards;
  const lines = ['--line', `${cardId}=1`, '--line', `${cardId}=2`, '--beside-pending'];
  const { items } = valueOf(await shop.counter(['buy', '--wallet', shop.walletId, ...lines]), ordersSchema);
  expect(items.map(({ quantity }) => quantity)).toEqual([3]);
  const refused = async (...more: readonly string[]) =>
    failureOf(await shop.counter(['buy', '--wallet', shop.walletId, ...more]), 2);
  expect(await refused(...lines, '--card', cardId)).toMatchObject({ code: 'input_invalid', field: 'card' });
  expect(await refused('--line', cardId)).toMatchObject({ code: 'input_invalid', field: 'line' });
  expect(await refused('--line', `${cardId}=0`)).toMatchObject({ code: 'input_invalid', field: 'line' });
  const { field } = await refused('--line', `${cardId}=1`, '--line', `${shop.walletId}=1`);
  expect(field).toMatch(/^lines\.1/);
});
