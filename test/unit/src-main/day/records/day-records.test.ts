import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { knownId, type StaffId } from '../../../../../src-main/core/ids.ts';
import { totalsOf } from '../../../../../src-main/day/machine/sale.ts';
import { openDayRecords, type DayRecords } from '../../../../../src-main/day/records/day-records.ts';
import { nameOfZ } from '../../../../../src-main/day/views/day-report.ts';
import { systemRandomness } from '../../../../../src-main/hosts/system-ports.ts';
import { copyStatusChangedKind } from '../../../../../src-main/journal/copy-status.ts';
import { actingAs } from '../../../../../src-main/staff/acting.ts';
import { methodsOf } from '../../../../support/journal-methods.ts';
import { amount } from '../../orders/order-samples.ts';
import { completed, processing, refusal, Till, value } from '../../orders/till.ts';

const omar = knownId<StaffId>(systemRandomness.uuid());
const mona = knownId<StaffId>(systemRandomness.uuid());

/** One that is bought at once. */
async function sold(till: Till, by?: StaffId): Promise<string> {
  const operationId = by === undefined ? till.place() : actingAs(by, () => till.place());
  till.service.script(completed(operationId));
  expect(await till.resume(operationId)).toBe('completed');
  return operationId;
}

function salesIn(day: DayRecords): readonly unknown[] {
  const { sold: cells, soldLate, takenBack } = day.x();
  return [totalsOf(cells).sales, totalsOf(soldLate).sales, totalsOf(takenBack).sales];
}

describe('a day', () => {
  it('holds what was sold since the last one, once, whatever the clock says', async () => {
    const till = await Till.open();
    await sold(till, omar);
    till.clock.skip(-86_400_000);
    await sold(till, mona);
    await sold(till, mona);
    const { day } = till.counter;
    expect(day.x()).toMatchObject({ epoch: 1, number: 1, firstSeq: 1, takenBack: [], late: [], carriedOver: [] });

    const first = value(day.close(null));
    expect(first.z.sold.map(({ by, sales, cards, cost }) => ({ by, sales, cards, cost }))).toEqual([
      { by: omar, sales: 1, cards: 2, cost: { amount: '2.500', currency: 'KWD' } },
      { by: mona, sales: 2, cards: 4, cost: { amount: '5.000', currency: 'KWD' } },
    ]);
    expect(salesIn(day)).toEqual([0, 0, 0]);
    till.clock.skip(-86_400_000);
    await sold(till, omar);
    const second = value(day.close(null));
    expect(second.z).toMatchObject({ epoch: 1, number: 2, firstSeq: first.z.lastSeq + 1 });
    expect(totalsOf(second.z.sold)).toMatchObject({ sales: 1, cost: [{ amount: '2.500', currency: 'KWD' }] });
    expect(second.z.running).toMatchObject({ sales: 4, cards: 8, cost: [{ amount: '10.000', currency: 'KWD' }] });
    expect(day.zs(10).map(({ z }) => nameOfZ(z))).toEqual(['1-2', '1-1']);
    expect(day.zs(10, day.zs(1)[0]?.seq).map(({ z }) => nameOfZ(z))).toEqual(['1-1']);
  });

  it('carries over by name what has no result, and has it in a line of its own where it is sold later', async () => {
    const till = await Till.open();
    const { day } = till.counter;
    const waiting = till.place();
    till.service.script(processing(waiting));
    await till.resume(waiting);
    const refused = till.place();
    till.service.script(refusal(409, 'insufficient_balance'));
    await till.resume(refused);

    const first = value(day.close(null));
    expect(first.z).toMatchObject({
      sold: [],
      carriedOver: [{ operationId: waiting, cards: 2, state: 'accepted' }],
      ended: [{ state: 'refused', sales: 1 }],
    });
    till.service.script(completed(waiting));
    till.clock.skip(10_000);
    expect(await till.resume(waiting)).toBe('completed');
    await sold(till);

    const second = value(day.close(null));
    expect(second.z).toMatchObject({
      late: [{ operationId: waiting, begunIn: { epoch: 1, number: 1 } }],
      carriedOver: [],
      ended: [],
      running: { sales: 2 },
    });
    expect([totalsOf(second.z.sold).sales, totalsOf(second.z.soldLate).sales]).toEqual([1, 1]);
  });

  it('has one open shift, which its end closes, with what was counted and by whom', async () => {
    const till = await Till.open();
    const { day } = till.counter;
    const counted = [{ amount: '12.500', currency: 'KWD' }];
    expect(day.handOver(null)).toEqual({ ok: false, error: { code: 'no_shift' } });
    const opened = value(actingAs(omar, () => day.beginShift(counted)));
    expect(opened.by).toBe(omar);
    expect(day.beginShift(null)).toEqual({ ok: false, error: { code: 'shift_open' } });
    const taken = value(actingAs(mona, () => day.handOver(null)));
    expect(taken).toEqual({ ...opened, by: mona });
    await sold(till, mona);
    const issued = value(actingAs(mona, () => day.close(counted)));
    expect([issued.by, issued.counted, issued.z.shiftId]).toEqual([mona, counted, opened.shiftId]);
    expect(day.openShift()).toBeNull();
    const { journal } = till.counter.localRecords;
    expect(journal.events({ subject: opened.shiftId }).map(({ kind }) => kind)).toEqual([
      'shift-opened',
      'shift-handed-over',
      'shift-closed',
    ]);
    expect(journal.events({ kind: 'shift-closed' })[0]?.body).toMatchObject({
      firstSeq: opened.firstSeq,
      lastSeq: issued.z.lastSeq,
      by: mona,
    });
    expect(journal.verify()).toMatchObject({ ok: true });
    expect(journal.compareProjection()).toEqual([]);
  });

  it('is the same after a restart', async () => {
    const till = await Till.open();
    value(till.counter.day.beginShift(null));
    await sold(till);
    value(till.counter.day.close(null));
    await sold(till);
    const before = [till.counter.day.x(), till.counter.day.zs(9), till.counter.day.openShift()];
    await till.run();
    const { day } = till.counter;
    // Opening adds events of its own, none of them of a sale.
    const { lastSeq: _, headHash: __, ...now } = day.x();
    expect(before[0]).toMatchObject(now);
    expect([day.zs(9), day.openShift()]).toEqual(before.slice(1));
  });
});

