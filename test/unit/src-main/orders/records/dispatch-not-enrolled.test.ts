import { expect, it, vi } from 'vitest';
import { knownId, type BasketId } from '../../../../../src-main/core/ids.ts';
import { newOperationId, saleWith, Till } from '../till.ts';

it('nothing is sold at a counter without a key, alone or in a basket, and nothing is written', async () => {
  const till = await Till.open();
  vi.spyOn(till.counter.session, 'signingKey').mockReturnValue(null);
  const { journal, records } = till.counter.localRecords;
  const before = journal.head();
  expect(till.counter.orders.place(newOperationId(), saleWith(), { besidesPending: true })).toEqual({
    ok: false,
    error: { code: 'not_enrolled' },
  });
  const line = { operationId: newOperationId(), sale: saleWith(), besidesPending: true };
  expect(till.counter.orders.buyBasket(knownId<BasketId>(newOperationId()), [line])).toEqual({
    ok: false,
    error: { code: 'not_enrolled', field: 'lines.0' },
  });
  expect(records.pending()).toEqual([]);
  expect(journal.head()).toEqual(before);
});
