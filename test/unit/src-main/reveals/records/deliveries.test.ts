import { describe, expect, it } from 'vitest';
import { knownId, type InvoiceId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { createReveals } from '../../../../../src-main/reveals/driver/reveals.ts';
import type { RevealStep } from '../../../../../src-main/reveals/records/context.ts';
import { invoiceId, otherOperationId, soldCardId, walletId } from '../../orders/order-samples.ts';
import { codes, completed, refusal, Till, value } from '../../orders/till.ts';
import { contextOf, contextRefusing } from '../contexts.ts';

const invoice = knownId<InvoiceId>(invoiceId);
const [firstCode] = codes;
const notWritable = { ok: false, error: { code: 'journal_not_writable' } };
const leftAlone = { ok: false, error: { code: 'not_allowed', detail: 'locked' } };

async function bought(soldCards: readonly object[] = codes): Promise<{ till: Till; operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId, { soldCards }));
  await till.resume(operationId);
  return { till, operationId };
}

describe('codes that come out', () => {
  it('are written down by card before that, in the order of these steps', async () => {
    const { till, operationId } = await bought([]);
    const steps: RevealStep[] = [];
    const reveals = createReveals(contextOf(till, { step: (step) => steps.push(step) }));
    till.service.script({ status: 200, body: { items: codes } });
    value(await reveals.show(operationId));
    value(await reveals.show(operationId, soldCardId(2)));
    expect(steps).toEqual([
      'codes-requested',
      'codes-sealed',
      'codes-unsealed',
      'delivery-recorded',
      'codes-unsealed',
      'delivery-recorded',
    ]);
    const shown = till.counter.localRecords.journal.events({ subject: operationId, kind: 'codes-shown' });
    expect(shown.map(({ body }) => body)).toEqual([
      { soldCardIds: [soldCardId(1), soldCardId(2)] },
      { soldCardIds: [soldCardId(2)] },
    ]);
  });

  it('of a card or an invoice are written down under its name', async () => {
    const { till } = await bought();
    till.service.script({ status: 200, body: { items: codes } });
    value(await till.counter.reveals.revealInvoice(walletId, invoice));
    const shown = till.counter.localRecords.journal.events({ subject: `invoice:${invoiceId}`, kind: 'codes-shown' });
    expect(shown.map(({ body }) => body)).toEqual([{ soldCardIds: [soldCardId(1), soldCardId(2)] }]);
  });

  it('do not where that cannot be written down', async () => {
    const { till, operationId } = await bought();
    const reveals = createReveals(contextRefusing(till, 'codes-shown'));
    till.service.script({ status: 200, body: firstCode });
    expect(await reveals.show(operationId)).toMatchObject(notWritable);
    expect(await reveals.revealCard(walletId, soldCardId(1))).toEqual(notWritable);
    expect(createReveals(contextRefusing(till, 'codes-copied')).copy(operationId, soldCardId(1), 'voucher')).toEqual(
      notWritable,
    );
  });

  it('do not where whoever asked does not look any more, and stay for the next time', async () => {
    const { till, operationId } = await bought();
    const { reveals } = till.counter;
    expect(await reveals.show(operationId, undefined, () => false)).toMatchObject(leftAlone);
    till.service.script({ status: 200, body: firstCode });
    expect(await reveals.revealCard(walletId, soldCardId(1), () => false)).toEqual(leftAlone);
    for (const subject of [operationId, `card:${soldCardId(1)}`])
      expect(till.kinds(subject)).not.toContain('codes-shown');
    expect(value(await reveals.revealCard(walletId, soldCardId(1)))).toEqual([firstCode]);
  });

  it('are none of a card that the order does not have', async () => {
    const { till, operationId } = await bought();
    till.service.script(refusal(403, 'insufficient_scope'));
    expect(await till.counter.reveals.show(operationId, soldCardId(9))).toEqual({
      ok: false,
      error: { code: 'codes_unavailable', detail: 'card_not_in_order', operationId },
    });
    expect(till.service.seen).toHaveLength(1);
  });
});

describe('a copy', () => {
  it('that the clipboard did not take is written down', async () => {
    const { till, operationId } = await bought();
    value(till.counter.reveals.copy(operationId, soldCardId(1), 'voucher'));
    till.counter.reveals.copyFailed(operationId, soldCardId(1), 'voucher');
    const failed = till.counter.localRecords.journal.events({ subject: operationId, kind: 'codes-copy-failed' });
    expect(failed.map(({ body }) => body)).toEqual([{ soldCardId: soldCardId(1), part: 'voucher' }]);
  });

  it('names the order of which there is none', async () => {
    const { till, operationId } = await bought([{ soldCardId: soldCardId(1), voucher: 'V1' }]);
    const { reveals } = till.counter;
    const unavailable = (of: OperationId) => ({ ok: false, error: { code: 'codes_unavailable', operationId: of } });
    expect(reveals.copy(otherOperationId, soldCardId(1), 'voucher')).toEqual(unavailable(otherOperationId));
    expect(reveals.copy(operationId, soldCardId(2), 'voucher')).toEqual(unavailable(operationId));
    expect(reveals.copy(operationId, soldCardId(1), 'serialNumber')).toEqual(unavailable(operationId));
  });
});

describe('codes that another copy of these records may have handed out', () => {
  const lockedOf = (operationId?: OperationId) => ({
    ok: false,
    error: {
      code: 'codes_unavailable',
      detail: 'locked_until_reconciled',
      ...(operationId === undefined ? {} : { operationId }),
    },
  });

  async function copied(): Promise<{ till: Till; operationId: OperationId }> {
    const { till, operationId } = await bought();
    value(await till.counter.reveals.show(operationId));
    till.close();
    till.directory = till.copyFolder();
    await till.run();
    return { till, operationId };
  }

  it('stay locked, whichever way they are asked for', async () => {
    const { till, operationId } = await copied();
    const { reveals } = till.counter;
    expect(await reveals.show(operationId)).toEqual(lockedOf(operationId));
    expect(reveals.copy(operationId, soldCardId(1), 'voucher')).toEqual(lockedOf(operationId));
    expect(reveals.handOver(operationId)).toEqual(lockedOf(operationId));
    expect(await reveals.revealCard(walletId, soldCardId(1))).toEqual(lockedOf());
    expect(await reveals.revealInvoice(walletId, invoice)).toEqual(lockedOf());
    expect(till.service.seen).toHaveLength(1);
  });

  it('are not those that its customer has', async () => {
    const { till, operationId } = await bought();
    value(await till.counter.reveals.show(operationId));
    value(till.counter.reveals.handOver(operationId));
    till.close();
    till.directory = till.copyFolder();
    await till.run();
    expect(value(await till.counter.reveals.show(operationId))).toEqual(codes);
  });
});
