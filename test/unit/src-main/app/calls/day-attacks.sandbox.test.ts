import { afterAll, beforeAll, expect, it } from 'vitest';
import { mainMessages } from '../../../../../src-shared/words/main-messages.ts';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, enrolledApp, settled } from '../counter-app.ts';
import { comes, names, staffedShop } from '../staffed-shop.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ activation: 'automatic' });
});
afterAll(() => service.stop());

it('whoever closes a day that another window closed long ago gets its Z, and issues none', async () => {
  const shop = await enrolledApp(service);
  const { day, orders } = shop.app.handlers;
  const sells = async (): Promise<void> => {
    const { operationId } = value(await orders.place(await aSale(shop.app)));
    await settled(shop, operationId);
  };
  await sells();
  value(await day.openShift({}));
  const [seen, seenElsewhere] = [value(await day.x({})), value(await day.x({}))];
  const first = value(await day.close({ firstSeq: seen.firstSeq }));
  value(await day.openShift({}));
  await sells();
  const second = value(await day.close({ firstSeq: value(await day.x({})).firstSeq }));
  // A day without a sale is closed too.
  const third = value(await day.close({ firstSeq: value(await day.x({})).firstSeq }));
  expect(value(await day.close({ firstSeq: seenElsewhere.firstSeq }))).toEqual(first);
  expect(value(await day.close({ firstSeq: second.firstSeq }))).toEqual(second);
  expect([first, second, third].map(({ name, totals }) => [name, totals.sales])).toEqual([
    ['1-1', 1],
    ['1-2', 1],
    ['1-3', 0],
  ]);
  expect(third.running).toEqual(second.running);
  expect(value(await day.zs({})).items.map(({ name }) => name)).toEqual(['1-3', '1-2', '1-1']);
  // What nobody closed yet is closed, and two who press at the same moment get the same Z.
  await sells();
  value(await day.openShift({}));
  const { firstSeq } = value(await day.x({}));
  const both = await Promise.all([day.close({ firstSeq }), day.close({ firstSeq }), day.handOver({})]);
  expect([value(both[0]), both[2].ok]).toEqual([value(both[1]), false]);
  expect(value(both[0])).toMatchObject({ name: '1-4', totals: { sales: 1 } });
});

it('a rate that changed and a person who was removed before the Z change nothing of what was sold', async () => {
  const shop = await staffedShop(service);
  const { day, orders, prices, reports, staff } = shop.app.handlers;
  const first = await aSale(shop.app, 1);
  const rate = { from: first.shownTotal.currency, to: 'USD' };
  const rule = { kind: 'percent', percent: '0' } as const;
  const target = { kind: 'card', id: first.cardId } as const;
  value(await prices.setRate({ ...rate, rate: '3' }));
  value(await prices.setRule({ target, form: rule, currency: 'USD', rounding: null, allowBelowCost: false }));
  await comes(shop, 'cashier');
  const sale = await aSale(shop.app, 1);
  expect(sale.shownTotal.currency).toBe('USD');
  const { operationId } = value(await orders.place(sale));
  await settled(shop, operationId);
  await comes(shop, 'manager');
  const before = value(await day.x({}));
  value(await prices.setRate({ ...rate, rate: '30' }));
  value(await staff.remove({ id: shop.ids.cashier }));
  const z = value(await day.close({}));
  expect(z.totals).toEqual(before.totals);
  expect(z).toMatchObject({ totals: { charge: [sale.shownTotal] }, byPerson: [{ id: shop.ids.cashier, sales: 1 }] });
  const report = { kind: 'z', name: z.name ?? '' } as const;
  for (const as of ['csv', 'html'] as const) {
    const { file } = value(await reports.save({ report, as, language: 'ar' }));
    expect(file?.text).toContain(as === 'csv' ? shop.ids.cashier : mainMessages.ar['people.erased']);
    expect(file?.text).not.toContain(names.cashier);
  }
});
