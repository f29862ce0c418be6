import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import type { Comparison } from '../../../../../src-shared/contract/reports.ts';
import { walletId } from '../../orders/order-samples.ts';
import { completedOrder, processing, value } from '../../orders/till.ts';
import { ComparedTill } from './compared-till.ts';

/** All that does not depend on how often it stopped. */
function outcomeOf({ earlier: _, balances: __, lines, ...rest }: Comparison): object {
  const sorted = lines.toSorted((a, b) => (a.operationId ?? '').localeCompare(b.operationId ?? ''));
  return { ...rest, lines: sorted };
}

const sales = 4;

describe('a comparison that another process goes on with', () => {
  it('asks for nothing twice wherever it stopped, and comes out as one that never stopped', async () => {
    const shop = await ComparedTill.open(sales);
    const whole = await shop.compare();
    expect([whole.state, whole.counts.equal, shop.askedOrders()]).toEqual(['done', sales, [0, 1, 2, 3]]);
    for (let stopsAfter = 0; stopsAfter < sales; stopsAfter += 1) {
      shop.left = stopsAfter;
      expect(await shop.compare()).toMatchObject({ state: 'stopped', done: stopsAfter, all: sales });
      expect(shop.askedOrders()).toHaveLength(stopsAfter);
      await shop.restart();
      shop.left = Number.POSITIVE_INFINITY;
      const again = await shop.compare();
      expect(outcomeOf(again)).toEqual(outcomeOf(whole));
      expect(again.earlier?.orders).toBe(stopsAfter === 0 ? undefined : stopsAfter);
      expect(shop.askedOrders()).toEqual([0, 1, 2, 3].slice(stopsAfter));
    }
  });

  it('goes on from process to process, each of which asks for one', async () => {
    const shop = await ComparedTill.open(sales);
    for (let round = 0; round < sales - 1; round += 1) {
      shop.left = 1;
      expect((await shop.compare()).done).toBe(round + 1);
      await shop.restart();
    }
    shop.left = Number.POSITIVE_INFINITY;
    expect(await shop.compare()).toMatchObject({ state: 'done', earlier: { orders: sales - 1 } });
    expect(shop.askedOrders()).toEqual([0, 1, 2, 3]);
    // One that is done is compared anew, here and in the next process.
    expect((await shop.compare()).earlier).toBeUndefined();
    await shop.restart();
    expect((await shop.compare()).earlier).toBeUndefined();
    expect(shop.askedOrders()).toHaveLength(2 * sales);
  });

  it('asks again about a sale to which something happened since, and about one that was begun since', async () => {
    const shop = await ComparedTill.open(sales);
    shop.left = 3;
    await shop.compare();
    const [first] = shop.sold;
    if (first === undefined) throw new Error('no sale');
    shop.askedOrders();
    await shop.restart();
    const { records } = shop.till.counter.localRecords;
    value(records.record(first, [orderEvent(first, 'attention-raised', { reason: 'idempotency_conflict' })]));
    await shop.sell();
    shop.left = Number.POSITIVE_INFINITY;
    expect(await shop.compare()).toMatchObject({ done: 5, counts: { equal: 5 }, earlier: { orders: 2 } });
    expect(new Set(shop.askedOrders())).toEqual(new Set([0, 3, 4]));
  });

  it.each([
    ['two hours later', (shop: ComparedTill) => shop.till.clock.skip(2 * 3_600_000)],
    ['with the clock set back before it', (shop: ComparedTill) => shop.till.clock.set(-3_600_000)],
  ])('begins anew %s', async (_, waits) => {
    const shop = await ComparedTill.open(sales);
    const of = shop.days;
    shop.left = 3;
    await shop.compare({ of });
    shop.askedOrders();
    await shop.restart();
    waits(shop);
    shop.left = Number.POSITIVE_INFINITY;
    expect((await shop.compare({ of })).earlier).toBeUndefined();
    expect([...new Set(shop.askedOrders())]).toEqual([0, 1, 2, 3]);
  });

  it('begins anew where a person wants it so, in the same process as in the next', async () => {
    const shop = await ComparedTill.open(sales);
    for (const restarts of [false, true]) {
      shop.left = 3;
      await shop.compare();
      shop.askedOrders();
      if (restarts) await shop.restart();
      shop.left = Number.POSITIVE_INFINITY;
      expect((await shop.compare({ anew: true })).earlier).toBeUndefined();
      expect(shop.askedOrders()).toEqual([0, 1, 2, 3]);
    }
  });

  it('has an order that got its result before the process ended among those that were settled by it', async () => {
    const shop = await ComparedTill.open(0);
    const { till } = shop;
    const waiting = till.place();
    till.service.script(processing(waiting));
    await till.resume(waiting);
    till.clock.skip(10_000);
    shop.sold.push(waiting);
    await shop.sell();
    // The second answer drops, so the process ends with the first order settled.
    shop.otherwise = ({ target }) => (target.endsWith(waiting) ? { status: 200, body: completedOrder(waiting) } : null);
    shop.left = 1;
    const stopped = await shop.compare();
    expect(stopped).toMatchObject({ state: 'stopped', settled: 1 });
    await shop.restart();
    shop.left = 0;
    expect(await shop.compare()).toMatchObject({ state: 'stopped', settled: 1, earlier: { orders: 1 } });
    // As where the process ended after the journal had its result, and before the answer was kept beside it.
    shop.inFile((file) => file.exec("DELETE FROM kept WHERE kind = 'asked'"));
    await shop.restart();
    shop.left = Number.POSITIVE_INFINITY;
    expect(await shop.compare()).toMatchObject({ state: 'done', settled: 1, counts: { equal: 2 } });
    expect(shop.askedOrders()).toEqual([0, 0, 1]);
  });

  it('keeps nothing of an answer that the service wants nobody to keep', async () => {
    const shop = await ComparedTill.open(sales);
    shop.otherwise = ({ target }) => {
      const body = completedOrder(target.slice('/v1/orders/'.length), { soldCards: undefined });
      return target.startsWith('/v1/orders/') ? { status: 200, body, headers: { 'cache-control': 'no-store' } } : null;
    };
    shop.left = 3;
    await shop.compare();
    shop.askedOrders();
    await shop.restart();
    shop.left = Number.POSITIVE_INFINITY;
    expect((await shop.compare()).counts.equal).toBe(sales);
    expect(shop.askedOrders()).toEqual([0, 1, 2, 3]);
  });

  it.each([
    [
      'rows of other orders',
      `UPDATE kept SET ciphertext = (SELECT ciphertext FROM kept ORDER BY id LIMIT 1),
      wrapped_key = (SELECT wrapped_key FROM kept ORDER BY id LIMIT 1) WHERE id > (SELECT min(id) FROM kept)`,
    ],
    ['rows that were changed', 'UPDATE kept SET ciphertext = zeroblob(60)'],
    ['rows of another comparison', "UPDATE kept SET about = about || '-'"],
  ])('asks again where its file holds %s', async (_, sql) => {
    const shop = await ComparedTill.open(sales);
    shop.left = 3;
    await shop.compare();
    shop.askedOrders();
    shop.inFile((file) => file.exec(sql));
    await shop.restart();
    shop.left = Number.POSITIVE_INFINITY;
    expect(await shop.compare()).toMatchObject({ state: 'done', counts: { equal: sales } });
    // At most the one row that is where it was counts.
    expect(shop.askedOrders().length).toBeGreaterThanOrEqual(sales - 1);
  });

  it('compares where nothing can be kept', async () => {
    const shop = await ComparedTill.open(sales);
    mkdirSync(join(shop.till.directory, 'comparison.db'));
    expect(await shop.compare()).toMatchObject({ state: 'done', counts: { equal: sales } });
  });
});

