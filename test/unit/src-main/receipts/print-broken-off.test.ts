import { expect, it } from 'vitest';
import { viewOf } from '../../../../src-main/orders/views/order-view.ts';
import { answerPrint, printReceipt } from '../../../../src-main/receipts/prints.ts';
import { historyOf } from '../../../../src-main/reveals/views/card-history.ts';
import { soldCardId } from '../orders/order-samples.ts';
import { completed, Till, value } from '../orders/till.ts';
import { PaperPrinter, printsAt } from './paper-printer.ts';

async function brokenOff() {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId));
  await till.resume(operationId);
  const printer = new PaperPrinter();
  printer.fault = 'printer_gone';
  const receipt = { operationIds: [operationId], language: 'en', withCodes: true } as const;
  const printed = await printReceipt(printsAt(till, printer), receipt);
  const seen = () => viewOf(operationId, till.facts(operationId), till.clock.nowMs()).prints;
  return { till, operationId, printer, receipt, printed, seen };
}

it('that broke off may be on paper: it is reported, and the person is asked what came out', async () => {
  const { till, operationId, printed, seen } = await brokenOff();
  expect(printed).toEqual({ ok: false, error: { code: 'print_failed', detail: 'printer_gone', operationId } });
  expect(till.kinds(operationId).at(-1)).toBe('receipt-print-started');
  const { unanswered, times } = seen();
  expect(times).toBe(1);
  value(answerPrint(printsAt(till, new PaperPrinter()), [operationId], unanswered ?? '', true));
  expect(till.facts(operationId).timesCodesOut).toBe(1);
});

it('that broke off is in the history of its cards, and the next one is a copy with a reason', async () => {
  const { till, operationId, printer, receipt } = await brokenOff();
  const history = historyOf(till.counter.localRecords, { soldCardId: soldCardId(1), operationId });
  expect(history.map(({ kind }) => kind)).toEqual(['receiptSent']);
  printer.fault = null;
  const again = await printReceipt(printsAt(till, printer), receipt);
  expect(again).toMatchObject({ ok: false, error: { code: 'print_reason_required' } });
  value(await printReceipt(printsAt(till, printer), { ...receipt, reason: 'not-printed' }));
  expect(printer.text()).toContain('(Copy)');
});
