import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { valueOf, type Order } from '../support/outcome.ts';
import { sealedBodyOf } from '../support/sealed-body.ts';
import type { Shop } from '../support/shop.ts';

const intendedSchema = z.object({
  items: z.array(z.object({ kind: z.string(), body: z.object({ body: z.never().optional() }).loose() })),
});

/**
 * The service sold this order once, for the very bytes that the journal intended, and both name the same cards; the
 * journal is whole.
 */
export async function expectOneSale(shop: Shop, { operationId, quantity, codes }: Order): Promise<void> {
  const sales = (await shop.sandbox.sales()).filter((sale) => sale.operationId === operationId);
  expect(sales.map((sale) => sale.quantity)).toEqual([quantity]);
  expect(codes.map(({ soldCardId }) => soldCardId).sort()).toEqual([...(sales[0]?.soldCardIds ?? [])].sort());
  const { items } = valueOf(await shop.counter(['journal', 'events', operationId]), intendedSchema);
  const intents = items.filter(({ kind }) => kind === 'order-intended');
  expect(intents).toHaveLength(1);
  const body = (await sealedBodyOf(shop.data, operationId)) ?? '';
  expect(createHash('sha256').update(body).digest('hex')).toBe(sales[0]?.bodySha256);
  valueOf(await shop.counter(['journal', 'verify']), z.object({ rows: z.int() }));
}

/** When to kill a counter whose next order the service sells and leaves unanswered: its intent is written by then. */
export async function betweenSaleAndAnswer(shop: Shop): Promise<(hasEnded: () => boolean) => Promise<void>> {
  await shop.sandbox.fault({ name: 'delayed-answer', operation: 'createPartnerOrder', ms: 600_000 });
  const sold = (await shop.sandbox.sales()).length;
  return async (hasEnded) => {
    while (!hasEnded() && (await shop.sandbox.sales()).length === sold) await wait(20);
  };
}
