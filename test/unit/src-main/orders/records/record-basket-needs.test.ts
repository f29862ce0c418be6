import { describe, expect, it, vi } from 'vitest';
import { knownId, type BasketId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { createBackground } from '../../../../../src-main/exchange/background.ts';
import type { DriverContext } from '../../../../../src-main/orders/records/context.ts';
import { recordBasket } from '../../../../../src-main/orders/records/record-basket.ts';
import { openSaleNumbers } from '../../../../../src-main/orders/records/sale-numbers.ts';
import type { PurchaseStep } from '../../../../../src-main/orders/records/steps.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';
import type { ApprovalCheck, Need } from '../../../../../src-main/staff/approval-check.ts';
import { newOperationId, saleWith, Till, value } from '../till.ts';

const cashier = knownId<StaffId>('0a000000-0000-4000-8000-0000000000b1');
const basket = knownId<BasketId>('0d4c7b0e-6f1a-4c59-9a57-8b2f2f0f5a10');
const byHand: Need = { kind: 'otherCharge' };
const overLimit: Need = { kind: 'saleLimit', over: { amount: '1.000 KWD', of: 'sale' } };
const lines = [1, 2].map((quantity) => {
  return { operationId: newOperationId(), sale: saleWith({ quantity }), besidesPending: true };
});
const ids = lines.map(({ operationId }) => operationId);

/** A basket by a cashier: what comes of it, each step, and what was announced. */
async function counterWith(needsOf: DriverContext['needsOf'] = () => []) {
  const till = await Till.open();
  const { session, vault, keyring, localRecords } = till.counter;
  const { journal, records } = localRecords;
  const steps: [PurchaseStep, number][] = [];
  const announced: string[] = [];
  localRecords.onOrderChanged((id) => announced.push(id));
  const context: DriverContext = {
    session,
    vault,
    journal,
    records,
    step: (at) => steps.push([at, till.durableEvents().length]),
    judgedInVain: new Set(),
    background: createBackground(() => undefined),
    stopping: new AbortController().signal,
    scopes: () => null,
    saleNumbers: openSaleNumbers(journal, keyring),
    needsOf,
    passOn: () => undefined,
  };
  const buy = (ask: ApprovalCheck['ask'], ...needs: readonly (readonly Need[])[]) =>
    actingAs(cashier, () => recordBasket(context, basket, lines, ...needs), { ask, used: () => null });
  return { till, buy, steps, announced };
}

describe("a basket that a cashier needs a manager's word for", () => {
  const refusal = { code: 'approval_required' } as const;

  it('is asked for as a whole, and without that word no line of it is written or announced', async () => {
    const needsOf = vi.fn<DriverContext['needsOf']>(() => [overLimit]);
    const { till, buy, steps, announced } = await counterWith(needsOf);
    const ask = vi.fn(() => refusal);
    expect([buy(ask, [byHand]), buy(ask)]).toEqual([
      { ok: false, error: refusal },
      { ok: false, error: refusal },
    ]);
    expect(ask.mock.calls).toEqual([[[byHand, overLimit]], [[overLimit]]]);
    const sales = lines.map(({ sale }) => sale);
    expect(needsOf.mock.calls).toEqual([
      [sales, []],
      [sales, []],
    ]);
    expect([ids.flatMap((id) => till.kinds(id)), announced]).toEqual([[], []]);
    expect(steps.map(([at]) => at)).toEqual(['before-intent', 'before-intent']);
  });

  it('is recorded where nothing asks for a word, and each line is announced once all are', async () => {
    const { buy, steps, announced } = await counterWith();
    const ask = vi.fn(() => refusal);
    expect(value(buy(ask)).map(({ operationId }) => operationId)).toEqual(ids);
    expect([ask.mock.calls, announced]).toEqual([[], ids]);
    // What ends before the last leaves no line, and at the last all of them.
    expect(steps).toEqual([
      ['before-intent', 0],
      ['basket-line-written', 0],
      ['basket-line-written', 0],
      ['intent-recorded', 2],
    ]);
    expect(value(buy(ask)).map(({ operationId }) => operationId)).toEqual(ids);
  });
});
