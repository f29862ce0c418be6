import Big from 'big.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDispatch } from '../../../../../src-main/app/calls/registrar.ts';
import { err } from '../../../../../src-main/core/result.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { appInTest, aSale, enrolledApp, settled } from '../counter-app.ts';
import { comes, staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

describe('the day of a shop with people', () => {
  it('is closed by a seller, with who sold what, and with what it cost for those alone who may see that', async () => {
    const shop = await staffedShop(service);
    const { day, orders } = shop.app.handlers;
    await comes(shop, 'cashier');
    expect(value(await day.openShift({}))).toMatchObject({ open: { by: shop.ids.cashier }, lastZ: null });
    expect(await day.openShift({})).toEqual(err({ code: 'shift_open' }));
    const sale = await aSale(shop.app);
    const { operationId } = value(await orders.place(sale));
    await settled(shop, operationId);
    const seen = value(await day.x({}));
    expect(seen).toMatchObject({ name: null, totals: { sales: 1, cost: null, margin: null }, carriedOver: [] });
    expect(seen.byPerson).toMatchObject([{ id: shop.ids.cashier, sales: 1, cost: null }]);

    await comes(shop, 'auditor');
    expect(value(await day.x({})).totals.cost).toHaveLength(1);
    const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
    for (const call of ['openShift', 'handOver', 'close'])
      expect(await dispatch('day', call, {})).toEqual(err({ code: 'role_required', detail: 'cashier' }));

    await comes(shop, 'manager');
    expect(value(await day.handOver({}))).toMatchObject({ open: { by: shop.ids.manager } });
    const counted = [{ amount: '4.250', currency: 'KWD' }];
    const closed = value(await day.close({ counted }));
    expect(closed).toMatchObject({ name: '1-1', by: shop.ids.manager, counted, totals: { sales: 1 } });
    expect(closed.totals.cost).toHaveLength(1);
    expect(value(await day.shift({}))).toMatchObject({ open: null, lastZ: { name: '1-1' } });

    await comes(shop, 'cashier');
    expect(value(await day.zs({})).items).toMatchObject([{ name: '1-1', totals: { sales: 1, cost: null } }]);
    expect(value(await day.z({ name: '1-1' }))).toMatchObject({ totals: { cost: null }, running: { cost: null } });
    expect(await day.z({ name: '1-2' })).toEqual(err({ code: 'input_invalid', field: 'name' }));
    expect(await day.zs({ cursor: 'nothing' })).toEqual(err({ code: 'input_invalid', field: 'cursor' }));
    await shop.app.close();

    const again = await appInTest({ dataDirectory: shop.dataDirectory });
    expect(await again.app.handlers.day.x({})).toEqual(err({ code: 'not_allowed', detail: 'locked' }));
    await comes({ ...again, ids: shop.ids }, 'auditor');
    expect(value(await again.app.handlers.day.z({ name: '1-1' }))).toEqual({ ...closed, headHash: closed.headHash });
  });
});

it('a day has what customers paid, and the margin, beside what it cost', async () => {
  const shop = await enrolledApp(service, {});
  const { day, orders, prices } = shop.app.handlers;
  const before = await aSale(shop.app);
  value(
    await prices.setRule({
      target: { kind: 'card', id: before.cardId },
      form: { kind: 'amount', amount: '0.250' },
      currency: before.shownTotal.currency,
      rounding: null,
      allowBelowCost: false,
    }),
  );
  const sale = await aSale(shop.app);
  expect(sale.shownTotal).not.toEqual(before.shownTotal);
  const { operationId } = value(await orders.place(sale));
  await settled(shop, operationId);
  const { totals, byCard } = value(await day.close({}));
  const margin = { amount: new Big('0.250').times(sale.quantity).toFixed(), currency: sale.shownTotal.currency };
  expect(totals).toMatchObject({ charge: [sale.shownTotal], margin: [margin], uncharged: 0 });
  expect(new Big(totals.charge[0]?.amount ?? 0).minus(totals.cost?.[0]?.amount ?? 0).toFixed()).toBe(margin.amount);
  expect(byCard).toMatchObject([{ id: sale.cardId, charge: [sale.shownTotal], margin: [margin] }]);
});

it('a shop without people sees all of its day, and has a Z without any shift', async () => {
  const shop = await enrolledApp(service, {});
  const { day, orders } = shop.app.handlers;
  const { operationId } = value(await orders.place(await aSale(shop.app)));
  await settled(shop, operationId);
  const closed = value(await day.close({}));
  expect(closed).toMatchObject({ name: '1-1', by: null, counted: null, totals: { sales: 1 } });
  expect(closed.totals.cost).toHaveLength(1);
  // Whoever closes the day that is closed already gets its Z, and no further one.
  expect(value(await day.close({ firstSeq: closed.firstSeq }))).toEqual(closed);
  expect(value(await day.zs({})).items).toHaveLength(1);
  const { firstSeq } = value(await day.x({}));
  expect(value(await day.close({ firstSeq }))).toMatchObject({ name: '1-2', from: closed.until, totals: { sales: 0 } });
  const twice = [
    { amount: '1', currency: 'KWD' },
    { amount: '2', currency: 'KWD' },
  ];
  const dispatch = createDispatch(shop.app.handlers, (bug) => expect(bug).toBe('none'));
  expect(await dispatch('day', 'close', { counted: twice })).toMatchObject({
    ok: false,
    error: { code: 'input_invalid' },
  });
});
