import { describe, expect, it } from 'vitest';
import { knownId, type BasketId, type OperationId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { readDayEvent } from '../../../../../src-main/day/machine/events.ts';
import { openDayRecords } from '../../../../../src-main/day/records/day-records.ts';
import { openShiftView, reportOfX, reportOfZ } from '../../../../../src-main/day/views/day-report.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import { readPaymentEvent } from '../../../../../src-main/payments/machine/events.ts';
import { paymentView } from '../../../../../src-main/payments/views/payment-view.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';
import { createApprovalCheck, approvalRefusal } from '../../../../../src-main/staff/approval-check.ts';
import type { DayReport } from '../../../../../src-shared/contract/day.ts';
import type { SalePayment } from '../../../../../src-shared/contract/payments.ts';
import { completed, newOperationId, processing, refusal, saleWith, Till, value } from '../../orders/till.ts';

const omar = knownId<StaffId>(systemRandomness.uuid());
const mona = knownId<StaffId>(systemRandomness.uuid());

const charge: NonNullable<NewSale['charge']> = {
  price: '1.500',
  total: '3.000',
  currency: 'KWD',
  source: 'rule',
  ruleId: null,
  margin: '0.500',
  revision: 1,
};

async function bought(till: Till): Promise<OperationId> {
  const operationId = till.place({ charge });
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

async function handedOver(till: Till, operationId: OperationId): Promise<void> {
  value(await till.counter.reveals.show(operationId));
  value(till.counter.reveals.handOver(operationId));
}

async function noting(): Promise<Till> {
  const till = await Till.open();
  value(till.counter.localRecords.payments.setUsual('cash'));
  return till;
}

function viewed(till: Till, operationId: string): SalePayment {
  const { payments } = till.counter.localRecords;
  const sale = payments.sale(operationId);
  if (sale === null) throw new Error('no sale');
  return paymentView(sale, payments.now(), till.clock.nowMs());
}

/** Gives something back as who saw what is there now. */
function returned(till: Till, operationId: string, amount: string) {
  const { payments } = till.counter.localRecords;
  const { revision } = viewed(till, operationId);
  const seen = { operationId, revision, means: 'cash', reason: 'other' } as const;
  return payments.giveBack({ ...seen, lines: [{ operationId, amount }] });
}

function voided(till: Till, operationId: string) {
  const { revision } = viewed(till, operationId);
  return till.counter.localRecords.payments.voidSale({
    operationId,
    revision,
    means: 'cash',
    reason: 'customer_left',
  });
}

/** A cashier to whom no manager has said anything. */
function asCashier<T>(person: StaffId, work: () => T): T {
  const check = createApprovalCheck(null, ['paymentChange'], (needs) => approvalRefusal(needs));
  return actingAs(person, work, check);
}

describe('how a customer pays', () => {
  it('is not noted until a manager wants it, and then costs no event where it is the usual way', async () => {
    const till = await Till.open();
    const { payments, journal } = till.counter.localRecords;
    const operationId = await bought(till);
    expect(payments.note({ operationId, means: 'card' })).toEqual({ ok: false, error: { code: 'payments_not_noted' } });
    expect(returned(till, operationId, '1')).toMatchObject({ error: { code: 'payments_not_noted' } });
    expect(till.counter.day.x().payments).toBeUndefined();
    value(payments.setUsual('cash'));
    const { seq } = journal.head();
    value(payments.setUsual('cash'));
    const next = await bought(till);
    const { seq: sold } = journal.head();
    value(payments.note({ operationId: next, means: 'cash' }));
    expect(journal.head().seq).toBe(sold);
    expect(sold).toBeGreaterThan(seq);
    expect([viewed(till, operationId).means, viewed(till, next).means]).toEqual(['notNoted', 'cash']);
    value(payments.setUsual(null));
    expect(payments.note({ operationId: next, means: 'card' })).toMatchObject({ ok: false });
  });

  it('is of the whole sale: all lines of a basket, and a new try of one', async () => {
    const till = await noting();
    const { payments } = till.counter.localRecords;
    const basket = knownId<BasketId>(systemRandomness.uuid());
    const lines = [newOperationId(), newOperationId()].map((operationId) => ({
      operationId,
      sale: saleWith({ charge }),
      besidesPending: true,
    }));
    const [first = lines[0]?.operationId, second] = value(till.counter.orders.buyBasket(basket, lines)).map(
      (placed) => placed.operationId,
    );
    if (first === undefined || second === undefined) throw new Error('no basket');
    value(payments.note({ operationId: second, means: 'card' }));
    till.service.script(completed(first));
    await till.resume(first);
    till.service.script(refusal(409, 'price_changed'));
    await till.resume(second);
    const again = till.place({ charge, replaces: second });
    till.service.script(completed(again));
    await till.resume(again);
    const view = viewed(till, again);
    expect(view).toMatchObject({ means: 'card', isNoted: true, canVoid: true });
    expect(view.lines.map(({ state, isPaid }) => [state, isPaid])).toEqual([
      ['completed', true],
      ['refused', false],
      ['completed', true],
    ]);
    expect(view.kept).toEqual([{ amount: '6.000', currency: 'KWD' }]);
    expect(payments.sale(first)?.id).toBe(basket);
    expect(till.counter.day.x().payments?.means).toEqual([
      { means: 'card', received: [{ amount: '6.000', currency: 'KWD' }], back: [] },
    ]);
    const [noted] = till.counter.localRecords.journal.events({ kind: 'payment-noted' });
    expect(noted?.subject).toBe(basket);
    expect(noted?.body['saleNumber']).toBe(view.saleNumber);
  });

  it('is corrected by the same person until the hand-over, and then with a manager’s word', async () => {
    const till = await noting();
    const { payments } = till.counter.localRecords;
    const operationId = await bought(till);
    value(asCashier(omar, () => payments.note({ operationId, means: 'card' })));
    value(asCashier(omar, () => payments.note({ operationId, means: 'other' })));
    const wanted = { ok: false, error: { code: 'approval_required', approval: { kinds: ['paymentChange'] } } };
    expect(asCashier(mona, () => payments.note({ operationId, means: 'cash' }))).toEqual(wanted);
    await handedOver(till, operationId);
    expect(asCashier(omar, () => payments.note({ operationId, means: 'cash' }))).toEqual(wanted);
    const approved = createApprovalCheck({ by: mona, needs: [{ kind: 'paymentChange' }] }, ['paymentChange'], (needs) =>
      approvalRefusal(needs),
    );
    value(actingAs(omar, () => payments.note({ operationId, means: 'cash' }), approved));
    expect(till.counter.localRecords.journal.events({ kind: 'payment-noted' }).map(({ body }) => body)).toMatchObject([
      { means: 'card', by: omar },
      { means: 'other', by: omar },
      { means: 'cash', by: omar, approvedBy: mona, approvedFor: ['paymentChange'] },
    ]);
  });

  it('stays what it was after a restart, and its events are read back', async () => {
    const till = await noting();
    const operationId = await bought(till);
    value(till.counter.localRecords.payments.note({ operationId, means: 'card' }));
    value(returned(till, operationId, '1.000'));
    const before = viewed(till, operationId);
    await till.run();
    expect(viewed(till, operationId)).toEqual(before);
    const { journal } = till.counter.localRecords;
    const events = ['payments-noting-set', 'payment-noted', 'money-returned'].flatMap((kind) =>
      journal.events({ kind }),
    );
    expect(events.map((event) => readPaymentEvent(event)?.kind)).toEqual(events.map(({ kind }) => kind));
    expect(journal.compareProjection()).toEqual([]);
    expect(journal.verify()).toMatchObject({ ok: true });
  });
});

function shiftOf(till: Till): ReturnType<typeof openShiftView> | null {
  const open = till.counter.day.openShift();
  return open === null ? null : openShiftView(open);
}

describe('money that goes back', () => {
  it('is never more than was paid, also where two give it at once', async () => {
    const till = await noting();
    const { payments } = till.counter.localRecords;
    const operationId = await bought(till);
    expect(returned(till, operationId, '3.001')).toMatchObject({ error: { code: 'more_than_paid', operationId } });
    const { revision } = viewed(till, operationId);
    const seen = { operationId, revision, means: 'cash', reason: 'code_failed' } as const;
    const both = await Promise.all(
      [omar, mona].map((person) =>
        actingAs(person, async () => {
          await Promise.resolve();
          return payments.giveBack({ ...seen, lines: [{ operationId, amount: '2' }] });
        }),
      ),
    );
    expect(both.map((one) => (one.ok ? 'given' : one.error.code)).toSorted()).toEqual(['given', 'payment_changed']);
    expect(returned(till, operationId, '1.001')).toMatchObject({ error: { code: 'more_than_paid' } });
    value(returned(till, operationId, '1'));
    expect(viewed(till, operationId)).toMatchObject({ kept: [], canVoid: false });
    expect(viewed(till, operationId).back.map(({ sums, by }) => [sums, by])).toEqual([
      [[{ amount: '2.000', currency: 'KWD' }], expect.any(String)],
      [[{ amount: '1.000', currency: 'KWD' }], undefined],
    ]);
  });

  it('of a whole sale needs all results and no hand-over; its codes are the shop’s, and the Z says so', async () => {
    const till = await noting();
    const operationId = await bought(till);
    const waiting = till.place({ charge });
    expect(voided(till, waiting)).toMatchObject({ error: { code: 'sale_unfinished' } });
    value(voided(till, operationId));
    expect(viewed(till, operationId)).toMatchObject({ isVoided: true, kept: [] });
    expect(voided(till, operationId)).toMatchObject({ error: { code: 'more_than_paid' } });
    const taken = await bought(till);
    await handedOver(till, taken);
    expect(voided(till, taken)).toMatchObject({ error: { code: 'sale_handed_over' } });
    const atCompany = await bought(till);
    till.counter.localRecords.journal.append({
      subject: atCompany,
      kind: 'codes-file-saved',
      body: { file: 'codes.zip', times: 1 },
    });
    expect(viewed(till, atCompany)).toMatchObject({ canVoid: false, needsManager: true });
    expect(voided(till, atCompany)).toMatchObject({ error: { code: 'sale_handed_over' } });
    value(returned(till, atCompany, '3'));
    const { z } = value(till.counter.day.close(null));
    expect(z.payments?.voided.map((line) => line.operationId)).toEqual([operationId]);
    expect(z.payments?.means).toEqual([
      {
        means: 'cash',
        received: [{ amount: '9.000', currency: 'KWD' }],
        back: [{ amount: '6.000', currency: 'KWD' }],
      },
    ]);
    // Nothing of it is in the next one.
    expect(till.counter.day.x().payments).toEqual({ means: [], voided: [], owed: [] });
  });

  it('is owed for what the customer paid ahead and was not bought, from Z to Z until it is given back', async () => {
    const till = await noting();
    const { payments } = till.counter.localRecords;
    const operationId = till.place({ charge });
    till.service.script(processing(operationId));
    await till.resume(operationId);
    expect(returned(till, operationId, '1')).toMatchObject({ error: { code: 'more_than_paid' } });
    value(payments.note({ operationId, means: 'cash', ahead: true }));
    expect(till.counter.day.x().payments?.owed).toEqual([]);
    value(till.counter.day.close(null));
    till.service.script({ status: 200, body: { operationId, status: 'failed' } });
    till.clock.skip(10_000);
    expect(await till.resume(operationId)).toBe('failed');
    const owed = [{ amount: '3.000', currency: 'KWD' }];
    expect(viewed(till, operationId).owed).toEqual(owed);
    for (const time of [1, 2])
      expect(
        value(till.counter.day.close(null)).z.payments?.owed.map(({ sum }) => sum),
        String(time),
      ).toEqual(owed);
    value(returned(till, operationId, '3'));
    expect(viewed(till, operationId).owed).toEqual([]);
    expect(till.counter.day.x().payments).toMatchObject({
      owed: [],
      means: [{ means: 'cash', received: [], back: owed }],
    });
  });

  it('ahead is taken back while there is no result, and of what has one nothing is paid ahead', async () => {
    const till = await noting();
    const { payments } = till.counter.localRecords;
    value(till.counter.day.beginShift([{ amount: '20', currency: 'KWD' }]));
    const operationId = till.place({ charge });
    value(asCashier(omar, () => payments.note({ operationId, means: 'cash', ahead: true })));
    const three = [{ amount: '3.000', currency: 'KWD' }];
    expect(till.counter.day.x().payments).toMatchObject({ means: [{ received: three }] });
    expect(returned(till, operationId, '1')).toMatchObject({ error: { code: 'sale_unfinished', operationId } });
    const wanted = { ok: false, error: { code: 'approval_required' } };
    expect(asCashier(mona, () => payments.note({ operationId, means: 'cash', ahead: false }))).toMatchObject(wanted);
    value(asCashier(omar, () => payments.note({ operationId, means: 'cash', ahead: false })));
    expect(till.counter.day.x().payments).toMatchObject({ means: [], expectedCash: [{ amount: '20' }] });
    expect(viewed(till, operationId).kept).toEqual([]);
    value(payments.note({ operationId, means: 'cash', ahead: true }));
    value(till.counter.day.close(null));
    value(payments.note({ operationId, means: 'cash', ahead: false }));
    // What a Z had received, the next one takes back.
    expect(till.counter.day.x().payments?.means).toEqual([
      { means: 'cash', received: [{ amount: '-3.000', currency: 'KWD' }], back: [] },
    ]);
    value(till.counter.orders.cancel(operationId));
    const refused = payments.note({ operationId, means: 'cash', ahead: true });
    expect(refused).toMatchObject({ error: { code: 'operation_final', operationId } });
    expect(till.counter.day.x().payments?.owed).toEqual([]);
  });

  it.each([
    ['in one day', false],
    ['over a Z', true],
  ])('paid ahead for what was not bought is for its new try, %s, and counts once', async (_, closes) => {
    const till = await noting();
    const { payments } = till.counter.localRecords;
    const operationId = till.place({ charge });
    till.service.script(processing(operationId));
    await till.resume(operationId);
    value(payments.note({ operationId, means: 'card', ahead: true }));
    if (closes) value(till.counter.day.close(null));
    till.service.script({ status: 200, body: { operationId, status: 'failed' } });
    till.clock.skip(10_000);
    expect(await till.resume(operationId)).toBe('failed');
    const again = till.place({ charge, replaces: operationId });
    // One transaction: no process that ends leaves a new try that nobody has paid for.
    const [first, second, third] = till.durableEvents().slice(-3);
    expect([first?.kind, first?.subject, second?.kind, third?.kind]).toEqual([
      'order-intended',
      again,
      'order-replaced',
      'payment-noted',
    ]);
    expect(third?.body).toMatchObject({ ahead: [again], notAhead: [operationId] });
    till.service.script(completed(again));
    await till.resume(again);
    const view = viewed(till, again);
    expect(view).toMatchObject({ owed: [], kept: [{ amount: '3.000', currency: 'KWD' }] });
    const { means, owed } = till.counter.day.x().payments ?? {};
    expect(owed).toEqual([]);
    expect(means).toEqual(closes ? [] : [{ means: 'card', received: view.kept, back: [] }]);
    value(voided(till, again));
    expect(viewed(till, again).back.map(({ sums }) => sums)).toEqual([view.kept]);
  });

  it('is in what whoever takes a shift over counts: beside it stands what the till should hold then', async () => {
    const till = await noting();
    const { day } = till.counter;
    value(day.beginShift([{ amount: '20', currency: 'KWD' }]));
    const operationId = await bought(till);
    value(returned(till, operationId, '1'));
    const takenOver = value(day.handOver([{ amount: '21.750', currency: 'KWD' }])).takenOver;
    const expected = [{ amount: '22.000', currency: 'KWD' }];
    expect(takenOver).toMatchObject({ what: 'handedOver', expected });
    expect(till.durableEvents().at(-1)).toMatchObject({ kind: 'shift-handed-over', body: { expected } });
    await bought(till);
    // What came since belongs to the next count: this one stays what it was.
    value(day.handOver([{ amount: '25.000', currency: 'KWD' }]));
    const other = [{ amount: '4', currency: 'USD' }];
    value(day.handOver(other));
    const compared = (report: DayReport) =>
      report.cashCounts.map(({ expected: till_, difference }) => [till_?.[0]?.amount, difference?.[0]?.amount]);
    const cashCounts = [
      [undefined, undefined],
      ['22.000', '-0.250'],
      ['25.000', '0.000'],
      ['25.000', undefined],
    ];
    const reading = { seesCost: false };
    expect(compared(reportOfX(day, till.clock.nowMs(), reading))).toEqual(cashCounts);
    expect(shiftOf(till)).toMatchObject({ takenOver: { counted: other } });
    const issued = value(day.close(null));
    await till.run();
    expect(compared(reportOfZ(till.counter.day, issued, reading))).toEqual(cashCounts);
  });

  it('is compared by nobody where it was not counted, at the opening or then, or payments are not noted', async () => {
    const till = await Till.open();
    const { day } = till.counter;
    const counted = [{ amount: '20', currency: 'KWD' }];
    value(day.beginShift(counted));
    // As records from before have it, too.
    expect(value(day.handOver(counted)).takenOver).toMatchObject({ counted, expected: null });
    value(till.counter.localRecords.payments.setUsual('cash'));
    expect(value(day.handOver(null)).takenOver).toBeNull();
    value(day.close(null));
    value(day.beginShift(null));
    expect(value(day.handOver(counted)).takenOver).toMatchObject({ expected: null });
    await till.run();
    expect(till.counter.day.openShift()?.takenOver).toMatchObject({ counted, expected: null });
    expect(shiftOf(till)?.takenOver).not.toHaveProperty('expected');
  });

  it('and what came make the cash that the till should hold, from the opening of the shift on', async () => {
    const till = await noting();
    await bought(till);
    value(till.counter.day.beginShift([{ amount: '20', currency: 'KWD' }]));
    const operationId = await bought(till);
    value(returned(till, operationId, '1'));
    value(till.counter.localRecords.payments.note({ operationId: await bought(till), means: 'card' }));
    const { z } = value(till.counter.day.close([{ amount: '21.500', currency: 'KWD' }]));
    expect(z.payments?.expectedCash).toEqual([{ amount: '22.000', currency: 'KWD' }]);
    const issued = till.counter.day.z(z);
    if (issued === null) throw new Error('no Z');
    const seesCost = { seesCost: true };
    expect(reportOfZ(till.counter.day, issued, seesCost).payments).not.toHaveProperty('uncountedCash');
    // In a currency that nobody counted it is expected nowhere, and said all the same.
    value(till.counter.day.beginShift([{ amount: '20', currency: 'KWD' }]));
    const inDollars = till.place({ charge: { ...charge, price: '5.00', total: '10.00', currency: 'USD' } });
    till.service.script(completed(inDollars));
    expect(await till.resume(inDollars)).toBe('completed');
    const next = till.counter.day.z(value(till.counter.day.close(null)).z);
    if (next === null) throw new Error('no Z');
    expect(reportOfZ(till.counter.day, next, seesCost).payments).toMatchObject({
      expectedCash: [{ amount: '20', currency: 'KWD' }],
      uncountedCash: [{ amount: '10.00', currency: 'USD' }],
    });
  });
});

describe('a Z', () => {
  it('from before the shop noted payments opens, and has none', async () => {
    const till = await Till.open();
    await bought(till);
    const { z } = value(till.counter.day.close(null));
    expect(z.payments).toBeUndefined();
    value(till.counter.localRecords.payments.setUsual('card'));
    await bought(till);
    expect(till.counter.day.z(z)?.z).toEqual(z);
    expect(till.counter.day.x().payments?.means.map(({ means }) => means)).toEqual(['card']);
  });

  it('moves what is noted otherwise later, and is not changed by it', async () => {
    const till = await noting();
    const operationId = await bought(till);
    const { z } = value(till.counter.day.close(null));
    value(till.counter.localRecords.payments.note({ operationId, means: 'card' }));
    expect(till.counter.day.z(z)?.z).toEqual(z);
    const three = (amount: string) => [{ amount, currency: 'KWD' }];
    expect(value(till.counter.day.close(null)).z.payments?.means).toEqual([
      { means: 'cash', received: three('-3.000'), back: [] },
      { means: 'card', received: three('3.000'), back: [] },
    ]);
  });

  it('keeps the categories of its cards as the card list has them then; an older Z has none', async () => {
    const till = await Till.open();
    await bought(till);
    const { journal } = till.counter.localRecords;
    let name = 'Games';
    const day = openDayRecords({
      journal,
      randomness: systemRandomness,
      memory: till.counter.keyring,
      categoryOf: () => ({ id: 'c1', name: { en: name } }),
    });
    const seesCost = { seesCost: true };
    const issued = value(day.close(null));
    name = 'Gifts';
    const named = (report: DayReport) => report.byCategory?.map((group) => [group.id, group.name, group.cards]);
    expect(named(reportOfZ(day, issued, seesCost))).toEqual([['c1', { en: 'Games' }, 2]]);
    const { categories: _, ...older } = issued.z;
    const stored = { kind: 'z-issued', seq: 9, atMs: 0, subject: 'z 1-1', body: { z: older } };
    const read = readDayEvent(stored);
    if (read?.kind !== 'z-issued') throw new Error('an older Z does not open');
    const report = reportOfZ(day, { ...issued, z: read.body.z }, seesCost);
    expect([named(report), report.payments]).toEqual([undefined, undefined]);
    expect(report.totals).toEqual(reportOfZ(day, issued, seesCost).totals);
  });
});
