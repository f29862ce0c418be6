import { expect, it } from 'vitest';
import { paymentView } from '../../../../../src-main/payments/views/payment-view.ts';
import { processing, Till, value } from '../../orders/till.ts';

const charge = {
  price: '0.000',
  total: '0.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.000',
  revision: 1,
} as const;

it('an order at no charge is noted as paid ahead once, shown so, and taken back once', async () => {
  const till = await Till.open();
  const { payments, journal } = till.counter.localRecords;
  value(payments.setUsual('cash'));
  const operationId = till.place({ charge });
  till.service.script(processing(operationId));
  await till.resume(operationId);
  const before = journal.head().seq;
  const pressed = (ahead: boolean) => {
    const sale = value(payments.note({ operationId, means: 'cash', ahead }));
    const { lines, kept, owed } = paymentView(sale, payments.now(), till.clock.nowMs());
    return [lines[0]?.isPaid, kept, owed, journal.head().seq - before];
  };
  expect(pressed(true)).toEqual([true, [], [], 1]);
  expect(pressed(true)).toEqual([true, [], [], 1]);
  expect(pressed(false)).toEqual([false, [], [], 2]);
  expect(pressed(false)).toEqual([false, [], [], 2]);
});
