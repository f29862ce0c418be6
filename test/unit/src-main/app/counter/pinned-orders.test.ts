import { expect, test } from 'vitest';
import { pinnedOrders } from '../../../../../src-main/app/counter/pinned-orders.ts';
import { Till } from '../../orders/till.ts';

test('an order that is pinned to a key is told without reading all that wait, until the last of them is over', async () => {
  const till = await Till.open();
  const { journal, records } = till.counter.localRecords;
  const placed = Array.from({ length: 5 }, () => {
    till.clock.skip(1);
    return till.place();
  });
  const keyId = records.find(placed[0] ?? '')?.intent.pinned.keyId ?? '';
  let read = 0;
  const { pendingOrders, isPinnedTo } = pinnedOrders({
    journal,
    records: {
      unfinished: () => records.unfinished(),
      find: (operationId) => {
        read += 1;
        return records.find(operationId);
      },
    },
  });
  expect([isPinnedTo(keyId), isPinnedTo(keyId), read]).toEqual([true, true, 1]);
  for (const operationId of placed.slice(0, 4)) till.counter.orders.cancel(operationId);
  expect([isPinnedTo(keyId), read, pendingOrders(keyId)]).toEqual([true, 1, 1]);
  expect(isPinnedTo('another key')).toBe(false);
  for (const operationId of placed) till.counter.orders.cancel(operationId);
  expect([isPinnedTo(keyId), pendingOrders(keyId)]).toEqual([false, 0]);
  till.place();
  expect([isPinnedTo(keyId), pendingOrders(keyId)]).toEqual([true, 1]);
});
