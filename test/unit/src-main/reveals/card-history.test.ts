import { expect, it } from 'vitest';

import { knownId } from '../../../../src-main/core/ids.ts';
import type { InvoiceId } from '../../../../src-main/core/ids.ts';
import { historyOf, knownHere } from '../../../../src-main/reveals/card-history.ts';
import { invoiceId, otherOperationId, soldCardId, walletId } from '../orders/order-samples.ts';
import { codes, completed, Till, value } from '../orders/till.ts';

it('tells of one card when its codes came out, with its order, by itself or with its invoice, and of no other', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId), { status: 200, body: codes[0] }, { status: 200, body: { items: codes } });
  await till.resume(operationId);
  const { reveals, ledger } = till.counter;
  value(await reveals.show(operationId, soldCardId(2)));
  value(reveals.copy(operationId, soldCardId(1), 'voucher'));
  value(await reveals.revealCard(walletId, soldCardId(1)));
  value(await reveals.revealInvoice(walletId, knownId<InvoiceId>(invoiceId)));
  value(reveals.handOver(operationId));
  const kinds = (index: number, known = true) => historyOf(ledger, { soldCardId: soldCardId(index), invoiceId, ...(known ? { operationId } : { operationId: otherOperationId }) }).map(({ kind }) => kind).toSorted();
  expect(kinds(1)).toEqual(['codesCopied', 'codesShown', 'codesShown', 'handedOver']);
  expect(kinds(2)).toEqual(['codesShown', 'codesShown', 'handedOver']);
  expect(kinds(2, false)).toEqual(['codesShown']);
  // Copying needs the order: that of another counter is not here.
  expect([operationId, otherOperationId].map((of) => knownHere(ledger, { soldCardId: soldCardId(1), operationId: of }).operationId)).toEqual([operationId, undefined]);
});
