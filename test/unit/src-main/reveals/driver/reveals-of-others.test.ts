import { describe, expect, it } from 'vitest';
import { knownId, type InvoiceId, type OperationId, type WalletId } from '../../../../../src-main/core/ids.ts';
import { invoiceId, otherOperationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import type { ScriptedAnswer } from '../../orders/scripted-service.ts';
import { codes, completed, completedOrder, Till, value } from '../../orders/till.ts';

const otherInvoiceId = '0d000000-0000-4000-8000-000000000002';
const [own, other] = [codes[0], { ...codes[1], soldCardId: soldCardId(9) }];

/** Bought, and its codes are still to come. */
async function boughtWithoutCodes(till: Till): Promise<OperationId> {
  const operationId = till.place();
  till.service.script(completed(operationId, { soldCards: [], quantity: 1 }));
  await till.resume(operationId);
  return operationId;
}

describe('codes that a verified answer says are of something else', () => {
  it.each([
    ['an order of another operation', (_id: string) => completedOrder(otherOperationId, { soldCards: [other] })],
    ['another invoice', () => ({ invoiceId: otherInvoiceId, soldCards: [other] })],
    ['cards of another operation', () => [{ ...other, operationId: otherOperationId }]],
    ['cards of another invoice, wrapped', () => ({ items: [{ card: other, invoiceId: otherInvoiceId }] })],
  ])('are not of the sale: %s', async (_name, bodyOf) => {
    const till = await Till.open();
    const operationId = await boughtWithoutCodes(till);
    till.service.script({ status: 200, body: bodyOf(operationId) });
    expect(await till.counter.reveals.show(operationId)).toMatchObject({
      ok: false,
      error: { code: 'codes_unavailable', detail: 'other_cards' },
    });
    expect([till.facts(operationId).sealedCodes.size, till.kinds(operationId).includes('codes-shown')]).toEqual([
      0,
      false,
    ]);
  });

  it('are left out beside its own, in whatever case its ids are written', async () => {
    const till = await Till.open();
    const operationId = await boughtWithoutCodes(till);
    const mixed = [
      { ...other, operationId: otherOperationId },
      { ...own, operationId: operationId.toUpperCase(), invoiceId: invoiceId.toUpperCase() },
    ];
    till.service.script({ status: 200, body: { soldCards: mixed } });
    expect(value(await till.counter.reveals.show(operationId))).toEqual([own]);
  });

  it('may come in an answer that has an operation of its own', async () => {
    const till = await Till.open();
    const operationId = await boughtWithoutCodes(till);
    till.service.script({ status: 200, body: { operationId: otherOperationId, invoiceId, cards: [own] } });
    expect(value(await till.counter.reveals.show(operationId))).toEqual([own]);
  });

  it('are told apart by the whole list of the wallet, of which no more pages are read than hold its cards', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId, { soldCards: [] }));
    await till.resume(operationId);
    const third = { ...other, soldCardId: soldCardId(8) };
    const shared = { status: 200, body: { items: [...codes, third] } };
    const page = (index: number, nextCursor: string): ScriptedAnswer => ({
      status: 200,
      body: { items: [{ soldCardId: soldCardId(index), operationId }], nextCursor },
    });
    till.service.script(shared, page(1, 'b'), page(2, 'c'), shared);
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
    expect(till.service.seen.map(({ target }) => /cursor=(.)/.exec(target)?.[1])).toEqual([
      undefined,
      undefined,
      undefined,
      'b',
      undefined,
    ]);
  });

  it('are not of an invoice that is asked for by itself', async () => {
    const till = await Till.open();
    till.service.script({ status: 200, body: { invoiceId: otherInvoiceId, soldCards: [other] } });
    const wallet = knownId<WalletId>(walletId);
    expect(await till.counter.reveals.revealInvoice(wallet, knownId<InvoiceId>(invoiceId))).toMatchObject({
      ok: false,
      error: { code: 'codes_unavailable', detail: 'other_cards' },
    });
  });
});
