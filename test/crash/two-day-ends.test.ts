import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { orderSchema, valueOf } from '../support/outcome.ts';
import { openShop } from '../support/shop.ts';

const rounds = 3;
const zsSchema = z.object({
  items: z.array(z.object({ name: z.string(), sales: z.number(), cards: z.number() })),
});
const refusedSchema = z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) });

it('two managers who close a day at the same moment, in two processes, leave each sale in one Z', async () => {
  const shop = await openShop();
  onTestFinished(() => shop.close());
  const refusals: string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bought = await shop.counter(shop.buy(randomUUID(), round));
    expect(valueOf(bought, orderSchema).state).toBe('completed');
    const both = await Promise.all([shop.counter(['shift', 'close']), shop.counter(['shift', 'close'])]);
    expect(both.filter(({ exitCode }) => exitCode === 0).length).toBeGreaterThan(0);
    for (const { json } of both.filter(({ exitCode }) => exitCode !== 0))
      refusals.push(refusedSchema.parse(json).error.code);
  }
  const zs = valueOf(await shop.counter(['report', 'list', '--all']), zsSchema).items.toReversed();
  expect(zs.map(({ name }) => name)).toEqual(zs.map((_, index) => `1-${index + 1}`));
  // Who came second closed a day without a sale, or was refused because another program has the records open.
  expect(zs.map(({ sales }) => sales).filter((sales) => sales > 0)).toEqual([1, 1, 1]);
  expect(zs.reduce((sum, { cards }) => sum + cards, 0)).toBe(1 + 2 + 3);
  expect(zs.length + refusals.length).toBe(2 * rounds);
  expect([...new Set(refusals)].filter((code) => code !== 'journal_in_use')).toEqual([]);
});
