import { describe, expect, it } from 'vitest';
import { knownId, type OperationId } from '../../../../../src-main/core/ids.ts';
import { holdsCodes } from '../../../../../src-main/reveals/records/closed-codes.ts';
import { soldCardId } from '../../orders/order-samples.ts';
import type { Turn } from '../../orders/scripted-service.ts';
import { codes, completed, newOperationId, processing, refusal, Till, value } from '../../orders/till.ts';

const [firstCode, secondCode] = codes;
const invoiceReveal = (cards: unknown): Turn => ({ status: 200, body: { items: cards } });

async function bought(
  soldCards: readonly object[] | undefined,
  ...more: readonly Turn[]
): Promise<{ readonly till: Till; readonly operationId: OperationId }> {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId, { soldCards }), ...more);
  expect(await till.resume(operationId)).toBe('completed');
  return { till, operationId };
}

describe('all codes of an order for a file', () => {
  it('come from what lies here, without the service, and nothing says that they came out', async () => {
    const { till, operationId } = await bought(codes);
    await till.service.close();
    const before = till.kinds(operationId);
    expect(value(await till.counter.reveals.bring(operationId))).toEqual(codes);
    expect(till.kinds(operationId)).toEqual(before);
    expect(till.facts(operationId).timesCodesOut).toBe(0);
  });

  it('are asked for by invoice where too few came', async () => {
    const { till, operationId } = await bought([firstCode ?? {}], invoiceReveal(codes));
    expect(value(await till.counter.reveals.bring(operationId))).toEqual([firstCode, secondCode]);
    expect(till.kinds(operationId)).toContain('codes-revealed');
    expect(till.kinds(operationId)).not.toContain('codes-shown');
  });

  it('are none where some still lack, though the rest lies here', async () => {
    const { till, operationId } = await bought([firstCode ?? {}], refusal(403, 'reveal_not_allowed'));
    expect(await till.counter.reveals.bring(operationId)).toMatchObject({
      ok: false,
      error: { code: 'reveal_not_allowed', operationId },
    });
  });

  it('may lie in an answer whose process ended before it was read, and need no second reveal', async () => {
    const { till, operationId } = await bought([], invoiceReveal(codes));
    const died = new Error('died');
    await till.run({
      step: (step) => {
        if (step === 'codes-sealed') throw died;
      },
    });
    await expect(till.counter.reveals.bring(operationId)).rejects.toBe(died);
    await till.service.close();
    await till.run();
    expect(value(await till.counter.reveals.bring(operationId))).toEqual(codes);
  });

  it('are none where the records came into doubt while the service was asked', async () => {
    const { till, operationId } = await bought([]);
    till.service.script(() => {
      till.counter.localRecords.journal.changeCopyStatus('restored', ['test']);
      return { status: 200, body: { items: codes } };
    });
    expect(await till.counter.reveals.bring(operationId)).toMatchObject({
      ok: false,
      error: { detail: 'locked_until_reconciled', operationId },
    });
  });

  it('are none of an order that is not bought, or that nobody knows', async () => {
    const till = await Till.open();
    const open = till.place();
    till.service.script(processing(open));
    await till.resume(open);
    const unknown = newOperationId();
    expect(await till.counter.reveals.bring(open)).toMatchObject({ ok: false });
    expect(await till.counter.reveals.bring(unknown)).toMatchObject({ ok: false });
    expect(till.service.seen).toHaveLength(1);
  });
});

describe('orders that are handed over together', () => {
  async function two(): Promise<{ readonly till: Till; readonly ids: readonly [OperationId, OperationId] }> {
    const till = await Till.open();
    const ids = [till.place(), till.place({ quantity: 3 })] as const;
    const total = { amount: '3.750', currency: 'KWD' };
    const three = [...codes, { soldCardId: soldCardId(3), voucher: 'VOUCHER-C' }];
    till.service.script(completed(ids[0]), completed(ids[1], { quantity: 3, total, soldCards: three }));
    for (const id of ids) expect(await till.resume(id)).toBe('completed');
    return { till, ids };
  }

  it('are all handed over, once each', async () => {
    const { till, ids } = await two();
    for (const id of ids) value(await till.counter.reveals.show(id));
    value(till.counter.reveals.handOver(ids[0]));
    const orders = value(till.counter.reveals.handOverTogether(ids));
    expect([...orders].map(([id, { handedOver }]) => [id, handedOver])).toEqual(ids.map((id) => [id, true]));
    expect(value(till.counter.reveals.handOverTogether(ids)).size).toBe(2);
    for (const id of ids) expect(till.kinds(id).filter((kind) => kind === 'codes-handed-over')).toHaveLength(1);
  });

  it('are none of them where the codes of one were never shown', async () => {
    const { till, ids } = await two();
    value(await till.counter.reveals.show(ids[0]));
    expect(till.counter.reveals.handOverTogether(ids)).toMatchObject({
      ok: false,
      error: { code: 'codes_not_shown', operationId: ids[1] },
    });
    expect(till.facts(ids[0]).handedOver).toBe(false);
  });

  it('are none of them where one is not known here', async () => {
    const { till, ids } = await two();
    for (const id of ids) value(await till.counter.reveals.show(id));
    const stranger = knownId<OperationId>('0a000000-0000-4000-8000-0000000000ff');
    expect(till.counter.reveals.handOverTogether([...ids, stranger])).toMatchObject({ ok: false });
    for (const id of ids) expect(till.facts(id).handedOver).toBe(false);
  });

  it('leave no codes that wait here', async () => {
    const { till, ids } = await two();
    expect(holdsCodes(till.counter.localRecords)).toBe(true);
    for (const id of ids) value(await till.counter.reveals.show(id));
    value(till.counter.reveals.handOverTogether(ids.slice(0, 1)));
    expect(holdsCodes(till.counter.localRecords)).toBe(true);
    value(till.counter.reveals.handOverTogether(ids.slice(1)));
    expect(holdsCodes(till.counter.localRecords)).toBe(false);
  });
});
