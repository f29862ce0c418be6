import type { Failure } from '../../../src-shared/contract/codes.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import { initialPreferences } from '../../../src-shared/contract/initial-preferences.ts';
import type { SalePayment } from '../../../src-shared/contract/payments.ts';
import type { CallHandlers, CallInput } from '../../../src-shared/contract/schemas.ts';
import { drawnText } from '../../../src-shared/words/main-text.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { escaped } from '../../pages/page.ts';
import { reportPapers, type Block } from '../../pages/report-blocks.ts';
import type { PaymentRecords, SaleMoney } from '../../payments/records/payment-records.ts';
import { moneyBackBlocks, moneyBackTitle } from '../../payments/views/money-back-page.ts';
import { notingView, paymentView } from '../../payments/views/payment-view.ts';
import { papers } from '../../receipts/papers.ts';
import { receiptShop } from '../../receipts/receipt.ts';
import type { LocalRecords } from '../counter/counter.ts';
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
    read: () => inLocalRecords(context, ({ payments }) => ok(notingView(payments))),
    setUsual: ({ usual }) =>
      atCounter(context, ({ localRecords: { payments } }) => {
        const set = payments.setUsual(usual);
        return set.ok ? ok(notingView(payments)) : set;
      }),
    sale: ({ operationId }) =>
      inLocalRecords(context, ({ payments }) => {
        const sale = payments.sale(operationId);
        return sale === null ? err({ code: 'operation_unknown', operationId }) : ok(viewed(payments, sale));
      }),
    note: (asked) => after((payments) => payments.note(asked)),
    giveBack: (asked) => after((payments) => payments.giveBack(asked)),
    voidSale: (asked) => after((payments) => payments.voidSale(asked)),
    printBack: (asked) => atCounter(context, ({ localRecords }) => printBack(context, localRecords, asked)),
  };
}

/** On the paper and the printer of receipts, with who sells above it. Errors: `input_invalid`, those of a print. */
async function printBack(
  context: CallContext,
  { payments, records }: Pick<LocalRecords, 'payments' | 'records'>,
  { operationId, id, language }: CallInput<'payments', 'printBack'>,
): Promise<Result<{ readonly printed: true }, Failure>> {
  const { printer } = context.ports;
  if (printer === null) return err({ code: 'printer_unavailable', operationId });
  const sale = payments.sale(operationId);
  const back = sale?.back.find((each) => each.id === id);
  if (sale === null || back === undefined) return err({ code: 'input_invalid', field: 'id' });
  const open = context.current();
  const { receiptPaper, printerName, shop } = open?.preferences.read() ?? initialPreferences;
  const names =
    open === null || open.mode === 'training'
      ? [drawnText(language)('paper.training')]
      : receiptShop(shop, open.name, language).names;
  const paper = papers[receiptPaper];
  const blocks = [
    ...names.map((name): Block => ({ kind: 'note', markup: `<bdi>${escaped(name)}</bdi>` })),
    ...moneyBackBlocks(back, {
      language,
      saleNumber: sale.saleNumber,
      nameOf: (order) => records.find(order)?.intent.cardName ?? null,
    }),
  ];
  const documents = reportPapers(blocks, paper, { language, title: moneyBackTitle(back, language) });
  const sent = await printer.print({ documents, paper, printerName });
  return sent.ok ? ok({ printed: true }) : err(detailed('print_failed', sent.error.code));
}
