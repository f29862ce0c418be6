import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch, type Dispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { openLocalRecords } from '../../../../../src-main/app/counter/counter.ts';
import { knownId, type OperationId, type WalletId } from '../../../../../src-main/core/ids.ts';
import type { Clock } from '../../../../../src-main/core/ports.ts';
import { err } from '../../../../../src-main/core/result.ts';
import { systemClock, systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import type { WalletView } from '../../../../../src-shared/contract/schemas.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { amount, intent } from '../../orders/order-samples.ts';
import { value } from '../../orders/till.ts';
import { aSale, appInTest, enrolledApp, settled, type HostParts } from '../counter-app.ts';
import { comes, staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

const chargeOf = { source: 'rule', ruleId: null, margin: '0.000', revision: 1 } as const;

const rawly = ({ app }: HostParts): Dispatch => createDispatch(app.handlers, (bug) => expect(bug).toBe('none'));

async function firstWallet({ app }: HostParts): Promise<WalletView> {
  const [wallet] = value(await app.handlers.wallets.list({})).items;
  if (wallet === undefined) throw new Error('no wallet');
  return wallet;
}

/** In the journal of a shop that is closed: a sale for this cost on each of the last days. */
function sellBefore(dataDirectory: string, { id: walletId, currency }: WalletView, cost: string, days: number): void {
  let nowMs = 0;
  const clock: Clock = { ...systemClock, nowMs: () => nowMs };
  const directory = join(dataDirectory, 'counter');
  const opened = value(openLocalRecords({ directory, clock, randomness: systemRandomness }));
  for (let back = 1; back <= days; back += 1) {
    nowMs = systemClock.nowMs() - back * 86_400_000;
    const id = knownId<OperationId>(systemRandomness.uuid());
    const total = { amount: amount(cost), currency };
    const sale = { ...intent, walletId: knownId<WalletId>(walletId), total };
    const decision = { choice: 'accept-as-bought', reason: 'idempotency_conflict', wantedUntilMs: 0 } as const;
    value(
      opened.records.record(id, [
        orderEvent(id, 'order-intended', sale),
        orderEvent(id, 'attention-raised', { reason: 'idempotency_conflict' }),
        orderEvent(id, 'decision-made', decision),
      ]),
    );
  }
  opened.close();
}

describe('the day at a glance', () => {
  it('tells managers and auditors what was sold, what is open, the key and the backup, and cashiers nothing', async () => {
    const shop = await staffedShop(service);
    const call = rawly(shop);
    const before = value(await shop.app.handlers.today.view({}));
    expect(before).toMatchObject({
      sold: { sales: 0, charge: [], margin: [] },
      unsettled: 0,
      complaints: { count: 0, oldestAt: null },
      key: { daysLeft: 29 },
    });
    const { operationId } = value(await shop.app.handlers.orders.place(await aSale(shop.app, 2)));
    const sold = await settled(shop, operationId);
    const [card] = value(await shop.app.handlers.reveals.show({ operationId })).cards;
    const complaint = { operationId, soldCardId: card?.soldCardId ?? '', reason: 'already_used' } as const;
    value(await shop.app.handlers.complaints.open(complaint));
    const after = value(await shop.app.handlers.today.view({}));
    expect(after).toMatchObject({
      sold: { sales: 1, cards: 2, cost: [sold.total] },
      // Its codes were not handed over yet.
      unsettled: 1,
      complaints: { count: 1 },
    });
    expect(after.sold.charge).toEqual([sold.charge.total]);
    expect(after.wallets.count).toBe(value(await shop.app.handlers.wallets.list({})).items.length);
    value(await shop.app.handlers.reveals.handOver({ operationId }));
    await comes(shop, 'auditor');
    expect(await call('today', 'view', {})).toMatchObject({ ok: true, value: { unsettled: 0, sold: { sales: 1 } } });
    await comes(shop, 'cashier');
    expect(await call('today', 'view', {})).toEqual(err({ code: 'role_required', detail: 'manager' }));
    await shop.app.lock();
    for (const [domain, name] of [['today', 'view'] as const, ['wallets', 'low'] as const])
      expect(await call(domain, name, {})).toMatchObject({ ok: false });
  });

  it('names what customers paid for and did not get, for all roles that meet it', async () => {
    const dataDirectory = tempFolder();
    const first = await staffedShop(service, dataDirectory);
    const { id: walletId, currency } = await firstWallet(first);
    value(await first.app.handlers.payments.setUsual({ usual: 'cash' }));
    await first.app.close();
    const directory = join(dataDirectory, 'counter');
    const opened = value(openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness }));
    const paid = [amount('1.500'), amount('0.250')].map((total) => {
      const id = knownId<OperationId>(systemRandomness.uuid());
      const sale = { ...intent, walletId: knownId<WalletId>(walletId), total: { amount: total, currency } };
      const charge = { ...chargeOf, price: total, total, currency };
      value(
        opened.records.record(id, [
          orderEvent(id, 'order-intended', { ...sale, charge }),
          orderEvent(id, 'attention-raised', { reason: 'idempotency_conflict' }),
        ]),
      );
      value(opened.payments.note({ operationId: id, means: 'card', ahead: true }));
      value(
        opened.records.record(id, [
          orderEvent(id, 'decision-made', {
            choice: 'accept-not-bought',
            reason: 'idempotency_conflict',
            wantedUntilMs: 0,
          }),
        ]),
      );
      return id;
    });
    opened.close();
    const again = await appInTest({ dataDirectory });
    const shop = { ...again, ids: first.ids };
    const sum = (total: string) => ({ amount: total, currency });
    const { today, payments, orders } = shop.app.handlers;
    await comes(shop, 'manager');
    const named = (id: string | undefined, total: string) => ({
      operationId: id,
      cardName: intent.cardName,
      quantity: intent.quantity,
      saleNumber: null,
      sum: sum(total),
    });
    expect(value(await today.view({})).owed).toEqual({
      count: 2,
      sums: [sum('1.750')],
      sales: [named(paid[1], '0.250'), named(paid[0], '1.500')],
    });
    const owed = [
      { operationId: paid[1], sum: sum('0.250') },
      { operationId: paid[0], sum: sum('1.500') },
    ];
    for (const role of ['cashier', 'auditor', 'manager'] as const) {
      await comes(shop, role);
      expect(value(await payments.read({})).owed).toEqual(owed);
      const listed = value(await orders.list({ show: 'owed' }));
      expect(new Set(listed.items.map(({ operationId }) => operationId))).toEqual(new Set(paid));
      expect(value(await orders.list({ show: 'owed', states: ['completed'] })).items).toEqual([]);
    }
    const [operationId = ''] = paid;
    const seen = { operationId, revision: value(await payments.sale({ operationId })).revision };
    const lines = [{ operationId, amount: '1.5' }];
    value(await payments.giveBack({ ...seen, means: 'card', reason: 'not_bought', lines }));
    expect(value(await today.view({})).owed).toMatchObject({ count: 1, sales: [named(paid[1], '0.250')] });
    expect(value(await orders.list({ show: 'owed' })).items.map((order) => order.operationId)).toEqual([paid[1]]);
  });

  it('is of this machine’s records and balances alone where there is no connection', async () => {
    const begunAtMs = systemClock.nowMs();
    const shop = await enrolledApp(service);
    await firstWallet(shop);
    shop.plug.connected = false;
    const { wallets } = value(await shop.app.handlers.today.view({}));
    expect(wallets).toMatchObject({ low: [], isUnread: true });
    const asOfMs = Date.parse(wallets.asOf ?? '');
    expect(asOfMs).toBeGreaterThan(begunAtMs - 60_000);
    expect(asOfMs).toBeLessThan(systemClock.nowMs() + 60_000);
  });
});

