import { expect, it } from 'vitest';
import { knownId, type InvoiceId } from '../../../../../src-main/core/ids.ts';
import { orderEvent } from '../../../../../src-main/orders/machine/events.ts';
import { answerPrint, printReceipt } from '../../../../../src-main/receipts/prints.ts';
import { historyOf, knownHere } from '../../../../../src-main/reveals/views/card-history.ts';
import { invoiceId, otherOperationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { codes, completed, Till, value } from '../../orders/till.ts';
import { PaperPrinter, printsAt } from '../../receipts/paper-printer.ts';

it('tells of one card when its codes came out, with its order, by itself or with its invoice, and of no other', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId), { status: 200, body: codes[0] }, { status: 200, body: { items: codes } });
  await till.resume(operationId);
  const { reveals, localRecords } = till.counter;
  value(await reveals.show(operationId, soldCardId(2)));
  value(reveals.copy(operationId, soldCardId(1), 'voucher'));
  reveals.copyFailed(operationId, soldCardId(1), 'voucher');
  value(await reveals.revealCard(walletId, soldCardId(1)));
  value(await reveals.revealInvoice(walletId, knownId<InvoiceId>(invoiceId)));
  value(reveals.handOver(operationId));
  const kinds = (index: number, known = true) =>
    historyOf(localRecords, {
      soldCardId: soldCardId(index),
      invoiceId,
      ...(known ? { operationId } : { operationId: otherOperationId }),
    })
      .map(({ kind }) => kind)
      .toSorted();
  expect(kinds(1)).toEqual(['codesCopied', 'codesCopyFailed', 'codesShown', 'codesShown', 'handedOver']);
  expect(kinds(2)).toEqual(['codesShown', 'codesShown', 'handedOver']);
  expect(kinds(2, false)).toEqual(['codesShown']);
  // Copying needs the order: that of another counter is not here.
  expect(
    [operationId, otherOperationId].map(
      (of) => knownHere(localRecords, { soldCardId: soldCardId(1), operationId: of }).operationId,
    ),
  ).toEqual([operationId, undefined]);
  const ofInvoice = knownHere(localRecords, { soldCardId: soldCardId(2), invoiceId }).history;
  expect(ofInvoice.map(({ kind }) => kind)).toEqual(['codesShown']);
  expect(knownHere(localRecords, { soldCardId: soldCardId(2) }).history).toEqual([]);
});

it('tells of receipts with codes what the printer took and what a person saw of them, and of no print that it refused', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId));
  await till.resume(operationId);
  const printer = new PaperPrinter();
  const prints = printsAt(till, printer);
  const receipt = { operationIds: [operationId], language: 'en', withCodes: true } as const;
  const history = (): unknown[] =>
    historyOf(till.counter.localRecords, { soldCardId: soldCardId(1), operationId }).map(({ kind, facts }) => [
      kind,
      facts['with'] ?? facts['answer'],
    ]);
  printer.fault = 'refused';
  expect(await printReceipt(prints, receipt)).toMatchObject({ ok: false, error: { code: 'print_failed' } });
  expect(history()).toEqual([]);
  printer.fault = null;
  const jammed = value(await printReceipt(prints, { ...receipt, reason: 'other' }));
  value(answerPrint(prints, [operationId], jammed, false));
  const plain = value(await printReceipt(prints, { ...receipt, withCodes: false, reason: 'other' }));
  value(answerPrint(prints, [operationId], plain, true));
  expect(history()).toEqual([
    ['receiptSent', 'codes'],
    ['receiptAnswered', 'notPrinted'],
  ]);
});

it('has the oldest first, whichever way the codes came out, and a file or money that went back for every card', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script({ status: 200, body: codes[0] }, completed(operationId));
  const { reveals, localRecords } = till.counter;
  value(await reveals.revealCard(walletId, soldCardId(1)));
  till.clock.skip(1_000);
  await till.resume(operationId);
  value(await reveals.show(operationId));
  till.clock.skip(1_000);
  const file = { file: 'one', times: 1 };
  value(localRecords.records.record(operationId, [orderEvent(operationId, 'codes-file-saved', file)]));
  till.clock.skip(1_000);
  const returned = { returned: 'money' };
  value(localRecords.records.record(operationId, [orderEvent(operationId, 'codes-kept-back', returned)]));
  const history = (index: number) => historyOf(localRecords, { soldCardId: soldCardId(index), operationId });
  const ofOrder = ['codesShown', 'codesFileSaved', 'codesKeptBack'];
  expect(history(1).map(({ kind }) => kind)).toEqual(['codesShown', ...ofOrder]);
  expect(history(2).map(({ kind }) => kind)).toEqual(ofOrder);
  const times = history(1).map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
});
