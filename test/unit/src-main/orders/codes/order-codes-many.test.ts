import { expect, it, vi } from 'vitest';
import { everyOrder, ordersWithCodes } from '../../../../../src-main/orders/codes/order-codes.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { openOrderRecords } from '../../../../../src-main/orders/records/order-records.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { openOrThrow } from '../../journal/journal-fixture.ts';
import { intent, operationId, otherOperationId } from '../order-samples.ts';
import { completed, newOperationId, Till, value } from '../till.ts';

it('lists every order of a shop that has more of them than one page holds', () => {
  const records = openOrderRecords(openOrThrow(tempFolder()), () => undefined);
  const sold = Array.from({ length: 1_001 }, newOperationId);
  value(records.recordTogether(sold.map((id) => orderEvent(id, 'order-intended', intent))));
  const listed: string[] = [];
  for (const [id] of everyOrder(records)) if (listed.push(id) > sold.length) break;
  expect([listed.length, new Set(listed)]).toEqual([1_001, new Set(sold)]);
});

it('does not read the orders of all years to find the codes that still wait', async () => {
  const till = await Till.open();
  const { records } = till.counter.localRecords;
  const [handedOver, waiting] = [till.place(), till.place({ quantity: 3 })];
  till.service.script(completed(handedOver));
  await till.resume(handedOver);
  value(await till.counter.reveals.show(handedOver));
  value(till.counter.reveals.handOver(handedOver));
  const find = vi.fn((id: string) => records.find(id));
  expect([...ordersWithCodes({ ...records, find })]).toEqual([]);
  expect(find.mock.calls).toEqual([[waiting]]);
});

it('lists what can be read: a row that nothing backs is no order, and a list that cannot be read is empty', () => {
  const records = openOrderRecords(openOrThrow(tempFolder()), () => undefined);
  value(records.record(operationId, [orderEvent(operationId, 'order-intended', intent)]));
  const order = records.find(operationId);
  const page = () => ({ ok: true, value: { operationIds: [otherOperationId, operationId] } }) as const;
  expect([...everyOrder({ ...records, page })]).toEqual([[operationId, order]]);
  const unreadable = { ok: false, error: { code: 'journal_corrupt' } } as const;
  expect([...everyOrder({ ...records, page: () => unreadable })]).toEqual([]);
});
