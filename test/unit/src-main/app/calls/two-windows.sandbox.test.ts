import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type Service } from '../../enrolment/service.ts';
import { value } from '../../orders/till.ts';
import { aSale, enrolledApp, settled } from '../counter-app.ts';

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
