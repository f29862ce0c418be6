import { expect, it } from 'vitest';
import {
  codeEventsOf,
  everyOrder,
  ordersWithCodes,
  recordCodes,
  wasAnsweredAfter,
} from '../../../../../src-main/orders/codes/order-codes.ts';
import { soldCardId } from '../order-samples.ts';
import { codes, completed, processing, Till, value } from '../till.ts';

it('lists every order, those that have codes here which nobody handed over, and what became of the codes', async () => {
  const till = await Till.open();
  const { records, journal } = till.counter.localRecords;
  const [withCodes, withoutCodes, pending] = [till.place(), till.place(), till.place()];
  till.service.script(completed(withCodes), completed(withoutCodes, { soldCards: [] }), processing(pending));
  for (const operationId of [withCodes, withoutCodes, pending]) await till.resume(operationId);
  const idsOf = (orders: Iterable<readonly [string, unknown]>) => [...orders].map(([operationId]) => operationId);
  expect(idsOf(everyOrder(records))).toEqual([pending, withoutCodes, withCodes]);
  expect(idsOf(ordersWithCodes(records))).toEqual([withCodes]);

  const { seq } = journal.head();
  value(recordCodes(records, withCodes, 'codes-shown', { soldCardIds: codes.map((code) => code.soldCardId) }));
  const order = value(recordCodes(records, withCodes, 'codes-handed-over', {}));
  expect([order.timesCodesOut, order.handedOver]).toEqual([1, true]);
  expect(idsOf(ordersWithCodes(records))).toEqual([]);
  expect(codeEventsOf(records, withCodes).map(({ kind }) => kind)).toEqual(['codes-shown', 'codes-handed-over']);
  expect([0, seq].map((afterSeq) => wasAnsweredAfter(journal, withCodes, afterSeq))).toEqual([true, false]);

  const sealed = { id: 'reveal:a', sha256: '' };
  value(
    recordCodes(records, withoutCodes, 'codes-revealed', { sealed, requestId: null, soldCardIds: [soldCardId(9)] }),
  );
  expect(wasAnsweredAfter(journal, withoutCodes, seq)).toBe(true);
});