describe('card lists that another process goes on with', () => {
  it('go on at the page where they stopped once the days are over', async () => {
    const shop = await ComparedTill.open(5);
    const of = shop.days;
    // A day later these days are over.
    shop.till.clock.skip(3 * 86_400_000);
    shop.elsewhere.push(new Date(shop.till.clock.nowMs() - 3 * 86_400_000).toISOString());
    const whole = await shop.compare({ of, withLists: true });
    expect(whole).toMatchObject({ state: 'done', listedCards: 6, counts: { equal: 5, thereOnly: 1 } });
    const pages = shop.asked.splice(0).filter((path) => /\/cards(?:\?|$)/.test(path));
    expect(pages).toHaveLength(3);
    // Five orders, the wallets, and so many pages.
    for (const read of [1, 2]) {
      shop.left = 5 + 1 + read;
      expect(await shop.compare({ of, withLists: true })).toMatchObject({ state: 'stopped', done: 5 });
      shop.asked.splice(0);
      await shop.restart();
      shop.left = Number.POSITIVE_INFINITY;
      const again = await shop.compare({ of, withLists: true });
      expect(outcomeOf(again)).toEqual(outcomeOf(whole));
      expect(again.earlier).toMatchObject({ orders: 5, cards: 2 * read });
      expect(shop.asked.splice(0).filter((path) => /\/cards(?:\?|$)/.test(path))).toEqual(pages.slice(read));
    }
  });

  it('leave out nothing that was bought elsewhere meanwhile: of a day that is not over they begin anew', async () => {
    const shop = await ComparedTill.open(5);
    const of = shop.days;
    // Orders, balances, wallets, and one page.
    shop.left = 5 + 1 + 1 + 1;
    expect(await shop.compare({ of, withLists: true })).toMatchObject({ state: 'stopped', listedCards: 2 });
    await shop.restart();
    shop.till.clock.skip(600_000);
    shop.elsewhere.push(new Date(shop.till.clock.nowMs() - 1_000).toISOString());
    shop.left = Number.POSITIVE_INFINITY;
    expect(await shop.compare({ of, withLists: true })).toMatchObject({
      state: 'done',
      listedCards: 6,
      counts: { equal: 5, thereOnly: 1 },
      earlier: { orders: 5, cards: 0 },
    });
  });

  it('of a wallet that the service shows no more are said to be not checked', async () => {
    const shop = await ComparedTill.open(1);
    shop.otherwise = ({ target }) => (target === '/v1/wallets' ? { status: 200, body: { items: [] } } : null);
    expect(await shop.compare({ withLists: true })).toMatchObject({
      state: 'done',
      lists: { unchecked: [{ walletId, failure: { code: 'wallet_not_granted' } }] },
    });
  });

  it('begin anew where the service knows the page no more', async () => {
    const shop = await ComparedTill.open(5);
    const of = shop.days;
    shop.left = 5 + 1 + 1 + 1;
    await shop.compare({ of, withLists: true });
    await shop.restart();
    shop.left = Number.POSITIVE_INFINITY;
    let refused = 0;
    shop.otherwise = ({ target }) => {
      if (!target.includes('cursor=') || refused > 0) return null;
      refused += 1;
      return { status: 422, body: { code: 'validation_failed' } };
    };
    const again = await shop.compare({ of, withLists: true });
    expect([refused, again.state, again.listedCards, again.lists]).toEqual([
      1,
      'done',
      5,
      { unchecked: [], unreadable: 0, undatedCards: 0 },
    ]);
  });
});
