import { describe, expect, it } from 'vitest';
import { knownId, type CardId, type OperationId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { orderEvent, type IntendedOrder } from '../../../../../src-main/orders/machine/events.ts';
import { openOrderRecords, type OrderRecords } from '../../../../../src-main/orders/records/order-records.ts';
import { tempFolder } from '../../../../support/temp.ts';
import { openOrThrow } from '../../journal/journal-fixture.ts';
import { cardId, intent, soldCardId, walletId } from '../order-samples.ts';
import { newOperationId, value } from '../till.ts';

const otherWalletId = knownId<WalletId>(newOperationId());
const otherCardId = knownId<CardId>(newOperationId());
const makesGoodFor = { operationId: newOperationId(), soldCardId: soldCardId(1) };

function recordsInFolder(): OrderRecords {
  return openOrderRecords(openOrThrow(tempFolder()), () => undefined);
}

function intended(records: OrderRecords, ...sales: readonly Partial<IntendedOrder>[]): readonly OperationId[] {
  const events = sales.map((sale) => orderEvent(newOperationId(), 'order-intended', { ...intent, ...sale }));
  value(records.recordTogether(events));
  return events.map(({ subject }) => subject);
}

describe('the orders that make a card good', () => {
  it('are those of the same wallet and card alone, also where one was cancelled', () => {
    const records = recordsInFolder();
    const [good = newOperationId(), cancelled = newOperationId()] = intended(
      records,
      { makesGoodFor },
      { makesGoodFor },
      {},
      { makesGoodFor, walletId: otherWalletId },
      { makesGoodFor, cardId: otherCardId },
    );
    value(records.record(cancelled, [orderEvent(cancelled, 'order-cancelled', {})]));
    expect(new Set(records.makingGood({ walletId, cardId }))).toEqual(new Set([good, cancelled]));
    expect(records.makingGood({ walletId, cardId })).toHaveLength(2);
    expect(records.makingGood({ walletId: otherWalletId, cardId: otherCardId })).toEqual([]);
  });

  it('are found however many there are, each once', () => {
    const records = recordsInFolder();
    const all = intended(records, ...Array.from({ length: 501 }, () => ({ makesGoodFor })));
    const found = records.makingGood({ walletId, cardId });
    expect(found).toHaveLength(501);
    expect(new Set(found)).toEqual(new Set(all));
  });
});

it('an event of an order that was never intended is a bug, and is not recorded', () => {
  const journal = openOrThrow(tempFolder());
  const records = openOrderRecords(journal, () => undefined);
  const before = journal.head();
  const operationId = newOperationId();
  expect(() => records.record(operationId, [orderEvent(operationId, 'order-cancelled', {})])).toThrow(
    'an order event without an intent',
  );
  expect(journal.head()).toEqual(before);
  expect(records.find(operationId)).toBeNull();
});

it('for an id of no order nothing lies sealed that could not be verified', () => {
  expect(recordsInFolder().unverified(newOperationId())).toEqual([]);
});
