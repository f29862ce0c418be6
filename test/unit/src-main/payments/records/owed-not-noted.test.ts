import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { paymentView } from '../../../../../src-main/payments/views/payment-view.ts';
import { processing, Till, value } from '../../orders/till.ts';

const charge = {
  price: '1.500',
  total: '3.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 1,
} as const;

async function noting(): Promise<Till> {
  const till = await Till.open();
  value(till.counter.localRecords.payments.setUsual('cash'));
  return till;
}

async function paidAhead(till: Till, replaces?: OperationId): Promise<OperationId> {
  const operationId = till.place({ charge, ...(replaces === undefined ? {} : { replaces }) });
  till.service.script(processing(operationId));
  await till.resume(operationId);
  if (replaces === undefined)
    value(till.counter.localRecords.payments.note({ operationId, means: 'cash', ahead: true }));
  return operationId;
}

async function fails(till: Till, operationId: OperationId): Promise<void> {
  till.service.script({ status: 200, body: { operationId, status: 'failed' } });
  till.clock.skip(10_000);
  expect(await till.resume(operationId)).toBe('failed');
}

function owed(till: Till) {
  return till.counter.localRecords.payments.owed().map(({ operationId, owed: sum }) => [operationId, sum.amount]);
}

function viewed(till: Till, operationId: OperationId) {
  const { payments } = till.counter.localRecords;
  const sale = payments.sale(operationId);
  if (sale === null) throw new Error('no sale');
  return paymentView(sale, payments.now(), till.clock.nowMs());
}

function giveBack(till: Till, operationId: OperationId, amount: string) {
  const { revision } = viewed(till, operationId);
  const seen = { operationId, revision, means: 'cash', reason: 'not_bought' } as const;
  return till.counter.localRecords.payments.giveBack({ ...seen, lines: [{ operationId, amount }] });
}

describe('money to give back where payments are not noted any more', () => {
  it('stays in sight, also over a restart, and can go back until all of it did', async () => {
    const till = await noting();
    const operationId = await paidAhead(till);
    await fails(till, operationId);
    value(till.counter.localRecords.payments.setUsual(null));
    expect(owed(till)).toEqual([[operationId, '3.000']]);
    await till.run();
    expect(owed(till)).toEqual([[operationId, '3.000']]);
    expect(viewed(till, operationId).owed).toEqual([{ amount: '3.000', currency: 'KWD' }]);
    value(giveBack(till, operationId, '1'));
    expect(owed(till)).toEqual([[operationId, '2.000']]);
    expect(giveBack(till, operationId, '2.5')).toMatchObject({ error: { code: 'more_than_paid' } });
    value(giveBack(till, operationId, '2'));
    expect(owed(till)).toEqual([]);
    expect(giveBack(till, operationId, '1')).toEqual({ ok: false, error: { code: 'payments_not_noted' } });
  });

  it('comes to be where the order failed only after the noting ended', async () => {
    const till = await noting();
    const operationId = await paidAhead(till);
    value(till.counter.localRecords.payments.setUsual(null));
    expect(owed(till)).toEqual([]);
    await fails(till, operationId);
    expect(owed(till)).toEqual([[operationId, '3.000']]);
  });

  it('passes to a new try all the same: the customer pays once', async () => {
    const till = await noting();
    const operationId = await paidAhead(till);
    await fails(till, operationId);
    value(till.counter.localRecords.payments.setUsual(null));
    const again = await paidAhead(till, operationId);
    expect(owed(till)).toEqual([]);
    await fails(till, again);
    expect(owed(till)).toEqual([[again, '3.000']]);
  });

  it('is all that can go back: no other money, no other order of the sale, and no void', async () => {
    const till = await noting();
    const operationId = await paidAhead(till);
    const reason = 'idempotency_conflict';
    const { records, payments } = till.counter.localRecords;
    value(records.record(operationId, [orderEvent(operationId, 'attention-raised', { reason })]));
    const decided = { choice: 'accept-as-bought', reason, wantedUntilMs: 0 } as const;
    value(records.record(operationId, [orderEvent(operationId, 'decision-made', decided)]));
    value(payments.setUsual(null));
    expect(viewed(till, operationId)).toMatchObject({ kept: [], owed: [], canVoid: false });
    const notNoted = { ok: false, error: { code: 'payments_not_noted' } };
    expect(giveBack(till, operationId, '1')).toEqual(notNoted);
    const seen = { operationId, revision: viewed(till, operationId).revision, means: 'cash' } as const;
    expect(payments.voidSale({ ...seen, reason: 'customer_left' })).toEqual(notNoted);
    expect(payments.note({ operationId, means: 'card' })).toEqual(notNoted);
  });
});
