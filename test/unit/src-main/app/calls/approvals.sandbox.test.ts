import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch, type Dispatch } from '../../../../../src-main/app/calls/registrar.ts';
import type { Printer } from '../../../../../src-main/core/ports.ts';
import { ok } from '../../../../../src-main/core/result.ts';
import type { ApprovalKind } from '../../../../../src-shared/contract/approval-kinds.ts';
import type { Failure } from '../../../../../src-shared/contract/codes.ts';
import type { CallInput, CallResult, OrderView } from '../../../../../src-shared/contract/schemas.ts';
import { canariesBelow } from '../../../../support/canaries.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, enrolledApp, settled } from '../counter-app.ts';
import { comes, pins, staffedShop, type StaffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

type Sale = CallInput<'orders', 'place'>;

function refusedFor(result: CallResult<unknown>, ...kinds: readonly ApprovalKind[]): string {
  const error: Failure = result.ok ? { code: 'counter_bug' } : result.error;
  expect(error.approval?.kinds.toSorted()).toEqual(kinds.toSorted());
  const { id } = error.approval ?? {};
  if (id === undefined) throw new Error('nothing to approve');
  return id;
}

/** The manager's word beside the cashier's, for what was refused under this id. */
function word(shop: StaffedShop, id: string) {
  return { approval: { id, by: shop.ids.manager, pin: pins.manager } };
}

/** Makes a call as the raw contract takes it. */
function dispatchOf(shop: StaffedShop): Dispatch {
  return createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
}

/** What one card of the sale costs the wallet, which only a manager is told. */
async function costOf(
  { app }: StaffedShop,
  sale: Sale,
): Promise<{ readonly amount: number; readonly currency: string }> {
  const view = value(await app.handlers.catalogue.read({ walletId: sale.walletId }));
  const unitPrice = view.cards.find(({ id }) => id === sale.cardId)?.unitPrice;
  if (unitPrice === undefined) throw new Error('no cost is shown');
  return { amount: Number(unitPrice.amount), currency: unitPrice.currency };
}

async function ordersOf({ app }: StaffedShop): Promise<readonly OrderView[]> {
  return value(await app.handlers.orders.list({ show: 'all' })).items;
}

const none = { sale: null, shift: null, card: null };

describe('a sale that a cashier makes with a manager beside', () => {
  it('of more than a cashier sells alone: not confirmed by themselves, and in the journal with both', async () => {
    const shop = await staffedShop(service);
    const { orders, preferences } = shop.app.handlers;
    value(await preferences.change({ askAboveCards: 1 }));
    const sale = await aSale(shop.app);
    await comes(shop, 'cashier');
    refusedFor(await orders.place(sale), 'largeSale');
    const id = refusedFor(await orders.place({ ...sale, largeConfirmed: true }), 'largeSale');
    expect(await orders.place({ ...sale, ...word(shop, id) })).toMatchObject({ error: { code: 'approval_void' } });
    expect(await ordersOf(shop)).toEqual([]);
    const { operationId } = value(await orders.place({ ...sale, largeConfirmed: true, ...word(shop, id) }));
    const { timeline } = value(await orders.read({ operationId }));
    expect(timeline[0]).toMatchObject({ kind: 'intended', by: shop.ids.cashier, approvedBy: shop.ids.manager });
    expect(value(await shop.app.handlers.staff.list({})).me).toBe(shop.ids.cashier);
    // The next sale is another one.
    refusedFor(await orders.place(sale), 'largeSale');
    await shop.app.close();
    const secrets = new Map(Object.values(pins).map((pin) => [pin, Buffer.from(pin)]));
    expect(canariesBelow(shop.dataDirectory, secrets)).toEqual([]);
    expect(JSON.stringify([shop.notices, shop.bugs])).not.toContain(pins.manager);
  });

  it('with account credit, which is the owner’s; and a sale whose prices changed since is no longer that one', async () => {
    const shop = await staffedShop(service);
    const { orders, prices } = shop.app.handlers;
    const sale = { ...(await aSale(shop.app)), useAllowedDebt: true };
    await comes(shop, 'cashier');
    const id = refusedFor(await orders.place(sale), 'allowedDebt');
    await comes(shop, 'manager');
    value(
      await prices.setRule({
        target: { kind: 'card', id: sale.cardId },
        form: { kind: 'percent', percent: '10' },
        currency: sale.shownTotal.currency,
        rounding: null,
        allowBelowCost: false,
      }),
    );
    await comes(shop, 'cashier');
    // Somebody else was there meanwhile.
    expect(await orders.place({ ...sale, ...word(shop, id) })).toMatchObject({ error: { code: 'approval_void' } });
    expect(await orders.place(sale)).toMatchObject({ error: { code: 'charge_changed' } });
    const now = { ...(await aSale(shop.app)), useAllowedDebt: true };
    value(await orders.place({ ...now, ...word(shop, refusedFor(await orders.place(now), 'allowedDebt')) }));
  });
});

describe('a word that is given while the counter locks', () => {
  it('lets nothing through, then or after the counter is open again', async () => {
    const shop = await staffedShop(service);
    const { orders, preferences } = shop.app.handlers;
    value(await preferences.change({ askAboveCards: 1 }));
    const sale = await aSale(shop.app);
    await comes(shop, 'cashier');
    const given = { ...sale, ...word(shop, refusedFor(await orders.place(sale), 'largeSale')) };
    const answered = orders.place(given);
    await shop.app.lock();
    expect(await answered).toMatchObject({ ok: false, error: { code: 'not_allowed', detail: 'locked' } });
    await comes(shop, 'cashier');
    expect(await orders.place(given)).toMatchObject({ error: { code: 'approval_void' } });
    expect(await ordersOf(shop)).toEqual([]);
  });
});

describe('another price than the one that is set', () => {
  it('is charged with a manager’s word, below the cost with one for that too, and the set one stays beside it', async () => {
    const shop = await staffedShop(service);
    const { orders } = shop.app.handlers;
    const sale = await aSale(shop.app);
    const { amount: cost, currency } = await costOf(shop, sale);
    const atPrice = (otherPrice: string): Sale => ({
      ...sale,
      otherPrice,
      shownTotal: { amount: (Number(otherPrice) * sale.quantity).toFixed(2), currency },
    });
    const more = atPrice((cost + 1).toFixed(2));
    const less = atPrice((cost / 2).toFixed(2));
    await comes(shop, 'cashier');
    expect(await orders.place({ ...more, shownTotal: sale.shownTotal })).toMatchObject({
      error: { code: 'charge_changed' },
    });
    for (const otherPrice of ['', '0', '-1', '1.23456', '1e3', 'free', '9999999999'])
      expect(await orders.place({ ...sale, otherPrice })).toEqual({
        ok: false,
        error: { code: 'input_invalid', field: 'otherPrice' },
      });
    // A price below the cost looks like any other: the cost is not to be found by trying.
    refusedFor(await orders.place(less), 'otherCharge');
    const id = refusedFor(await orders.place(more), 'otherCharge');
    expect(await orders.place({ ...less, ...word(shop, id) })).toMatchObject({ error: { code: 'approval_void' } });
    const { charge } = value(await orders.place({ ...more, ...word(shop, id) }));
    expect(Number(charge.price.amount)).toBeCloseTo(cost + 1, 2);
    await comes(shop, 'manager');
    const below = value(await orders.place(less));
    expect(below.charge.margin).toMatch(/^-/);
  });
});

describe('limits', () => {
  it('are set by a manager alone, hold a cashier and no manager, and name no amount', async () => {
    const shop = await staffedShop(service);
    const { orders, limits } = shop.app.handlers;
    const dispatch = dispatchOf(shop);
    const sale = await aSale(shop.app);
    const { currency } = await costOf(shop, sale);
    value(await limits.set({ currency, ...none, sale: '0.001', shift: '0.002', card: '0.003' }));
    await comes(shop, 'cashier');
    for (const call of ['read', 'history'])
      expect(await dispatch('limits', call, {})).toMatchObject({ error: { code: 'role_required', detail: 'manager' } });
    expect(await dispatch('limits', 'set', { currency, ...none })).toMatchObject({ error: { code: 'role_required' } });
    const refused = await orders.place(sale);
    expect(refused).toMatchObject({ ok: false, error: { code: 'limit_exceeded' } });
    expect(JSON.stringify(refused)).not.toMatch(/\d\.\d{3}/);
    const id = refusedFor(refused, 'saleLimit', 'shiftLimit', 'cardLimit');
    expect(await ordersOf(shop)).toEqual([]);
    value(await orders.place({ ...sale, ...word(shop, id) }));
    await comes(shop, 'auditor');
    expect(value(await limits.read({})).items).toEqual([{ currency, sale: '0.001', shift: '0.002', card: '0.003' }]);
    expect(value(await limits.history({})).items).toMatchObject([{ by: shop.ids.manager, sale: '0.001' }]);
    expect(await dispatch('limits', 'set', { currency, ...none })).toMatchObject({ error: { code: 'role_required' } });
    await comes(shop, 'manager');
    value(await orders.place(sale));
  });

  it('count what has no result yet, give back what was cancelled, and begin again after the Z', async () => {
    const shop = await staffedShop(service);
    const { orders, limits, day } = shop.app.handlers;
    const sale = await aSale(shop.app, 1);
    const { amount, currency } = await costOf(shop, sale);
    value(await limits.set({ currency, ...none, shift: (amount * 2.5).toFixed(3), card: null }));
    await comes(shop, 'cashier');
    const bought = value(await orders.place(sale));
    await settled(shop, bought.operationId);
    shop.plug.connected = false;
    const waiting = value(await orders.place(sale));
    expect((await settled(shop, waiting.operationId, 'intended')).state).toBe('intended');
    refusedFor(await orders.place(sale), 'shiftLimit');
    value(await orders.cancel({ operationId: waiting.operationId }));
    shop.plug.connected = true;
    const again = value(await orders.place(sale));
    await settled(shop, again.operationId);
    refusedFor(await orders.place(sale), 'shiftLimit');
    // A shift that is opened now gives nothing back.
    value(await day.openShift({}));
    refusedFor(await orders.place(sale), 'shiftLimit');
    value(await day.close({}));
    await settled(shop, value(await orders.place(sale)).operationId);
  });

  it('count a new try in the place of a refused sale once', async () => {
    const shop = await staffedShop(service);
    const { orders, limits } = shop.app.handlers;
    const sale = await aSale(shop.app, 1);
    const { amount, currency } = await costOf(shop, sale);
    value(await limits.set({ currency, ...none, shift: (amount * 1.5).toFixed(3), card: (amount * 1.5).toFixed(3) }));
    await comes(shop, 'cashier');
    await service.control('/prices', { all: true, factor: 1.5 });
    const refused = value(await orders.place(sale));
    await settled(shop, refused.operationId, 'refused');
    await service.control('/prices', { all: true, factor: 1 });
    const replaced = value(await orders.place({ ...sale, replaces: refused.operationId }));
    await settled(shop, replaced.operationId);
    refusedFor(await orders.place(sale), 'shiftLimit', 'cardLimit');
  });

  it('hold nobody in a shop without people', async () => {
    const parts = await enrolledApp(service);
    const { orders, limits } = parts.app.handlers;
    const sale = await aSale(parts.app);
    value(await limits.set({ currency: 'KWD', ...none, sale: '0.001' }));
    value(await orders.place({ ...sale, useAllowedDebt: true }));
  });
});

describe('codes that the customer has', () => {
  it('come out again for a cashier only with a manager’s word for each time', async () => {
    let printed = 0;
    const printer: Printer = {
      names: () => Promise.resolve([]),
      print: () => {
        printed += 1;
        return Promise.resolve(ok(undefined));
      },
    };
    const shop = await staffedShop(service, undefined, { printer });
    const { orders, receipts, reveals } = shop.app.handlers;
    await comes(shop, 'cashier');
    const { operationId } = value(await orders.place(await aSale(shop.app)));
    await settled(shop, operationId);
    const first = value(await reveals.show({ operationId }));
    const soldCardId = first.cards[0]?.soldCardId ?? '';
    value(await reveals.copy({ operationId, soldCardId, part: 'voucher' }));
    value(await reveals.handOver({ operationId }));
    const one = { operationId, soldCardId };
    const shown = refusedFor(await reveals.show(one), 'codesAgain');
    expect(await reveals.show({ operationId, ...word(shop, shown) })).toMatchObject({
      error: { code: 'approval_void' },
    });
    value(await reveals.show({ ...one, ...word(shop, shown) }));
    const copy = { ...one, part: 'voucher' as const };
    expect(await reveals.copy({ ...copy, ...word(shop, shown) })).toMatchObject({ error: { code: 'approval_void' } });
    value(await reveals.copy({ ...copy, ...word(shop, refusedFor(await reveals.copy(copy), 'codesAgain')) }));
    const receipt = { operationIds: [operationId], language: 'en' as const, withCodes: true };
    const print = refusedFor(await receipts.print(receipt), 'codesAgain');
    expect([await receipts.print({ ...receipt, language: 'ar', ...word(shop, print) }), printed]).toMatchObject([
      { error: { code: 'approval_void' } },
      0,
    ]);
    value(await receipts.print({ ...receipt, ...word(shop, print) }));
    // Without its codes a receipt is nobody's secret.
    value(await receipts.print({ ...receipt, withCodes: false, reason: 'lost' }));
    const { timeline } = value(await orders.read({ operationId }));
    expect(timeline.flatMap(({ kind, approvedBy }) => (approvedBy === undefined ? [] : [[kind, approvedBy]]))).toEqual([
      ['codesShown', shop.ids.manager],
      ['codesCopied', shop.ids.manager],
      ['receiptSent', shop.ids.manager],
    ]);
    await comes(shop, 'manager');
    value(await reveals.show({ operationId }));
  });
});