describe('the Z after a restore', () => {
  /** The journal of an older copy takes the place of the one that is there; the keyring stays. */
  async function restored(till: Till, old: string): Promise<DayRecords> {
    till.close();
    cpSync(join(old, 'journal.db'), join(till.directory, 'journal.db'));
    await till.run();
    return till.counter.day;
  }
  const reconciled = (till: Till): void => value(till.counter.localRecords.journal.reconcileCopyStatus({}));

  it('waits until these records are compared with the service; an X can be read', async () => {
    const till = await Till.open();
    await sold(till);
    till.close();
    const old = till.copyFolder();
    await till.run();
    value(till.counter.day.close(null));
    const day = await restored(till, old);
    expect(till.counter.localRecords.journal.events({ kind: copyStatusChangedKind })).toHaveLength(1);
    const refused = { ok: false, error: { code: 'records_not_reconciled' } };
    expect([day.close(null), day.beginShift(null), day.handOver(null)]).toEqual([refused, refused, refused]);
    // The lost Z had the sale, and these records still do.
    expect(day.x()).toMatchObject({ epoch: 2, number: 2, sold: [], running: { sales: 1 } });
  });

  it('begins an epoch, says once which Zs these records lost, and counts nothing that those had', async () => {
    const till = await Till.open();
    await sold(till);
    value(till.counter.day.close(null));
    await sold(till);
    const waiting = till.place();
    till.service.script(processing(waiting));
    await till.resume(waiting);
    till.close();
    const old = till.copyFolder();
    await till.run();
    till.clock.skip(10_000);
    till.service.script(completed(waiting));
    await till.resume(waiting);
    value(till.counter.day.close(null));
    await sold(till);
    expect(value(till.counter.day.close(null)).z).toMatchObject({ epoch: 1, number: 3, running: { sales: 4 } });

    const day = await restored(till, old);
    reconciled(till);
    till.service.script(completed(waiting), completed(waiting));
    till.clock.skip(10_000);
    expect(await till.resume(waiting)).toBe('completed');
    till.service.unscript();
    const next = value(day.close(null));
    expect(next.z).toMatchObject({
      epoch: 2,
      number: 4,
      lost: { from: { epoch: 1, number: 1 }, to: { epoch: 1, number: 3 }, running: { sales: 4 } },
      sold: [],
      soldLate: [],
      soldInLost: [{ operationId: waiting }],
      running: { sales: 4 },
    });
    await sold(till);
    expect(value(day.close(null)).z).toMatchObject({ epoch: 2, number: 5, lost: null, running: { sales: 5 } });
    await till.run();
    expect(till.counter.day.x()).toMatchObject({ epoch: 2, number: 6, lost: null });

    const again = await restored(till, old);
    reconciled(till);
    expect(value(again.close(null)).z).toMatchObject({ epoch: 3, number: 6, running: { sales: 5 }, sold: [] });
  });
});

it('a day whose money has another name than three capitals is closed and read back', async () => {
  const till = await Till.open();
  const operationId = till.place({ expectedUnitPrice: { amount: amount('1.250'), currency: 'usdt' } });
  till.service.script(completed(operationId, { total: { amount: '2.500', currency: 'usdt' } }));
  expect(await till.resume(operationId)).toBe('completed');
  value(till.counter.day.close(null));
  await till.run();
  expect(till.counter.day.zs(1)[0]?.z.sold).toMatchObject([{ cost: { amount: '2.500', currency: 'usdt' } }]);
});

it('a damaged journal closes no day, and says why', async () => {
  const till = await Till.open();
  const { journal } = till.counter.localRecords;
  const damaged = { code: 'journal_corrupt', detail: 'event_1' } as const;
  const day = openDayRecords({
    journal: { ...methodsOf(journal), trouble: () => damaged },
    randomness: systemRandomness,
    memory: till.counter.keyring,
  });
  expect(day.close(null)).toEqual({ ok: false, error: damaged });
  expect(journal.events({ kind: 'z-issued' })).toEqual([]);
});
