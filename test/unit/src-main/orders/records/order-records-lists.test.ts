import { describe, expect, it, vi } from 'vitest';
import { knownId, type BasketId, type CardId, type OperationId } from '../../../../../src-main/core/ids.ts';
import type { Journal } from '../../../../../src-main/journal/journal.ts';
import { orderEvent, type IntendedOrder } from '../../../../../src-main/orders/machine/events.ts';
import { openOrderRecords } from '../../../../../src-main/orders/records/order-records.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { HandClock, openOrThrow } from '../../journal/journal-fixture.ts';
import { cardId, intent, operationId, otherOperationId, soldCardId, walletId } from '../order-samples.ts';
import { completed, newOperationId, refusal, saleWith, Till, value } from '../till.ts';

const basket = knownId<BasketId>('0d4c7b0e-6f1a-4c59-9a57-8b2f2f0f5a10');
const otherCard = knownId<CardId>('0c000000-0000-4000-8000-000000000002');

function shop(changes: (journal: Journal) => Partial<Journal> = () => ({})) {
  const clock = new HandClock();
  const journal = openOrThrow(tempFolder(), clock);
  const announced: OperationId[] = [];
  const records = openOrderRecords({ ...methodsOf(journal), ...changes(journal) }, (id) => announced.push(id));
  /** Orders of the same millisecond. */
  const sell = (count: number, sold: Partial<IntendedOrder> = {}): readonly OperationId[] => {
    clock.atMs += 1;
    const ids = Array.from({ length: count }, newOperationId);
    value(records.recordTogether(ids.map((id) => orderEvent(id, 'order-intended', { ...intent, ...sold }))));
    return ids;
  };
  return { journal, records, announced, sell };
}

describe('the same sale that is pending', () => {
  it('is found behind all lines of the customer, each of which may have been tried twice', () => {
    const { records, sell } = shop();
    const [older] = sell(1);
    sell(100, { basket, basketLine: 0 });
    expect(records.pendingLike(intent, basket)).toBe(older);
    expect(records.pendingLike(intent, knownId<BasketId>(newOperationId()))).not.toBe(older);
  });
});

describe('orders that make a card good', () => {
  it('are all of that card, however many there are', () => {
    const { records, sell } = shop();
    const makesGoodFor = { operationId: otherOperationId, soldCardId: soldCardId(1) };
    sell(3);
    sell(2, { makesGoodFor, cardId: otherCard });
    const making = sell(501, { makesGoodFor });
    expect(records.makingGood({ walletId, cardId }).toSorted()).toEqual(making.toSorted());
    expect(records.makingGood({ walletId, cardId: otherCard })).toHaveLength(2);
  });
});

describe('what the customer of a basket has', () => {
  it('is what was bought or is open, and nothing that failed', async () => {
    const till = await Till.open();
    const lines = [1, 2, 3, 4].map((quantity) => ({
      operationId: newOperationId(),
      sale: saleWith({ quantity }),
      besidesPending: true,
    }));
    value(till.counter.orders.buyBasket(basket, lines));
    const [open, bought, refused, cancelled] = lines.map((line) => line.operationId);
    if (open === undefined || bought === undefined || refused === undefined || cancelled === undefined)
      throw new Error('no lines');
    till.service.script(completed(bought), refusal(409, 'card_unavailable'));
    await till.resume(bought);
    await till.resume(refused);
    value(till.counter.orders.cancel(cancelled));
    till.place({ quantity: 5 });
    const { records } = till.counter.localRecords;
    const had = records.boughtIn(till.facts(refused).intent);
    expect(new Set(had.map(({ quantity }) => quantity))).toEqual(new Set([1, 2]));
    expect(records.boughtIn(till.facts(open).intent)).toEqual(had);
  });

  it('is nothing of a sale that has no basket, or of one from before sales had numbers', () => {
    const { records, sell } = shop();
    sell(1, { basket, basketLine: 0 });
    expect([records.boughtIn({ basket }), records.boughtIn({ saleNumber: 'C7-0001' })]).toEqual([[], []]);
  });

  it('is found by the number of the sale, however many were sold since, and is no other basket', () => {
    const { records, sell } = shop();
    const saleNumber = 'C7-0001';
    sell(1, { basket, basketLine: 0, saleNumber, quantity: 3 });
    sell(1, { basket: knownId<BasketId>(newOperationId()), basketLine: 0, saleNumber });
    sell(1_000);
    expect(records.boughtIn({ basket, saleNumber }).map(({ quantity }) => quantity)).toEqual([3]);
  });
});

