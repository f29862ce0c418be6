import { describe, expect, it } from 'vitest';
import { salvaged } from '../../../../../src-main/journal/gaps.ts';
import { cardId, invoiceId, operationId, otherOperationId, walletId } from '../../orders/order-samples.ts';
import { completedOrder, refusal, Till, value } from '../../orders/till.ts';

const nothing = { invoiceId: null, walletId: null, cardId: null, quantity: null };
const noWallets = { status: 200, body: { items: [] } };

/** A counter whose records lost the intent of one order, in doubt since. */
async function salvagedTill(): Promise<Till> {
  const till = await Till.open();
  const { journal } = till.counter.localRecords;
  const missing = [{ operationId, what: 'intent' }] as const;
  value(journal.append(salvaged({ gaps: [], missing, answers: [], keys: [] })));
  journal.changeCopyStatus('restored', ['test']);
  return till;
}

describe('an order whose intent is lost', () => {
  it('is read at the service with the check of owned cards, and what it says is kept', async () => {
    const till = await salvagedTill();
    till.service.script(noWallets, { status: 200, body: completedOrder(operationId) });
    const { lostOrders } = value(await till.counter.reveals.reconcile());
    const told = { standing: 'completed', invoiceId, walletId, cardId, quantity: 2 };
    expect(lostOrders).toEqual([{ operationId, ...told }]);
    expect(till.service.seen.at(-1)?.target).toBe(`/v1/orders/${operationId}`);
    const kept = till.counter.localRecords.journal.events({ kind: 'lost-order-read' });
    expect(kept.map(({ subject, body }) => [subject, body])).toEqual([[operationId, told]]);
  });

  it('says no more than the service does', async () => {
    const till = await salvagedTill();
    till.service.script(noWallets, { status: 200, body: { operationId, status: 'processing' } });
    expect(value(await till.counter.reveals.reconcile()).lostOrders).toEqual([
      { operationId, standing: 'processing', ...nothing },
    ]);
  });

  it('has the refusal as its standing, and is no reason to stop', async () => {
    const till = await salvagedTill();
    till.service.script(noWallets, refusal(404, 'resource_not_found'));
    expect(value(await till.counter.reveals.reconcile()).lostOrders).toEqual([
      { operationId, standing: 'resource_not_found', ...nothing },
    ]);
    expect(till.counter.localRecords.journal.copyStatus()).toBe('own');
  });

  it('is not told by an answer that names another order', async () => {
    const till = await salvagedTill();
    till.service.script(noWallets, { status: 200, body: completedOrder(otherOperationId) });
    expect(value(await till.counter.reveals.reconcile()).lostOrders).toEqual([
      { operationId, standing: 'answer_unreadable', ...nothing },
    ]);
  });
});
