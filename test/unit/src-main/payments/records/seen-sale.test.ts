import { describe, expect, it } from 'vitest';
import { knownId, type BasketId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { paymentView } from '../../../../../src-main/payments/views/payment-view.ts';
import type { SalePayment } from '../../../../../src-shared/contract/payments.ts';
import { completed, newOperationId, refusal, saleWith, Till, value } from '../../orders/till.ts';

const charge: NonNullable<NewSale['charge']> = {
  price: '1.500',
  total: '3.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 1,
};

function viewed(till: Till, operationId: string): SalePayment {
  const { payments } = till.counter.localRecords;
  const sale = payments.sale(operationId);
  if (sale === null) throw new Error('no sale');
  return paymentView(sale, payments.now(), till.clock.nowMs());
}

/** Of two lines the first one came, and the cost of the second one changed. */
async function partlyBought(till: Till): Promise<readonly [OperationId, OperationId]> {
  const basket = knownId<BasketId>(systemRandomness.uuid());
  const [first, second] = [newOperationId(), newOperationId()];
  const lines = [first, second].map((operationId) => ({
    operationId,
    sale: saleWith({ charge }),
    besidesPending: true,
  }));
  value(till.counter.orders.buyBasket(basket, lines));
  till.service.script(completed(first));
  expect(await till.resume(first)).toBe('completed');
  await refused(till, second);
  return [first, second];
}

async function refused(till: Till, operationId: OperationId): Promise<void> {
  till.service.script(refusal(409, 'price_changed'));
  expect(await till.resume(operationId)).toBe('refused');
}

/** The new try of an order, which comes. */
async function cameAgain(till: Till, replaces: OperationId): Promise<OperationId> {
  const operationId = till.place({ charge, replaces });
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

describe('money back of a sale that went on since somebody looked', () => {
  it.each(['void', 'refund'] as const)('is refused (%s): they saw another sum', async (what) => {
    const till = await Till.open();
    const { payments } = till.counter.localRecords;
    value(payments.setUsual('cash'));
    const [first, second] = await partlyBought(till);
    const { kept, revision } = viewed(till, first);
    expect(kept).toEqual([{ amount: '3.000', currency: 'KWD' }]);
    await cameAgain(till, second);
    const back = (seen: number) => {
      const asked = { operationId: first, revision: seen, means: 'cash', reason: 'customer_left' } as const;
      const lines = [{ operationId: first, amount: '3' }];
      return what === 'void' ? payments.voidSale(asked) : payments.giveBack({ ...asked, lines });
    };
    expect(back(revision)).toMatchObject({ ok: false, error: { code: 'payment_changed', operationId: first } });
    expect(viewed(till, first).back).toEqual([]);
    const sums = value(back(viewed(till, first).revision)).back.flatMap(({ lines }) => lines);
    expect(sums.map(({ amount }) => amount)).toEqual(what === 'void' ? ['3.000', '3.000'] : ['3.000']);
  });
});

describe('the means of a sale', () => {
  it.each(['single', 'basket'] as const)('are one (%s), also where another is usual by the new try', async (kind) => {
    const till = await Till.open();
    const { payments } = till.counter.localRecords;
    value(payments.setUsual('cash'));
    const failed = kind === 'basket' ? (await partlyBought(till))[1] : till.place({ charge });
    if (kind === 'single') await refused(till, failed);
    value(payments.setUsual('card'));
    const again = await cameAgain(till, failed);
    const said = () => till.counter.day.x().payments?.means.map(({ means }) => means);
    expect([viewed(till, again).means]).toEqual(said());
    expect(payments.meansOf(again)).toBe(viewed(till, again).means);
    // Each choice is one, also that of what is usual now.
    for (const means of ['card', 'cash', 'other'] as const) {
      expect(value(payments.note({ operationId: again, means })).orders).toHaveLength(kind === 'basket' ? 3 : 2);
      expect([viewed(till, again).means, said()]).toEqual([means, [means]]);
    }
  });

  it('are those of the new try, where none were noted before', async () => {
    const till = await Till.open();
    const { payments } = till.counter.localRecords;
    const failed = till.place({ charge });
    await refused(till, failed);
    value(payments.setUsual('card'));
    const again = await cameAgain(till, failed);
    expect([viewed(till, again).means, payments.meansOf(again)]).toEqual(['card', 'card']);
  });
});