describe('a low balance', () => {
  it('is under what an average day costs, unless a person says something else; a cashier learns no cost', async () => {
    const dataDirectory = tempFolder();
    const first = await staffedShop(service, dataDirectory);
    const wallet = await firstWallet(first);
    const { id: walletId } = wallet;
    // From the first day on: by what the counter calls a large sale, which a manager may choose.
    const firstLow = async () => value(await first.app.handlers.wallets.low({})).items[0];
    expect(await firstLow()).toEqual({ walletId, by: 'largeSale', isLow: false, amount: '100.000', days: null });
    value(await first.app.handlers.preferences.change({ askAboveAmount: { KWD: '5000.001' } }));
    expect(await firstLow()).toEqual({ walletId, by: 'largeSale', isLow: true, amount: '5000.001', days: null });
    const { low: lowFirst } = value(await first.app.handlers.today.view({})).wallets;
    expect(lowFirst.map((one) => one.walletId)).toEqual([walletId]);
    await first.app.close();
    const cost = '123456.789';
    sellBefore(dataDirectory, wallet, cost, 6);
    const again = await appInTest({ dataDirectory });
    const shop = { ...again, ids: first.ids };
    await comes(shop, 'manager');
    const { today, wallets, preferences } = shop.app.handlers;
    const lowOf = async () => value(await wallets.low({})).items.find((low) => low.walletId === walletId);
    expect(value(await today.view({})).wallets).toMatchObject({ isUnread: true, low: [] });
    expect(await lowOf()).toEqual({ walletId, by: 'average', isLow: true, amount: cost, days: 6 });
    const { low, isUnread } = value(await today.view({})).wallets;
    expect([isUnread, low.map((one) => one.walletId)]).toEqual([false, [walletId]]);
    value(await wallets.copyTopUp({ walletId }));
    expect(shop.clipboard.text).toContain('123,456.789');

    await comes(shop, 'cashier');
    expect(await lowOf()).toEqual({ walletId, by: 'average', isLow: true, amount: null, days: null });
    value(await wallets.copyTopUp({ walletId }));
    expect(shop.clipboard.text).toContain(wallet.currency);
    expect(shop.clipboard.text).not.toContain('123,456');

    // By trying amounts a cashier would learn what an average day costs.
    expect(await preferences.change({ lowBalance: { [walletId]: '0.001' } })).toEqual(
      err({ code: 'role_required', detail: 'manager' }),
    );
    await comes(shop, 'manager');
    value(await preferences.change({ lowBalance: { [walletId]: '0.001' } }));
    expect(await lowOf()).toEqual({ walletId, by: 'person', isLow: false, amount: '0.001', days: null });
    value(await preferences.change({ lowBalance: { [walletId]: null } }));
    expect(await lowOf()).toEqual({ walletId, by: 'nobody', isLow: false, amount: null, days: null });
    shop.clipboard.takes = false;
    expect(await wallets.copyTopUp({ walletId })).toEqual(err({ code: 'clipboard_unavailable' }));
    const call = rawly(shop);
    expect(await call('wallets', 'copyTopUp', { walletId: intent.cardId })).toEqual(
      err({ code: 'input_invalid', field: 'walletId' }),
    );
  });
});
