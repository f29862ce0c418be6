import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { valueOf } from '../../../../../support/outcome.ts';
import { openShop } from '../../../../../support/shop.ts';

const comparison = z.object({
  state: z.string(),
  done: z.number(),
  counts: z.record(z.string(), z.number()),
  lists: z.unknown(),
  balances: z.looseObject({ wallets: z.array(z.looseObject({ unexplained: z.unknown() })) }),
  here: z.array(z.unknown()),
  there: z.array(z.unknown()),
});

const goingOn = z.object({
  state: z.string(),
  done: z.number(),
  earlier: z.object({ orders: z.number() }).exactOptional(),
});

test('a day and a Z are compared with the service from the command line, into a page and a table', async () => {
  const shop = await openShop();
  try {
    await shop.counter(['shift', 'open']);
    for (const quantity of [1, 2]) await shop.counter(shop.buy(randomUUID(), quantity));
    const page = join(shop.folder, 'day.html');
    const today = await shop.counter(['report', 'reconcile', '--with-lists', '--write', page]);
    const day = valueOf(today, comparison);
    expect(day).toMatchObject({ state: 'done', done: 2, counts: { equal: 2 }, lists: { unchecked: [] } });
    expect(day.there).toEqual(day.here);
    expect(readFileSync(page, 'utf8')).toContain('Content-Security-Policy');
    await shop.counter(['wallets']);
    const sales = join(shop.folder, 'sales.csv');
    await shop.counter(['report', 'sales', '--write', sales]);
    expect(readFileSync(sales, 'utf8').match(/,"[A-Z]1-000[12]",.*,"Kuwait wallet",/g)).toHaveLength(2);
    await shop.counter(['shift', 'close']);
    const file = join(shop.folder, 'z.csv');
    const z1 = await shop.counter(['report', 'reconcile', '1-1', '--write', file]);
    const closed = valueOf(z1, comparison);
    expect(closed).toMatchObject({ state: 'done', counts: { equal: 2 }, lists: null });
    // Read as the shift was opened and as it was closed, so nothing of it is unexplained.
    expect(closed.balances).toMatchObject({ unchecked: null, purchases: 2, unclearCount: 0 });
    expect(closed.balances.wallets.map(({ unexplained }) => unexplained)).toEqual(
      closed.balances.wallets.map(() => ({ least: '0.000', most: '0.000' })),
    );
    expect(readFileSync(file, 'utf8').match(/^equal,/gm)).toHaveLength(2);
    const [unknown, both, over] = [
      await shop.counter(['report', 'reconcile', '9-9']),
      await shop.counter(['report', 'reconcile', '1-1', '--from', '2026-01-01']),
      await shop.counter(['report', 'reconcile', '1-1', '--write', file]),
    ];
    expect([unknown.exitCode, both.exitCode, over.exitCode]).toEqual([2, 2, 2]);
  } finally {
    await shop.close();
  }
});

test('a comparison that was cut off goes on in the next command, and says so; anew it begins again', async () => {
  const shop = await openShop();
  try {
    for (const quantity of [1, 2]) await shop.counter(shop.buy(randomUUID(), quantity));
    const cutOff = () => shop.sandbox.fault({ operation: 'getPartnerOrder', sequence: [null, 'drop-after-commit'] });
    await cutOff();
    const first = await shop.counter(['report', 'reconcile']);
    expect(first.exitCode).toBe(7);
    expect(first.stderr).toMatch(/^counter: connection_lost\n/);
    const second = await shop.counter(['report', 'reconcile']);
    expect(valueOf(second, goingOn)).toMatchObject({ state: 'done', done: 2, earlier: { orders: 1 } });
    expect(second.stderr).toMatch(/^1 of 2 sales checked\n1 of these sales was checked earlier: .*\n$/);
    await cutOff();
    await shop.counter(['report', 'reconcile']);
    const anew = await shop.counter(['report', 'reconcile', '--anew']);
    expect(valueOf(anew, goingOn)).toEqual({ state: 'done', done: 2 });
    expect(anew.stderr).toBe('');
  } finally {
    await shop.close();
  }
});