describe('what goes on by itself', () => {
  it('is given page by page, oldest first', () => {
    const { records, sell } = shop();
    const ids = [1, 2, 3].flatMap(() => sell(1));
    const [first] = records.scheduled(null, 1);
    expect(first?.operationId).toBe(ids[0]);
    expect(records.scheduled(first ?? null, 1).map((order) => order.operationId)).toEqual([ids[1]]);
    expect(records.scheduled(first ?? null, 9).map((order) => order.operationId)).toEqual(ids.slice(1));
  });

  it('has changed only for orders, from the moment on from which that is asked', () => {
    const { journal, records, sell } = shop();
    sell(2);
    const { seq, changed } = records.scheduleSince(null);
    expect([seq, [...changed]]).toEqual([journal.head().seq, []]);
    journal.append({ subject: 'day:2026-01-01', kind: 'day-began', body: {} });
    const [sold] = sell(1);
    value(records.record(operationId, [orderEvent(operationId, 'order-intended', intent)]));
    value(records.record(operationId, [orderEvent(operationId, 'order-cancelled', {})]));
    const since = records.scheduleSince(seq);
    expect(new Set(since.changed.keys())).toEqual(new Set([sold, operationId]));
    expect(since.changed.get(operationId)).toBeNull();
    expect(since.changed.get(sold ?? operationId)).toMatchObject({ operationId: sold, unreached: false });
  });
});

describe('what is recorded of orders', () => {
  const refused = { ok: false, error: { code: 'journal_not_writable' } } as const;
  const cancelledOf = (id: OperationId) => orderEvent(id, 'order-cancelled', {});

  it('is nothing of an order without an intent', () => {
    const { journal, records, announced } = shop();
    expect(() => records.record(operationId, [cancelledOf(operationId)])).toThrow('an order event without an intent');
    expect([journal.events(), announced]).toEqual([[], []]);
    expect([records.find(operationId), records.unverified(operationId)]).toEqual([null, []]);
  });

  it('names the order in its error where it is one, and is announced only where it was written', () => {
    let isFull = false;
    const { records, announced, sell } = shop((journal) => ({
      transaction: (write) => (isFull ? refused : journal.transaction(write)),
    }));
    const [first, second] = sell(2);
    if (first === undefined || second === undefined) throw new Error('nothing sold');
    expect(announced).toEqual([first, second]);
    isFull = true;
    expect(records.recordTogether([cancelledOf(first)])).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', operationId: first },
    });
    expect(records.recordTogether([cancelledOf(first), cancelledOf(second)])).toEqual(refused);
    expect(records.recordTogether([])).toEqual(refused);
    expect(records.record(second, [cancelledOf(second)])).toMatchObject({ error: { operationId: second } });
    expect(announced).toEqual([first, second]);
  });
});

it('lists that cannot be read are empty', () => {
  const projectedPage = vi.fn(() => ({ ok: false, error: { code: 'journal_corrupt' } }) as const);
  const { records, sell } = shop(() => ({ projectedPage }));
  const [sold] = sell(1, { basket, basketLine: 0, saleNumber: 'C7-0001' });
  const facts = records.find(sold ?? operationId);
  if (facts === null) throw new Error('nothing sold');
  const key = vi.fn(() => null);
  expect([records.pendingLike(intent), records.unshown(intent)]).toEqual([null, null]);
  expect([records.makingGood(intent), records.boughtIn(facts.intent)]).toEqual([[], []]);
  expect(records.knownBeside(operationId, facts, key)).toBeNull();
  expect(projectedPage).toHaveBeenCalledTimes(4);
});
