import { expect, test } from 'vitest';
import { z } from 'zod';
import { valueOf } from '../../../../../support/outcome.ts';
import { openShop } from '../../../../../support/shop.ts';

const money = z.object({ amount: z.string(), currency: z.string() });
const exampleSchema = z.object({ cost: money, charge: money, source: z.string(), ruleId: z.string().nullable() });

test('an example is charged by the rule of its category', async () => {
  const shop = await openShop();
  try {
    const example = async () =>
      valueOf(await shop.counter(['prices', 'example', shop.walletId, shop.cardId]), exampleSchema);
    const before = await example();
    expect(before.source).not.toBe('rule');
    const { currency } = before.cost;
    const { items } = valueOf(
      await shop.counter(['categories', shop.walletId, '--all']),
      z.object({ items: z.array(z.object({ id: z.string() })) }),
    );
    for (const { id } of items)
      await shop.counter(['prices', 'set', '--category', id, '--fixed', '999', '--currency', currency]);
    const after = await example();
    expect(after).toMatchObject({ cost: { amount: before.cost.amount, currency }, source: 'rule' });
    expect(Number(after.charge.amount)).toBe(999);
  } finally {
    await shop.close();
  }
});
