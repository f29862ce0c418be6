import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { Big } from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { foldersIn } from '../../../../../src-main/app/counter/folders.ts';
import type { Clock } from '../../../../../src-main/core/ports.ts';
import { systemClock } from '../../../../../src-main/hosts/system-ports.ts';
import type { Compared, ComparedBalances, Comparison } from '../../../../../src-shared/contract/reports.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { until } from '../../../../support/until.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, enrolledApp, settled, startApp, type HostParts } from '../counter-app.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

const allScopes = [
  'profile:read',
  'wallets:read',
  'catalogue:read',
  'orders:create',
  'orders:read',
  'cards:read',
  'cards:reveal',
  'diagnostics:use',
];

function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

const days = (): Compared => ({ kind: 'days', from: today(), to: today() });

async function begun(shop: HostParts, quantity: number): Promise<string> {
  return value(await shop.app.handlers.orders.place(await aSale(shop.app, quantity))).operationId;
}

async function sells(shop: HostParts, quantity: number): Promise<void> {
  await settled(shop, await begun(shop, quantity));
}

async function compare({ app }: HostParts, of: Compared): Promise<Comparison & { balances: ComparedBalances }> {
  value(await app.handlers.reports.compare({ of, withLists: false }));
  const state = async (): Promise<Comparison | null> => value(await app.handlers.reports.comparison({}));
  await until('the end of the comparison', async () => (await state())?.state !== 'reading');
  const found = await state();
  if (found?.balances === null || found === null) throw new Error('no balances were compared');
  return { ...found, balances: found.balances };
}

/** How many events of a kind the journal has, by a copy: the counter holds the file for itself. */
function events({ dataDirectory }: HostParts, kind: string, subject?: string): number {
  const copy = join(tempFolder(), 'journal.db');
  for (const ending of ['', '-wal'])
    copyFileSync(join(foldersIn(dataDirectory).deployment, `journal.db${ending}`), `${copy}${ending}`);
  const journal = new BetterSqlite3(copy);
  try {
    const row: unknown = journal
      .prepare('SELECT count(*) AS count FROM events WHERE kind = ? AND subject = coalesce(?, subject)')
      .get(kind, subject ?? null);
    return z.object({ count: z.number() }).parse(row).count;
  } finally {
    journal.close();
  }
}

function readings(shop: HostParts): number {
  return events(shop, 'balances-read');
}

async function untilRead(shop: HostParts, count: number): Promise<void> {
  await until(`${count} readings`, () => readings(shop) === count);
}

async function opened(shop: HostParts): Promise<void> {
  const before = readings(shop);
  value(await shop.app.handlers.day.openShift({}));
  await untilRead(shop, before + 1);
}

async function closed(shop: HostParts): Promise<Compared> {
  const before = readings(shop);
  const { name } = value(await shop.app.handlers.day.close({}));
  await untilRead(shop, before + 1);
  return { kind: 'z', name: name ?? '' };
}

/** What the service sold, by its own books. */
async function salesThere(): Promise<unknown> {
  return service.look('/sales');
}

const changed = z.object({ amount: z.string() });

async function unseen(what: string, walletId: string, more: object): Promise<Big> {
  return new Big(changed.parse(await service.control('/unseen', { what, walletId, ...more })).amount);
}

async function firstWallet(shop: HostParts): Promise<string> {
  const [wallet] = value(await shop.app.handlers.wallets.list({})).items;
  return wallet?.id ?? '';
}

function rowOf({ wallets }: ComparedBalances, walletId: string): ComparedBalances['wallets'][number] {
  const row = wallets.find((one) => one.walletId === walletId);
  if (row === undefined) throw new Error('the wallet is not compared');
  return row;
}

describe('the balances around a Z', () => {
  it('leave nothing unexplained where only this counter sold, and exactly what was done elsewhere otherwise', async () => {
    const shop = await enrolledApp(service);
    const walletId = await firstWallet(shop);
    await opened(shop);
    for (const quantity of [1, 3]) await sells(shop, quantity);
    const first = await compare(shop, await closed(shop));
    expect(first.balances).toMatchObject({ purchases: 2, unclear: [], outside: 0, unchecked: null, failure: null });
    expect(first.balances.wallets).toHaveLength(3);
    for (const wallet of first.balances.wallets)
      expect(wallet).toMatchObject({ unexplained: { least: '0.000', most: '0.000' }, causes: [], unchecked: null });
    const own = rowOf(first.balances, walletId);
    expect(own.bought).toBe(first.here[0]?.amount);
    expect(new Big(own.opening ?? 'none').minus(own.bought ?? 'none').toFixed(3)).toBe(own.closing);

    // What happens between one Z and the next shift is in the next one.
    const topUp = await unseen('topUp', walletId, { amount: '250.000' });
    await opened(shop);
    await sells(shop, 2);
    const correction = await unseen('correction', walletId, { amount: '-3.125' });
    const other = await enrolledApp(service);
    await sells(other, 1);
    const elsewhere = await unseen('soldElsewhere', walletId, { quantity: 2 });
    const othersCost = value(await other.app.handlers.day.x({})).totals.cost?.[0]?.amount ?? 'none';
    const second = await compare(shop, await closed(shop));
    const truth = topUp.plus(correction).plus(elsewhere).minus(othersCost).times(-1).toFixed(3);
    expect(rowOf(second.balances, walletId)).toMatchObject({ unexplained: { least: truth, most: truth } });
    expect(rowOf(second.balances, walletId).causes).toEqual(['topUp', 'correction']);
    expect(second.balances).toMatchObject({ purchases: 1, unclear: [] });
    // The first one still says the same.
    expect((await compare(shop, first.of)).balances).toEqual(first.balances);
  });

  it('are read after it where there was no connection, also in the next process, and belong to it all the same', async () => {
    const shop = await enrolledApp(service);
    const walletId = await firstWallet(shop);
    await opened(shop);
    await sells(shop, 1);
    shop.plug.connected = false;
    const { name } = value(await shop.app.handlers.day.close({}));
    const of: Compared = { kind: 'z', name: name ?? '' };
    const offline = await compare(shop, of);
    expect(offline).toMatchObject({ state: 'stopped', failure: { code: 'service_unreachable' } });
    expect(offline.balances).toMatchObject({ unchecked: 'offline', failure: { code: 'service_unreachable' } });
    await shop.app.close();
    const gone = await unseen('correction', walletId, { amount: '-1.000' });
    const again = await startApp({ dataDirectory: shop.dataDirectory });
    try {
      await untilRead(again, 2);
      const found = await compare(again, of);
      const truth = gone.times(-1).toFixed(3);
      expect(rowOf(found.balances, walletId)).toMatchObject({
        unexplained: { least: truth, most: truth },
        causes: ['otherCounter', 'correction'],
      });
      expect(again.bugs).toEqual([]);
    } finally {
      await again.app.close();
    }
  });

  it('are compared by the journal, also where the clock was put back by a day', async () => {
    let backMs = 0;
    const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() - backMs };
    const shop = await enrolledApp(service, { clock });
    const walletId = await firstWallet(shop);
    await opened(shop);
    await sells(shop, 1);
    backMs = 86_400_000;
    await sells(shop, 2);
    const taken = await unseen('soldElsewhere', walletId, {});
    const { balances } = await compare(shop, await closed(shop));
    const truth = taken.times(-1).toFixed(3);
    expect(balances).toMatchObject({ purchases: 2, unclear: [] });
    expect(rowOf(balances, walletId).unexplained).toEqual({ least: truth, most: truth });
  });
});

