import { describe, expect, it } from 'vitest';
import { knownId, type BasketId, type OperationId } from '../../../../src-main/core/ids.ts';
import { viewOf } from '../../../../src-main/orders/views/order-view.ts';
import { timelineOf } from '../../../../src-main/orders/views/timeline.ts';
import { answerPrint, previewReceipt, printReceipt } from '../../../../src-main/receipts/prints.ts';
import { receiptShop } from '../../../../src-main/receipts/receipt.ts';
import { soldCardId } from '../orders/order-samples.ts';
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
    const print = value(
      await printReceipt(printsAt(till, printer), { operationIds: [operationId], language: 'en', withCodes: false }),
    );
    expect(printsSeen({ operationId, till })).toEqual({ times: 1, unanswered: print });
    value(answerPrint(printsAt(till, printer), [operationId], print, true));
    value(answerPrint(printsAt(till, printer), [operationId], print, false));
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
    value(
      await printReceipt(printsAt(till, printer), { operationIds: [operationId], language: 'ar', withCodes: false }),
    );
    for (const code of codes) expect(printer.text()).not.toContain(code.voucher);
    value(
      await printReceipt(printsAt(till, printer), {
        operationIds: [operationId],
        language: 'ar',
        withCodes: true,
        reason: 'lost',
      }),
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
    const plain = value(await printReceipt(prints, { operationIds: [operationId], language: 'en', withCodes: false }));
    expect(value(answerPrint(prints, [operationId], plain, true))[0]?.timesCodesOut).toBe(0);
    const jammed = value(
      await printReceipt(prints, { operationIds: [operationId], language: 'en', withCodes: true, reason: 'other' }),
    );
    expect(value(answerPrint(prints, [operationId], jammed, false))[0]?.timesCodesOut).toBe(0);
    expect(till.counter.reveals.handOver(operationId)).toMatchObject({ ok: false, error: { code: 'codes_not_shown' } });
    const out = value(
      await printReceipt(prints, {
        operationIds: [operationId],
        language: 'en',
        withCodes: true,
        reason: 'not-printed',
      }),
    );
    expect(value(answerPrint(prints, [operationId], out, true))[0]?.timesCodesOut).toBe(1);
    value(till.counter.reveals.handOver(operationId));
  });

  it('names the sale whose card it makes good as that one’s own receipt does', async () => {
    const { till, operationId, printer } = await bought();
    const { saleNumber } = till.facts(operationId).intent;
    const replacement = till.place({ makesGoodFor: { operationId, soldCardId: soldCardId(1) } });
    till.service.script(completed(replacement));
    expect(await till.resume(replacement)).toBe('completed');
    const request = { operationIds: [replacement], language: 'en', withCodes: false } as const;
    const prints = printsAt(till, printer);
    value(await printReceipt(prints, request));
    for (const html of [printer.text(), value(previewReceipt(prints, request)).html]) {
      expect(html).toContain(saleNumber);
      expect(html).not.toContain(operationId);
    }
  });

  it('a second time needs a reason, which is kept', async () => {
    const { till, operationId, printer } = await bought();
    const prints = printsAt(till, printer);
    value(await printReceipt(prints, { operationIds: [operationId], language: 'en', withCodes: false }));
    expect(await printReceipt(prints, { operationIds: [operationId], language: 'en', withCodes: false })).toEqual({
      ok: false,
      error: { code: 'print_reason_required', field: 'reason', operationId },
    });
    expect(printer.jobs).toHaveLength(1);
    value(
      await printReceipt(prints, {
        operationIds: [operationId],
        language: 'en',
        withCodes: false,
        reason: 'unreadable',
      }),
    );
    expect(printer.text()).toContain('(Copy)');
    expect(timelineOf(till.counter.localRecords.records.events(operationId)).at(-1)?.facts).toEqual({
      with: 'nothing',
      reprintReason: 'unreadable',
    });
  });

  it('says that nothing was printed where it could not be drawn: the next one is the first, and needs no reason', async () => {
    const { till, operationId, printer } = await bought();
    printer.fault = 'not_drawn';
    expect(
      await printReceipt(printsAt(till, printer), { operationIds: [operationId], language: 'en', withCodes: true }),
    ).toEqual({
      ok: false,
      error: { code: 'print_failed', detail: 'not_drawn', operationId },
    });
    expect(till.kinds(operationId).slice(-2)).toEqual(['receipt-print-started', 'receipt-print-failed']);
    expect(printsSeen({ operationId, till })).toEqual({ times: 0 });
    expect(till.facts(operationId).timesCodesOut).toBe(0);
    printer.fault = null;
    value(
      await printReceipt(printsAt(till, printer), { operationIds: [operationId], language: 'en', withCodes: true }),
    );
    expect(printer.text()).not.toContain('(Copy)');
    expect(printsSeen({ operationId, till }).times).toBe(1);
  });

  it('asks about a print that nobody answered, also after a restart', async () => {
    const { till, operationId, printer } = await bought();
    const print = value(
      await printReceipt(printsAt(till, printer), { operationIds: [operationId], language: 'en', withCodes: false }),
    );
    await till.run();
    expect(printsSeen({ operationId, till })).toEqual({ times: 1, unanswered: print });
  });

  it('needs a printer, a bought order and all of its codes', async () => {
    const { till, operationId, printer } = await bought();
    expect(
      await printReceipt(printsAt(till, null), { operationIds: [operationId], language: 'en', withCodes: false }),
    ).toMatchObject({
      ok: false,
      error: { code: 'printer_unavailable' },
    });
    const unknown = newOperationId();
    expect(
      await printReceipt(printsAt(till, printer), { operationIds: [unknown], language: 'en', withCodes: false }),
    ).toMatchObject({ ok: false, error: { code: 'operation_unknown' } });
    const pending = till.place();
    expect(
      previewReceipt(printsAt(till, printer), { operationIds: [pending], language: 'en', withCodes: false }),
    ).toMatchObject({ ok: false, error: { code: 'codes_unavailable', detail: 'not_completed' } });
    const half = till.place();
    till.service.script(completed(half, { soldCards: codes.slice(0, 1) }));
    await till.resume(half);
    expect(
      await printReceipt(printsAt(till, printer), { operationIds: [half], language: 'en', withCodes: true }),
    ).toMatchObject({ ok: false, error: { code: 'codes_unavailable', detail: 'to_reveal' } });
    expect(printer.jobs).toEqual([]);
  });

  it('of several orders is one print of all of them, and none where one of them was not bought', async () => {
    const { till, operationId: stranger, printer } = await bought();
    const basket = knownId<BasketId>('0d4c7b0e-6f1a-4c59-9a57-8b2f2f0f5a10');
    const [operationId, other, pending] = [0, 1, 2].map((line) => till.place({ inBasket: { basket, line } })) as [
      OperationId,
      OperationId,
      OperationId,
    ];
    till.service.script(completed(operationId), completed(other));
    await till.resume(operationId);
    await till.resume(other);
    const prints = printsAt(till, printer);
    const sale = { operationIds: [operationId, other], language: 'en', withCodes: true } as const;
    expect(await printReceipt(prints, { ...sale, operationIds: [operationId, pending] })).toMatchObject({
      ok: false,
      error: { code: 'codes_unavailable', operationId: pending },
    });
    for (const operationIds of [
      [operationId, stranger],
      [operationId, operationId],
    ]) {
      const fault = { ok: false, error: { code: 'input_invalid', field: 'operationIds' } };
      expect(await printReceipt(prints, { ...sale, operationIds })).toEqual(fault);
      expect(previewReceipt(prints, { ...sale, operationIds })).toEqual(fault);
    }
    const print = value(await printReceipt(prints, sale));
    expect(printer.jobs).toHaveLength(1);
    const seen = () => sale.operationIds.map((id) => printsSeen({ operationId: id, till }));
    expect(seen()).toEqual([
      { times: 1, unanswered: print },
      { times: 1, unanswered: print },
    ]);
    value(answerPrint(prints, sale.operationIds, print, true));
    expect(seen()).toEqual([{ times: 1 }, { times: 1 }]);
    expect(await printReceipt(prints, sale)).toMatchObject({ ok: false, error: { code: 'print_reason_required' } });
    printer.fault = 'not_drawn';
    expect(await printReceipt(prints, { ...sale, reason: 'lost' })).toMatchObject({ ok: false });
    expect(seen()).toEqual([{ times: 1 }, { times: 1 }]);
  });

  it('has the short number of its sale, and the name and address that a manager wrote', async () => {
    const { till, operationId, printer } = await bought();
    const shop = { nameEn: ' Corner Shop ', nameAr: 'محل الزاوية', addressEn: '1 Street\nTown', addressAr: '' };
    for (const [language, first, second] of [
      ['en', 'Corner Shop', 'محل الزاوية'],
      ['ar', 'محل الزاوية', 'Corner Shop'],
    ] as const) {
      const prints = printsAt(till, printer, { shop: (each) => receiptShop(shop, 'Deployment', each) });
      value(await printReceipt(prints, { operationIds: [operationId], language, withCodes: false, reason: 'lost' }));
      const [one, other, street] = printer.text().replace('<body>', '').split('\n');
      expect([one, other, street]).toEqual([first, second, '1 Street']);
      expect(printer.text()).toContain(till.facts(operationId).intent.saleNumber);
      expect(printer.text()).not.toContain('Deployment');
    }
    const nobody = { nameEn: '', nameAr: ' ', addressEn: '', addressAr: '' };
    expect(receiptShop(nobody, 'Deployment', 'en')).toEqual({ names: ['Deployment'], addresses: [] });
    expect(receiptShop(nobody, null, 'en')).toEqual({ names: [], addresses: [] });
  });

  it('names only prints that there were', async () => {
    const { till, operationId, printer } = await bought();
    expect(answerPrint(printsAt(till, printer), [operationId], newOperationId(), true)).toMatchObject({
      ok: false,
      error: { code: 'input_invalid', field: 'print' },
    });
  });
});

describe('the preview of a receipt', () => {
  it('shows what will be printed with every code covered, and records nothing', async () => {
    const { till, operationId, printer } = await bought();
    const before = till.kinds(operationId).length;
    const { html } = value(
      previewReceipt(printsAt(till, printer), { operationIds: [operationId], language: 'en', withCodes: true }),
    );
    expect(html.match(/•••• •••• ••••|••••/g)?.length).toBeGreaterThanOrEqual(4);
    for (const { voucher, serialNumber } of codes)
      expect(html.includes(voucher) || html.includes(serialNumber)).toBe(false);
    expect([till.kinds(operationId).length, printer.jobs.length]).toEqual([before, 0]);
  });
});
