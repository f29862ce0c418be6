import { describe, expect, it, vi } from 'vitest';
import { knownId, type BasketId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { createBackground } from '../../../../../src-main/exchange/background.ts';
import { createOrderDriver } from '../../../../../src-main/orders/driver/driver.ts';
import type { DriverContext } from '../../../../../src-main/orders/records/context.ts';
import { boughtBeside } from '../../../../../src-main/orders/records/dispatch.ts';
import { openSaleNumbers } from '../../../../../src-main/orders/records/sale-numbers.ts';
import type { PurchaseStep } from '../../../../../src-main/orders/records/steps.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';
import type { Need } from '../../../../../src-main/staff/approval-check.ts';
import { otherOperationId } from '../order-samples.ts';
import { completed, newOperationId, refusal, saleWith, Till, value } from '../till.ts';

const cashier = knownId<StaffId>('0a000000-0000-4000-8000-0000000000b1');
const byHand: Need = { kind: 'otherCharge' };
const overLimit: Need = { kind: 'saleLimit', over: { amount: '1.000 KWD', of: 'sale' } };
const anyway = { besidesPending: true };

/** The driver over the records of a till, with other parts beside it; what was announced, and each step. */
function driverOf(till: Till, parts: Partial<Pick<DriverContext, 'needsOf' | 'passOn'>> = {}) {
  const { session, vault, keyring, localRecords } = till.counter;
  const { journal, records } = localRecords;
  const steps: [PurchaseStep, number][] = [];
  const announced: string[] = [];
  localRecords.onOrderChanged((id) => announced.push(id));
  const orders = createOrderDriver({
    session,
    vault,
    journal,
    records,
    step: (at) => steps.push([at, journal.events({ kind: 'order-intended' }).length]),
    judgedInVain: new Set(),
    background: createBackground(() => undefined),
    stopping: new AbortController().signal,
    scopes: () => null,
    saleNumbers: openSaleNumbers(journal, keyring),
    needsOf: () => [],
    passOn: () => undefined,
    ...parts,
  });
  return { orders, steps, announced };
}

/** A customer's basket of which one line was refused. */
async function basketWithRefusal(till: Till) {
  const ids = [1, 2, 3].map(() => newOperationId());
  const lines = ids.map((operationId, index) => {
    return { operationId, sale: saleWith({ quantity: index + 1 }), besidesPending: true };
  });
  value(till.counter.orders.buyBasket(knownId<BasketId>(newOperationId()), lines));
  const [bought, refused] = ids;
  if (bought === undefined || refused === undefined) throw new Error('no lines');
  till.service.script(completed(bought, { quantity: 1, total: undefined }), refusal(409, 'card_unavailable'));
  await till.resume(bought);
  expect(await till.resume(refused)).toBe('refused');
  return refused;
}

function quantitiesOf(all: readonly { readonly quantity: number }[]): readonly number[] {
  return all.map(({ quantity }) => quantity).toSorted((one, other) => one - other);
}

describe("what a cashier needs a manager's word for", () => {
  it('is asked with all that is known, and without that word nothing is written, announced or passed on', async () => {
    const till = await Till.open();
    const refusedWith = { code: 'approval_required' } as const;
    const ask = vi.fn(() => refusedWith);
    const needsOf = vi.fn(() => [overLimit]);
    const { orders, steps, announced } = driverOf(till, { needsOf });
    const operationId = newOperationId();
    const sale = saleWith();
    const placed = (needs?: readonly Need[]) =>
      actingAs(
        cashier,
        () => orders.place(operationId, sale, { ...anyway, ...(needs === undefined ? {} : { needs }) }),
        { ask, used: () => null },
      );
    expect([placed([byHand]), placed()]).toEqual([
      { ok: false, error: refusedWith },
      { ok: false, error: refusedWith },
    ]);
    expect(ask.mock.calls).toEqual([[[byHand, overLimit]], [[overLimit]]]);
    expect(needsOf.mock.calls).toEqual([
      [[sale], []],
      [[sale], []],
    ]);
    expect([till.kinds(operationId), announced]).toEqual([[], []]);
    expect(steps.map(([at]) => at)).toEqual(['before-intent', 'before-intent']);
  });

  it('is nothing where nothing asks for it', async () => {
    const till = await Till.open();
    const ask = vi.fn(() => ({ code: 'approval_required' }) as const);
    const { orders, steps, announced } = driverOf(till);
    const operationId = newOperationId();
    value(actingAs(cashier, () => orders.place(operationId, saleWith(), anyway), { ask, used: () => null }));
    expect([ask.mock.calls, announced]).toEqual([[], [operationId]]);
    // What ends at the first leaves no order, and at the second one.
    expect(steps).toEqual([
      ['before-intent', 0],
      ['intent-recorded', 1],
    ]);
  });

  it('counts for a new try what its customer has beside it, and for any other sale nothing', async () => {
    const till = await Till.open();
    const refused = await basketWithRefusal(till);
    const { records } = till.counter.localRecords;
    const needsOf = vi.fn<NonNullable<DriverContext['needsOf']>>(() => []);
    const { orders } = driverOf(till, { needsOf });
    const sale = saleWith({ quantity: 2, replaces: refused });
    value(orders.place(newOperationId(), saleWith({ quantity: 5 }), anyway));
    value(orders.place(newOperationId(), sale, anyway));
    const asked = needsOf.mock.calls.map(([sales, beside]) => [sales, beside].map((all) => quantitiesOf(all)));
    expect(asked).toEqual([
      [[5], []],
      [[2], [1, 3]],
    ]);
    expect(quantitiesOf(boughtBeside(records, { replaces: refused }))).toEqual([1, 2, 3]);
    expect(boughtBeside(records, {})).toEqual([]);
    expect(boughtBeside(records, { replaces: otherOperationId })).toEqual([]);
  });
});

describe('a new try', () => {
  it('takes over what was paid ahead, both orders change, and any other sale takes over nothing', async () => {
    const till = await Till.open();
    const first = till.place();
    till.service.script(refusal(409, 'card_unavailable'));
    await till.resume(first);
    const passOn = vi.fn<NonNullable<DriverContext['passOn']>>();
    const { orders, announced } = driverOf(till, { passOn });
    const [other, again] = [newOperationId(), newOperationId()];
    value(orders.place(other, saleWith({ quantity: 3 }), anyway));
    expect([passOn.mock.calls, announced.splice(0)]).toEqual([[], [other]]);
    value(orders.place(again, saleWith({ replaces: first }), anyway));
    expect(passOn.mock.calls.map(([, replaced, newTry]) => [replaced, newTry])).toEqual([[first, again]]);
    expect(announced).toEqual([again, first]);
  });

  it('is possible where nothing can be paid ahead', async () => {
    const till = await Till.open();
    const first = till.place();
    value(till.counter.orders.cancel(first));
    const { orders } = driverOf(till);
    expect(orders.place(newOperationId(), saleWith({ replaces: first }), anyway).ok).toBe(true);
  });
});

describe('a key that this machine does not have', () => {
  it('sells nothing, and nothing goes on by itself of what was sent with it', async () => {
    const till = await Till.open();
    const sent = till.place();
    till.service.script('drop');
    expect(await till.resume(sent)).toBe('unknown');
    vi.spyOn(till.counter.session, 'signingKey').mockReturnValue(null);
    const unsold = newOperationId();
    expect(till.counter.orders.place(unsold, saleWith(), anyway)).toEqual({
      ok: false,
      error: { code: 'not_enrolled' },
    });
    expect([till.kinds(unsold), till.counter.orders.next(sent)]).toEqual([[], null]);
  });
});

describe('what becomes of an order', () => {
  it('is announced only once it is written, and an error names the order', async () => {
    const till = await Till.open();
    const operationId = till.place();
    const { localRecords } = till.counter;
    const announced: string[] = [];
    localRecords.onOrderChanged((id) => announced.push(id));
    const full = { ok: false, error: { code: 'journal_not_writable' } } as const;
    vi.spyOn(localRecords.journal, 'transaction').mockReturnValueOnce(full);
    expect(till.counter.orders.keepWanted(operationId)).toEqual({
      ok: false,
      error: { code: 'journal_not_writable', operationId },
    });
    expect(announced).toEqual([]);
    value(till.counter.orders.keepWanted(operationId));
    expect(announced).toEqual([operationId]);
  });

  it('is recorded with what was sent, and with nothing by which its sealed body could be guessed', async () => {
    const till = await Till.open();
    const operationId = till.place();
    till.service.script(completed(operationId));
    await till.resume(operationId);
    const [started] = till.counter.localRecords.journal.events({ subject: operationId, kind: 'attempt-started' });
    const headers: unknown = started?.body['headers'];
    const names = JSON.stringify(headers).toLowerCase();
    expect(names).toContain('"idempotency-key"');
    expect(names).toContain('"x-service-date"');
    expect(names).not.toMatch(/"content-(digest|length)"/);
  });
});