describe('the balances around a day', () => {
  it('have no opening at first, are read by the comparison, and keep a sale before everything', async () => {
    const shop = await enrolledApp(service);
    const walletId = await firstWallet(shop);
    await sells(shop, 1);
    const first = await compare(shop, days());
    expect(first.balances).toMatchObject({ unchecked: 'noOpening', openedAt: null, failure: null });
    expect(rowOf(first.balances, walletId)).toMatchObject({ opening: null, bought: null, unexplained: null });
    expect(rowOf(first.balances, walletId).closing).toMatch(/^\d+\.\d{3}$/);
    await sells(shop, 1);
    const second = await compare(shop, days());
    // The first sale lies before the only opening that there is.
    expect(second.balances).toMatchObject({ purchases: 1, outside: 1, unchecked: null });
    expect(rowOf(second.balances, walletId).unexplained).toEqual({ least: '0.000', most: '0.000' });
  });

  it('are a range, with the sale named, where one had no result when they were read', async () => {
    const shop = await enrolledApp(service);
    const walletId = await firstWallet(shop);
    await opened(shop);
    await sells(shop, 1);
    await service.fault('recovery-exhausted', 'createPartnerOrder');
    const open = await begun(shop, 2);
    await settled(shop, open, 'accepted');
    const { balances, counts } = await compare(shop, days());
    expect(counts).toMatchObject({ equal: 1, unsettled: 1 });
    expect(balances).toMatchObject({ purchases: 1, unclearCount: 1, unclear: [{ operationId: open, cards: 2 }] });
    const cost = new Big(balances.unclear[0]?.cost.amount ?? 'none');
    expect(rowOf(balances, walletId).unexplained).toEqual({ least: cost.times(-1).toFixed(3), most: '0.000' });
  });

  it('are not checked without the permission, and say what the service answered', async () => {
    const shop = await enrolledApp(service);
    await sells(shop, 1);
    await service.control('/scopes', { scopes: allScopes.filter((scope) => scope !== 'wallets:read') });
    const refused = await compare(shop, days());
    await service.control('/scopes', { scopes: allScopes });
    expect(refused).toMatchObject({ state: 'done', counts: { equal: 1 } });
    expect(refused.balances).toMatchObject({
      unchecked: 'noPermission',
      failure: { code: 'insufficient_scope' },
      wallets: [],
    });
    expect(readings(shop)).toBe(0);
  });

  it('obey the pace of the service, and are not kept where no answer can be verified', async () => {
    const shop = await enrolledApp(service);
    await sells(shop, 1);
    await service.fault('rate_limited', 'getPartnerWallets');
    const startedMs = performance.now();
    expect((await compare(shop, days())).balances).toMatchObject({ unchecked: 'noOpening', failure: null });
    expect(performance.now() - startedMs).toBeGreaterThan(900);
    expect(readings(shop)).toBe(1);
    await service.fault('tampered-body', 'getPartnerWallets');
    expect((await compare(shop, days())).balances).toMatchObject({ failure: { code: 'answer_unverified' } });
    expect(readings(shop)).toBe(1);
  });
});

describe('an order that the comparison finds bought', () => {
  it('is moved by that answer, which is kept as any answer of its own', async () => {
    const shop = await enrolledApp(service);
    const fault = { name: 'refused-yet-executed', code: 'card_unavailable', reported: true };
    await service.control('/faults', { ...fault, operation: 'createPartnerOrder' });
    const operationId = await begun(shop, 1);
    await settled(shop, operationId, 'refused');
    await until('the sale at the service', async () => JSON.stringify(await salesThere()).includes(operationId));
    const kept = (): number => events(shop, 'answer-judged', operationId);
    const before = kept();
    const found = await compare(shop, days());
    expect(found.counts).toMatchObject({ thereOnly: 0 });
    expect(kept()).toBe(before + 1);
    const { order } = value(await shop.app.handlers.orders.read({ operationId }));
    expect(order.state).toBe('attention');
  });
});
