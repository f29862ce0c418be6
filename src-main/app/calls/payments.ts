import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { SalePayment } from '../../../src-shared/contract/payments.ts';
import type { CallHandlers } from '../../../src-shared/contract/schemas.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { PaymentRecords, SaleMoney } from '../../payments/records/payment-records.ts';
import { paymentView } from '../../payments/views/payment-view.ts';
import { atCounter, inLocalRecords, type CallContext } from './context.ts';

/** How customers pay, and what they get back. Main holds each call to its roles. */
export function paymentCalls(context: CallContext): CallHandlers['payments'] {
  const viewed = (payments: PaymentRecords, sale: SaleMoney): SalePayment =>
    paymentView(sale, payments.now(), context.ports.clock.nowMs());
  const after = (
    change: (payments: PaymentRecords) => Result<SaleMoney, Failure>,
  ): Promise<Result<SalePayment, Failure>> =>
    atCounter(context, ({ localRecords: { payments } }) => {
      const changed = change(payments);
      return changed.ok ? ok(viewed(payments, changed.value)) : changed;
    });
  return {
    read: () => inLocalRecords(context, ({ payments }) => ok({ usual: payments.now().usual() })),
    setUsual: ({ usual }) =>
      atCounter(context, ({ localRecords: { payments } }) => {
        const set = payments.setUsual(usual);
        return set.ok ? ok({ usual: payments.now().usual() }) : set;
      }),
    sale: ({ operationId }) =>
      inLocalRecords(context, ({ payments }) => {
        const sale = payments.sale(operationId);
        return sale === null ? err({ code: 'operation_unknown', operationId }) : ok(viewed(payments, sale));
      }),
    note: (asked) => after((payments) => payments.note(asked)),
    giveBack: (asked) => after((payments) => payments.giveBack(asked)),
    voidSale: (asked) => after((payments) => payments.voidSale(asked)),
    printBack: () => Promise.resolve(err({ code: 'printer_unavailable' })),
  };
}
