import { describe, expect, it } from 'vitest';
import { makePendingReadOnly } from '../../../../../src-main/orders/records/copies.ts';
import { completed, completedOrder, Till, value } from '../till.ts';

/** Goes on from a copy of the folder as it is now: as after putting a backup of the folder back. */
async function restored(till: Till): Promise<void> {
  const backup = till.copyFolder();
  till.close();
  till.directory = backup;
  await till.run();
}

describe('records that were restored once', () => {
  it('hold back nothing that was sold since: it is sent after the next start too', async () => {
    const till = await Till.open();
    await restored(till);
    till.service.script({ status: 200, body: { items: [] } });
    value(await till.counter.reveals.reconcile());
    const operationId = till.place();
    await till.run();
    expect(till.kinds(operationId)).toEqual(['order-intended']);
    till.service.script(completed(operationId));
    expect(await till.resume(operationId)).toBe('completed');
  });

  it('say nothing of what is held back already', async () => {
    const till = await Till.open();
    const held = till.place();
    await restored(till);
    const { localRecords } = till.counter;
    const changed: string[] = [];
    localRecords.onOrderChanged((operationId) => changed.push(operationId));
    makePendingReadOnly(localRecords);
    expect([changed, till.kinds(held)]).toEqual([[], ['order-intended', 'order-held-back']]);
  });
});

describe('what is written down of another copy', () => {
  it('is why these records are not the only ones: an order was sent that never left here', async () => {
    const till = await Till.open();
    const elsewhere = till.place();
    till.service.script({ status: 200, body: { operationId: elsewhere, status: 'processing' } });
    value(await till.counter.orders.read(elsewhere));
    expect(till.counter.localRecords.journal.events({ kind: 'custody-changed' })).toMatchObject([
      { subject: '', body: { cause: 'copied', evidence: ['order_never_sent'] } },
    ]);
  });

  it('stands beside the orders, and is no part of one, where it is a suspicion', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script({
      status: 200,
      body: completedOrder(operationId, { soldCards: undefined }),
      headers: { 'idempotency-replayed': 'true' },
    });
    expect(await till.resume(operationId)).toBe('completed');
    const [suspected] = till.counter.localRecords.journal.events({ kind: 'copy-suspected' });
    expect(suspected).toMatchObject({ subject: '', body: { evidence: 'answer_replayed', operationId } });
  });
});
