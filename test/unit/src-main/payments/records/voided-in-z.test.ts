import { describe, expect, it } from 'vitest';
import { knownId, type BasketId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { completed, newOperationId, processing, saleWith, Till, value } from '../../orders/till.ts';

const charge: NonNullable<NewSale['charge']> = {
  price: '1.500',
  total: '3.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 1,
};

async function noting(): Promise<Till> {
  const till = await Till.open();
  value(till.counter.localRecords.payments.setUsual('cash'));
  return till;
}

async function bought(till: Till): Promise<OperationId> {
  const operationId = till.place({ charge });
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

function seenOf(till: Till, operationId: OperationId) {
  const revision = till.counter.localRecords.payments.sale(operationId)?.revision ?? 0;
  return { operationId, revision, means: 'cash', reason: 'customer_left' } as const;
}

function refunded(till: Till, operationId: OperationId, amount: string): void {
  const lines = [{ operationId, amount }];
  value(till.counter.localRecords.payments.giveBack({ ...seenOf(till, operationId), lines }));
}

function voidedIn(till: Till): readonly string[] | undefined {
  return till.counter.day.x().payments?.voided.map(({ operationId }) => operationId);
}

describe('the void sales of an X and a Z', () => {
  it('are those whose codes the shop keeps, however the money went back, each in one Z', async () => {
    const till = await noting();
    const [first, second] = [await bought(till), await bought(till)];
    refunded(till, first, '1');
    expect(voidedIn(till)).toEqual([]);
    value(till.counter.day.close(null));
    refunded(till, first, '2');
    value(till.counter.localRecords.payments.voidSale(seenOf(till, second)));
    expect(voidedIn(till)).toEqual([first, second]);
    expect([first, second].map((id) => till.facts(id).keptBack)).toEqual([true, true]);
    const { z } = value(till.counter.day.close(null));
    expect(z.payments?.voided.map(({ operationId }) => operationId)).toEqual([first, second]);
    expect(voidedIn(till)).toEqual([]);
  });

  it('are none that the customer has the codes of, and no order that was not bought', async () => {
    const till = await noting();
    const { payments } = till.counter.localRecords;
    const taken = await bought(till);
    value(await till.counter.reveals.show(taken));
    value(till.counter.reveals.handOver(taken));
    refunded(till, taken, '3');
    const lines = [newOperationId(), newOperationId()].map((operationId) => ({
      operationId,
      sale: saleWith({ charge }),
      besidesPending: true,
    }));
    const basket = knownId<BasketId>(systemRandomness.uuid());
    const [came, failed] = value(till.counter.orders.buyBasket(basket, lines)).map((line) => line.operationId);
    if (came === undefined || failed === undefined) throw new Error('no basket');
    till.service.script(completed(came));
    await till.resume(came);
    till.service.script(processing(failed));
    await till.resume(failed);
    value(payments.note({ operationId: failed, means: 'cash', ahead: true }));
    till.service.script({ status: 200, body: { operationId: failed, status: 'failed' } });
    till.clock.skip(10_000);
    expect(await till.resume(failed)).toBe('failed');
    // All of it goes back: what came, and what was paid for and did not come.
    expect(value(payments.voidSale(seenOf(till, came))).back[0]?.lines).toHaveLength(2);
    expect(voidedIn(till)).toEqual([came]);
  });
});
