import { expect, it } from 'vitest';
import { orderCalls } from '../../../../../src-main/app/calls/orders.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { codes, completed, Till, value } from '../../orders/till.ts';

/** The calls at a till: only what a list looks at of the app. */
async function shop() {
  const till = await Till.open();
  const open = { localRecords: ok(till.counter.localRecords), counter: ok(till.counter), keepsPeople: () => false };
  const context = {
    current: () => open,
    pageState: { person: () => null },
    ports: { clock: till.clock, randomness: till.counter.session.randomness },
  };
  return { till, open, calls: orderCalls(context as never) };
}

it('a sale is found by the serial number of one of its cards, and alone where that is another card’s word too', async () => {
  const { till, calls } = await shop();
  const sold = till.place();
  till.service.script(completed(sold, { soldCards: codes }));
  await till.resume(sold);
  till.place({ quantity: 3, externalReference: 'serial number 2' });
  const found = async (find: string) =>
    value(await calls.list({ show: 'all', find })).items.map((each) => each.operationId);
  expect(await found('serial number 1')).toEqual([sold]);
  const both = value(await calls.list({ show: 'all', find: 'SERIAL-NUMBER-2' }));
  expect(both.items.map(({ operationId }) => operationId)).toEqual([sold]);
  // A reference may have the same words: it is one page on.
  expect(both.nextCursor).toBeDefined();
});

it('without the data key no sale is found by a serial number, and the rest is found as ever', async () => {
  const { till, open, calls } = await shop();
  const sold = till.place({ externalReference: 'till 9' });
  till.service.script(completed(sold, { soldCards: codes }));
  await till.resume(sold);
  Object.assign(open, { counter: err({ code: 'vault_missing' }) });
  const found = async (find: string) => value(await calls.list({ show: 'all', find })).items.length;
  expect([await found('SERIAL-NUMBER-1'), await found('till 9')]).toEqual([0, 1]);
});
