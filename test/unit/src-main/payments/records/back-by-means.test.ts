import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { PaymentMeans } from '../../../../../src-shared/contract/payment-words.ts';
import { charge } from '../../orders/order-samples.ts';
import { completed, Till, value } from '../../orders/till.ts';

async function boughtBy(till: Till, means: PaymentMeans): Promise<{ operationId: OperationId; revision: number }> {
  const operationId = till.place({ charge });
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  const { revision } = value(till.counter.localRecords.payments.note({ operationId, means }));
  return { operationId, revision };
}

const kwd = (amount: string) => [{ amount, currency: 'KWD' }];

describe('money that goes back', () => {
  it('is noted by the means that the person said, which may be another than the customer paid by', async () => {
    const till = await Till.open();
    const { payments, journal } = till.counter.localRecords;
    value(payments.setUsual('cash'));
    const [refunded, voided] = [await boughtBy(till, 'card'), await boughtBy(till, 'other')];
    const lines = [{ operationId: refunded.operationId, amount: '1.000' }];
    value(payments.giveBack({ ...refunded, means: 'other', reason: 'code_failed', lines }));
    value(payments.voidSale({ ...voided, means: 'card', reason: 'customer_left' }));
    expect(journal.events({ kind: 'money-returned' }).map(({ body }) => [body['what'], body['means']])).toEqual([
      ['refund', 'other'],
      ['void', 'card'],
    ]);
    expect(till.counter.day.x().payments?.means).toEqual([
      { means: 'card', received: kwd('3.000'), back: kwd('3.000') },
      { means: 'other', received: kwd('3.000'), back: kwd('1.000') },
    ]);
  });
});
