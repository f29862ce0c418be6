import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../src-main/core/ids.ts';
import { viewOf } from '../../../../src-main/orders/views/order-view.ts';
import { timelineOf } from '../../../../src-main/orders/views/timeline.ts';
import { answerPrint, previewReceipt, printReceipt } from '../../../../src-main/receipts/prints.ts';
import { codes, completed, newOperationId, Till, value } from '../orders/till.ts';
import { PaperPrinter, printsAt } from './paper-printer.ts';

async function bought(): Promise<{ till: Till; operationId: OperationId; printer: PaperPrinter }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  return { till, operationId, printer: new PaperPrinter() };
}

const printsSeen = ({ operationId, till }: { operationId: OperationId; till: Till }) =>
  viewOf(operationId, till.facts(operationId), till.clock.nowMs()).prints;

describe('printing a receipt', () => {
  it('is in the journal before the printer is asked, and the person says what came out', async () => {
    const { till, operationId, printer } = await bought();
    printer.before = () => expect(till.kinds(operationId).at(-1)).toBe('receipt-print-started');
    const print = value(await printReceipt(printsAt(till, printer), { operationId, language: 'en', withCodes: false }));
    expect(printsSeen({ operationId, till })).toEqual({ times: 1, unanswered: print });
    value(answerPrint(printsAt(till, printer), operationId, print, true));
    value(answerPrint(printsAt(till, printer), operationId, print, false));
    expect(printsSeen({ operationId, till })).toEqual({ times: 1 });
    expect(
      timelineOf(till.counter.localRecords.records.events(operationId))
        .slice(-2)
        .map(({ kind, facts }) => [kind, facts['with'] ?? facts['answer']]),
    ).toEqual([
      ['receiptSent', 'nothing'],
      ['receiptAnswered', 'printed'],
    ]);
  });

  it('has no code on it unless that was asked for', async () => {
    const { till, operationId, printer } = await bought();
    value(await printReceipt(printsAt(till, printer), { operationId, language: 'ar', withCodes: false }));
    for (const code of codes) expect(printer.text()).not.toContain(code.voucher);
    value(
      await printReceipt(printsAt(till, printer), { operationId, language: 'ar', withCodes: true, reason: 'lost' }),
    );
    for (const { voucher, serialNumber } of codes)
      expect(printer.text().includes(voucher) && printer.text().includes(serialNumber)).toBe(true);
    expect(printer.jobs.at(-1)).toMatchObject({
      printerName: 'Counter 1',
      paper: { widthMicrons: 80_000, heightMicrons: null, dots: 576 },
    });
  });

  it('takes the codes as come out only when a person saw them printed', async () => {
    const { till, operationId, printer } = await bought();
    const prints = printsAt(till, printer);
    const plain = value(await printReceipt(prints, { operationId, language: 'en', withCodes: false }));
    expect(value(answerPrint(prints, operationId, plain, true)).timesCodesOut).toBe(0);
    const jammed = value(await printReceipt(prints, { operationId, language: 'en', withCodes: true, reason: 'other' }));
    expect(value(answerPrint(prints, operationId, jammed, false)).timesCodesOut).toBe(0);
    expect(till.counter.reveals.handOver(operationId)).toMatchObject({ ok: false, error: { code: 'codes_not_shown' } });
    const out = value(
      await printReceipt(prints, { operationId, language: 'en', withCodes: true, reason: 'not-printed' }),
    );
    expect(value(answerPrint(prints, operationId, out, true)).timesCodesOut).toBe(1);
    value(till.counter.reveals.handOver(operationId));
  });

  it('a second time needs a reason, which is kept', async () => {
    const { till, operationId, printer } = await bought();
    const prints = printsAt(till, printer);
    value(await printReceipt(prints, { operationId, language: 'en', withCodes: false }));
    expect(await printReceipt(prints, { operationId, language: 'en', withCodes: false })).toEqual({
      ok: false,
      error: { code: 'print_reason_required', field: 'reason', operationId },
    });
    expect(printer.jobs).toHaveLength(1);
    value(await printReceipt(prints, { operationId, language: 'en', withCodes: false, reason: 'unreadable' }));
    expect(printer.text()).toContain('(Copy)');
    expect(timelineOf(till.counter.localRecords.records.events(operationId)).at(-1)?.facts).toEqual({
      with: 'nothing',
      reprintReason: 'unreadable',
    });
  });

  it('says that nothing was printed where the printer did not take it: the next one is the first, and needs no reason', async () => {
    const { till, operationId, printer } = await bought();
    printer.fault = 'printer_gone';
    expect(await printReceipt(printsAt(till, printer), { operationId, language: 'en', withCodes: true })).toEqual({
      ok: false,
      error: { code: 'print_failed', detail: 'printer_gone', operationId },
    });
    expect(till.kinds(operationId).slice(-2)).toEqual(['receipt-print-started', 'receipt-print-failed']);
    expect(printsSeen({ operationId, till })).toEqual({ times: 0 });
    expect(till.facts(operationId).timesCodesOut).toBe(0);
    printer.fault = null;
    value(await printReceipt(printsAt(till, printer), { operationId, language: 'en', withCodes: true }));
    expect(printer.text()).not.toContain('(Copy)');
    expect(printsSeen({ operationId, till }).times).toBe(1);
  });

  it('asks about a print that nobody answered, also after a restart', async () => {
    const { till, operationId, printer } = await bought();
    const print = value(await printReceipt(printsAt(till, printer), { operationId, language: 'en', withCodes: false }));
    await till.run();
    expect(printsSeen({ operationId, till })).toEqual({ times: 1, unanswered: print });
  });

  it('needs a printer, a bought order and all of its codes', async () => {
    const { till, operationId, printer } = await bought();
    expect(await printReceipt(printsAt(till, null), { operationId, language: 'en', withCodes: false })).toMatchObject({
      ok: false,
      error: { code: 'printer_unavailable' },
    });
    const unknown = newOperationId();
    expect(
      await printReceipt(printsAt(till, printer), { operationId: unknown, language: 'en', withCodes: false }),
    ).toMatchObject({ ok: false, error: { code: 'operation_unknown' } });
    const pending = till.place();
    expect(
      previewReceipt(printsAt(till, printer), { operationId: pending, language: 'en', withCodes: false }),
    ).toMatchObject({ ok: false, error: { code: 'codes_unavailable', detail: 'not_completed' } });
    const half = till.place();
    till.service.script(completed(half, { soldCards: codes.slice(0, 1) }));
    await till.resume(half);
    expect(
      await printReceipt(printsAt(till, printer), { operationId: half, language: 'en', withCodes: true }),
    ).toMatchObject({ ok: false, error: { code: 'codes_unavailable', detail: 'to_reveal' } });
    expect(printer.jobs).toEqual([]);
  });

  it('names only prints that there were', async () => {
    const { till, operationId, printer } = await bought();
    expect(answerPrint(printsAt(till, printer), operationId, newOperationId(), true)).toMatchObject({
      ok: false,
      error: { code: 'input_invalid', field: 'print' },
    });
  });
});

describe('the preview of a receipt', () => {
  it('shows what will be printed with every code covered, and records nothing', async () => {
    const { till, operationId, printer } = await bought();
    const before = till.kinds(operationId).length;
    const { html } = value(previewReceipt(printsAt(till, printer), { operationId, language: 'en', withCodes: true }));
    expect(html.match(/•••• •••• ••••|••••/g)?.length).toBeGreaterThanOrEqual(4);
    for (const { voucher, serialNumber } of codes)
      expect(html.includes(voucher) || html.includes(serialNumber)).toBe(false);
    expect([till.kinds(operationId).length, printer.jobs.length]).toEqual([before, 0]);
  });
});
