import { describe, expect, it } from 'vitest';
import { codesToCompare, makeGood } from '../../../../../src-main/app/counter/replacement.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { amount, cardId, charge, soldCardId } from '../../orders/order-samples.ts';
import { completed, Till, value } from '../../orders/till.ts';

/** The order that makes a card of a sale good, while the catalogue asks 1.300 for it. */
async function madeGoodOf(changes: Parameters<Till['place']>[0]) {
  const till = await Till.open();
  const operationId = till.place(changes);
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  value(await till.counter.reveals.show(operationId));
  const about = { operationId, soldCardId: soldCardId(1), reason: 'other' } as const;
  const { complaints, records } = till.counter.localRecords;
  const { complaint } = value(complaints.begin(about, codesToCompare(till.counter)));
  const catalogue = {
    freshCard: () => Promise.resolve({ ok: false, error: { code: 'service_unreachable' } }),
    card: () => ({ id: cardId, unitPrice: { amount: amount('1.300'), currency: 'KWD' } }),
  };
  const asked = { id: complaint.id, revision: complaint.revision, besidesPending: true, afterRestore: false };
  const parts = { ...till.counter, catalogue: { ...till.counter.catalogue, ...catalogue } as never };
  const made = value(await makeGood(parts, asked, systemRandomness));
  return records.find(made.operationId)?.intent;
}

describe('a replacement', () => {
  it('costs the customer nothing and the shop its cost of today', async () => {
    expect(await madeGoodOf({ charge })).toMatchObject({
      quantity: 1,
      total: { amount: '1.300', currency: 'KWD' },
      charge: { price: '0.000', total: '0.000', currency: 'KWD', source: 'makesGood', margin: '-1.3' },
    });
  });

  it('of a sale that was charged in another currency has no charge and its margin in that', async () => {
    const inUsd = { ...charge, price: '5.00', total: '10.00', currency: 'USD', margin: '2.00' };
    expect(await madeGoodOf({ charge: inUsd })).toMatchObject({
      total: { amount: '1.300', currency: 'KWD' },
      charge: { price: '0.00', total: '0.00', currency: 'USD', source: 'makesGood', margin: '-4.16' },
    });
  });
});
