import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { canLoseWrites } from '../support/lost-writes.ts';
import { failureOf, orderSchema, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { buildUnreadableBytes, type UnreadableBytes } from '../support/unreadable-bytes.ts';
import { betweenSaleAndAnswer } from './one-sale.ts';

const salvagedSchema = z.object({
  setAside: z.string(),
  missing: z.array(z.object({ operationId: z.string(), what: z.string() })),
});
const listSchema = z.object({ items: z.array(orderSchema) });
const pageBytes = 4096;

describe.skipIf(!canLoseWrites)('where the disk no longer gives back a piece of the journal', () => {
  let disk: UnreadableBytes;
  let shop: Shop;
  beforeAll(async () => {
    disk = buildUnreadableBytes();
    shop = await openShop();
  });
  afterAll(async () => {
    await shop.close();
    disk.remove();
  });

  const buy = async (): Promise<string> => {
    const id = randomUUID();
    valueOf(await shop.counter(shop.buy(id, 1)), orderSchema);
    return id;
  };
  const orders = async (): Promise<readonly string[]> =>
    valueOf(await shop.counter(['orders']), listSchema).items.map(({ operationId }) => operationId);

  test.each(['the rest', 'the whole'] as const)(
    'what lay there is lost and nothing else, and the file is kept itself: it refuses %s',
    async (refuses) => {
      const before = await orders();
      const [lost, kept] = [await buy(), await buy()];
      const journal = join(shop.data, 'journal.db');
      const damaged = readFileSync(journal);
      const page = Math.floor(damaged.indexOf(`${lost}order-intended{`) / pageBytes) * pageBytes;
      expect(page).toBeGreaterThan(0);
      const env = disk.environment(journal, page, page + pageBytes, refuses);
      expect(failureOf(await shop.counter(['orders'], { env }), 6).code).toBe('journal_corrupt');
      const { setAside, missing } = valueOf(await shop.counter(['journal', 'salvage'], { env }), salvagedSchema);
      expect(readFileSync(join(setAside, 'journal.db'))).toEqual(damaged);
      valueOf(await shop.counter(['journal', 'verify']), z.object({ rows: z.int() }));
      expect(missing).toContainEqual({ operationId: lost, what: 'intent' });
      expect(await orders()).toEqual(
        [kept, ...before].filter((id) => !missing.some(({ operationId }) => operationId === id)),
      );
      valueOf(await shop.counter(['reconcile']), z.object({}));
    },
  );

  test('a log that nobody can read is damage, and the orders before it are there', async () => {
    const before = await orders();
    const unsettled = randomUUID();
    // A process that ends in the middle leaves its log, and one that waits for its answer has written its intent there.
    expect((await shop.counter(shop.buy(unsettled, 1), { killWhen: await betweenSaleAndAnswer(shop) })).signal).toBe(
      'SIGKILL',
    );
    const log = join(shop.data, 'journal.db-wal');
    expect(readFileSync(log).includes(unsettled)).toBe(true);
    const env = disk.environment(log, 0, statSync(log).size);
    expect(failureOf(await shop.counter(['orders'], { env }), 6).code).toBe('journal_corrupt');
    valueOf(await shop.counter(['journal', 'salvage'], { env }), salvagedSchema);
    expect(await orders()).toEqual(before);
  });
});
