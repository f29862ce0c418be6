import { expect, it } from 'vitest';
import { knownId, type BasketId } from '../../../../src-main/core/ids.ts';
import { printReceipt } from '../../../../src-main/receipts/prints.ts';
import { completed, Till, value } from '../orders/till.ts';
import { PaperPrinter, printsAt } from './paper-printer.ts';

it('a receipt says how it was paid where any card of it costs something, and nothing of it else', async () => {
  const till = await Till.open();
  const { payments } = till.counter.localRecords;
  value(payments.setUsual('cash'));
  const basket = knownId<BasketId>('0d4c7b0e-6f1a-4c59-9a57-8b2f2f0f5a10');
  const ids = ['0.000', '3.000'].map((total, line) => {
    const amounts = { price: total, total, currency: 'KWD', margin: '0.000' } as const;
    const charge = { ...amounts, source: 'rule', ruleId: null, revision: 1 } as const;
    return till.place({ charge, inBasket: { basket, line } });
  });
  till.service.script(...ids.map((operationId) => completed(operationId)));
  for (const operationId of ids) await till.resume(operationId);
  const printer = new PaperPrinter();
  const prints = printsAt(till, printer, { paidBy: (operationId) => payments.meansOf(operationId) });
  value(await printReceipt(prints, { operationIds: ids, language: 'en', withCodes: false }));
  expect(printer.text()).toMatch(/Paid\s*Cash/);
  const free = { operationIds: ids.slice(0, 1), language: 'en', withCodes: false, reason: 'other' } as const;
  value(await printReceipt(prints, free));
  expect(printer.text()).not.toMatch(/Paid/);
});
