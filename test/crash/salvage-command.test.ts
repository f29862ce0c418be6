import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { damageIntentOf } from '../support/damaged-intent.ts';
import { failureOf, orderSchema, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';

const salvagedSchema = z.strictObject({
  head: z.object({ seq: z.int() }),
  setAside: z.string(),
  events: z.int(),
  sealedAnswers: z.int(),
  gaps: z.array(z.object({ after: z.object({ seq: z.int() }), before: z.object({ seq: z.int() }) })),
  missing: z.array(z.object({ operationId: z.string(), what: z.string() })),
});
const checkedSchema = z.object({
  lostOrders: z.array(z.object({ operationId: z.string(), standing: z.string(), quantity: z.int().nullable() })),
});

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('a damaged intent is salvaged around: the rest is kept, nothing is sold, and the service says what became of that one', async () => {
  const [lost, kept] = [randomUUID(), randomUUID()];
  for (const id of [lost, kept]) valueOf(await shop.counter(shop.buy(id, 1)), orderSchema);
  const damaged = damageIntentOf(join(shop.data, 'journal.db'), lost);
  const refused = await shop.counter(shop.buy(randomUUID(), 2));
  expect([failureOf(refused, 6).code, refused.stderr.includes('journal salvage')]).toEqual(['journal_corrupt', true]);
  const salvaged = valueOf(await shop.counter(['journal', 'salvage']), salvagedSchema);
  expect(salvaged.missing).toEqual([{ operationId: lost, what: 'intent' }]);
  expect(salvaged.gaps.map(({ after, before }) => before.seq - after.seq)).toEqual([2]);
  expect(readFileSync(join(salvaged.setAside, 'journal.db')).includes(damaged)).toBe(true);
  valueOf(await shop.counter(['journal', 'verify']), z.object({ rows: z.int() }));
  expect(failureOf(await shop.counter(shop.buy(randomUUID(), 2)), 6).code).toBe('records_not_reconciled');
  const { items } = valueOf(await shop.counter(['orders']), z.object({ items: z.array(orderSchema) }));
  expect(items.map(({ operationId }) => operationId)).toEqual([kept]);
  const { lostOrders } = valueOf(await shop.counter(['reconcile']), checkedSchema);
  expect(lostOrders).toEqual([{ operationId: lost, standing: 'completed', quantity: 1 }]);
  const shown = valueOf(await shop.counter(['resume', kept, '--reveal']), orderSchema);
  expect(shown.codes.map(({ voucher }) => typeof voucher)).toEqual(['string']);
  valueOf(await shop.counter(shop.buy(randomUUID(), 2)), orderSchema);
});
