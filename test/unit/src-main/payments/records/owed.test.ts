import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { rememberOwed } from '../../../../../src-main/payments/records/owed.ts';
import { processing, Till, value } from '../../orders/till.ts';

const chargedIn = (currency: string): NonNullable<NewSale['charge']> => ({
  price: '1.500',
  total: '3.000',
  currency,
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 1,
});
const charge = chargedIn('KWD');

/** An order that the customer paid ahead, without a result yet. */
async function paidAhead(till: Till, charged = charge): Promise<OperationId> {
  const operationId = till.place({ charge: charged });
  till.service.script(processing(operationId));
  await till.resume(operationId);
  value(till.counter.localRecords.payments.note({ operationId, means: 'cash', ahead: true }));
  return operationId;
}

async function fails(till: Till, operationId: OperationId): Promise<void> {
  till.service.script({ status: 200, body: { operationId, status: 'failed' } });
  till.clock.skip(10_000);
  expect(await till.resume(operationId)).toBe('failed');
}

function owed(till: Till) {
  const now = till.counter.localRecords.payments.owed().map(({ operationId, owed: sum }) => [operationId, sum.amount]);
  const x = till.counter.day.x().payments?.owed.map(({ order, sum }) => [order.operationId, sum.amount]);
  // The X says the same, in its own sequence.
  expect(new Set(now)).toEqual(new Set(x));
  return now;
}

function giveBack(till: Till, operationId: OperationId, amount: string) {
  const { payments } = till.counter.localRecords;
  const revision = payments.sale(operationId)?.revision ?? 0;
  const seen = { operationId, revision, means: 'cash', reason: 'not_bought' } as const;
  return payments.giveBack({ ...seen, lines: [{ operationId, amount }] });
}

async function noting(): Promise<Till> {
  const till = await Till.open();
  value(till.counter.localRecords.payments.setUsual('cash'));
  return till;
}

describe('money to give back', () => {
  it('is nothing where nobody notes payments, and nothing of what was bought or has no result', async () => {
    const till = await Till.open();
    till.place({ charge });
    expect(till.counter.localRecords.payments.owed()).toEqual([]);
    value(till.counter.localRecords.payments.setUsual('cash'));
    const operationId = await paidAhead(till);
    expect(owed(till)).toEqual([]);
    await fails(till, operationId);
    expect(owed(till)).toEqual([[operationId, '3.000']]);
  });

  it('stays from Z to Z and over a restart, what is left of it, until all of it went back', async () => {
    const till = await noting();
    const operationId = await paidAhead(till);
    value(till.counter.day.close(null));
    await fails(till, operationId);
    expect(owed(till)).toEqual([[operationId, '3.000']]);
    value(till.counter.day.close(null));
    expect(owed(till)).toEqual([[operationId, '3.000']]);
    await till.run();
    expect(owed(till)).toEqual([[operationId, '3.000']]);
    value(giveBack(till, operationId, '1'));
    expect(owed(till)).toEqual([[operationId, '2.000']]);
    value(till.counter.localRecords.payments.setUsual(null));
    expect(owed(till)).toEqual([[operationId, '2.000']]);
    value(till.counter.localRecords.payments.setUsual('card'));
    value(giveBack(till, operationId, '2'));
    expect(owed(till)).toEqual([]);
    await till.run();
    expect(owed(till)).toEqual([]);
  });

  it('is of what counted as bought too, once a person says that it was not; of what counts again it is none', async () => {
    const till = await noting();
    const operationId = till.place({ charge });
    const reason = 'idempotency_conflict';
    const { records } = till.counter.localRecords;
    value(records.record(operationId, [orderEvent(operationId, 'attention-raised', { reason })]));
    const decide = (choice: 'accept-not-bought' | 'accept-as-bought') =>
      value(
        records.record(operationId, [orderEvent(operationId, 'decision-made', { choice, reason, wantedUntilMs: 0 })]),
      );
    decide('accept-as-bought');
    expect(owed(till)).toEqual([]);
    decide('accept-not-bought');
    expect(owed(till)).toEqual([[operationId, '3.000']]);
    decide('accept-as-bought');
    expect(owed(till)).toEqual([]);
  });

  it('passes to a new try with the money, and comes from that where it fails too', async () => {
    const till = await noting();
    const operationId = await paidAhead(till);
    await fails(till, operationId);
    expect(owed(till)).toEqual([[operationId, '3.000']]);
    const again = till.place({ charge, replaces: operationId });
    expect(owed(till)).toEqual([]);
    await fails(till, again);
    expect(owed(till)).toEqual([[again, '3.000']]);
  });

  it('is not sought in ordinary sales: they are not read for it', async () => {
    const till = await noting();
    await paidAhead(till);
    for (let sold = 0; sold < 5; sold += 1) till.place({ charge });
    const { journal } = till.counter.localRecords;
    let rows = 0;
    const counting = {
      events: journal.events.bind(journal),
      hashAt: journal.hashAt.bind(journal),
      head: journal.head.bind(journal),
      projected: (operationId: string) => {
        rows += 1;
        return journal.projected(operationId);
      },
    };
    const read = rememberOwed(counting, () => till.counter.localRecords.payments.now());
    expect([read(), read(), rows]).toEqual([[], [], 2]);
  });

  it('is read anew where a write that it was read in was rolled back', async () => {
    const till = await noting();
    const operationId = await paidAhead(till);
    await fails(till, operationId);
    const { journal, payments } = till.counter.localRecords;
    const other = await paidAhead(till, chargedIn('USD'));
    expect(() =>
      journal.transaction((tx) => {
        tx.append({ subject: other, kind: 'preferences-changed', body: {} });
        expect(payments.owed().map((sale) => sale.operationId)).toEqual([operationId]);
        throw new Error('taken back');
      }),
    ).toThrow('taken back');
    await fails(till, other);
    expect(owed(till)).toEqual([
      [other, '3.000'],
      [operationId, '3.000'],
    ]);
    expect(payments.owed().map((sale) => sale.owed.currency)).toEqual(['USD', 'KWD']);
  });
});
