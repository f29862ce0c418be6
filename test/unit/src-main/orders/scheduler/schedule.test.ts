import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { ScheduledOrder } from '../../../../../src-main/orders/records/order-records.ts';
import { createSchedule, type Look } from '../../../../../src-main/orders/scheduler/schedule.ts';
import { newOperationId, processing, refusal, Till } from '../till.ts';

const minute = 60_000;

/** A schedule over rows that a test lays out and changes. */
function scheduleOver(rows: readonly ScheduledOrder[]) {
  const known = new Map(rows.map((row) => [row.operationId, row]));
  const news = new Map<OperationId, ScheduledOrder | null>();
  const clock = { nowMs: () => 1_000, monotonicMs: () => 1_000 };
  let read = 0;
  const schedule = createSchedule(
    {
      scheduled: (after, limit) => {
        const sorted = [...known.values()];
        const from = after === null ? 0 : sorted.findIndex(({ operationId }) => operationId === after.operationId) + 1;
        const page = sorted.slice(from, from + limit);
        read += page.length;
        return page;
      },
      scheduleSince: () => {
        const changed = new Map(news);
        news.clear();
        read += changed.size;
        return { seq: 0, changed };
      },
    },
    clock,
  );
  return {
    schedule,
    rowsRead: () => read,
    change: (operationId: OperationId, changes: Partial<ScheduledOrder> | null, isSaid = true) => {
      const row = known.get(operationId);
      const changed = row === undefined || changes === null ? null : { ...row, ...changes };
      if (changed === null) known.delete(operationId);
      else known.set(operationId, changed);
      if (isSaid) news.set(operationId, changed);
    },
  };
}

function row(changes: Partial<ScheduledOrder> = {}): ScheduledOrder {
  const times = { intendedAtMs: 0, updatedAtMs: 0, nextAttemptAtMs: 0 };
  return { operationId: newOperationId(), state: 'accepted', ...times, unreached: false, ...changes };
}

const resend = (): Look => ({ call: 'createPartnerOrder' });

describe('the schedule of ten thousand orders', () => {
  it('is read in pages, and a tick reads a page of it and what has changed', () => {
    const rows = Array.from({ length: 10_000 }, () => row());
    const { schedule, rowsRead, change } = scheduleOver(rows);
    schedule.begin();
    let pages = 1;
    let before = 0;
    const mostAtOnce = (): number => {
      const most = rowsRead() - before;
      before = rowsRead();
      return most;
    };
    expect(mostAtOnce()).toBeLessThanOrEqual(200);
    while (schedule.readOn()) {
      expect(mostAtOnce()).toBeLessThanOrEqual(200);
      pages += 1;
    }
    expect(pages).toBeGreaterThanOrEqual(50);
    mostAtOnce();
    schedule.lineUp();
    const taken = rows.map(() => schedule.take('again', resend));
    expect(taken).toEqual(rows.map(({ operationId }) => operationId));
    expect(mostAtOnce()).toBeLessThanOrEqual(200);
    for (const { operationId } of rows.slice(0, 10)) change(operationId, null);
    schedule.lineUp();
    expect(mostAtOnce()).toBeLessThanOrEqual(210);
  });

  it('looks at few of them for a slot where none of them goes on', () => {
    const { schedule } = scheduleOver(Array.from({ length: 150 }, () => row()));
    schedule.lineUp();
    let looks = 0;
    const none = (): Look => {
      looks += 1;
      return { againInMs: minute };
    };
    expect(schedule.take('again', none)).toBeNull();
    expect(looks).toBe(16);
  });
});

describe('an order in the schedule', () => {
  it('that got no answer is awake from the beginning on, until it was tried: a turn without a try is none', () => {
    const [lost, asked] = [
      row({ unreached: true, nextAttemptAtMs: minute }),
      row({ nextAttemptAtMs: minute, intendedAtMs: 1 }),
    ];
    const { schedule, change } = scheduleOver([lost, asked]);
    const awake: boolean[] = [];
    const look = (_id: OperationId, isWoken: boolean): Look => {
      awake.push(isWoken);
      return resend();
    };
    schedule.begin();
    for (let turn = 0; turn < 3; turn += 1) {
      schedule.lineUp();
      expect(schedule.take('again', look)).toBe(lost.operationId);
      expect(schedule.take('again', look)).toBeNull();
      schedule.ended(lost.operationId, 0);
    }
    change(lost.operationId, { updatedAtMs: 900, nextAttemptAtMs: 2 * minute });
    schedule.lineUp();
    expect(schedule.take('again', look)).toBeNull();
    schedule.wakeUnreached();
    schedule.lineUp();
    expect(schedule.take('again', look)).toBe(lost.operationId);
    expect(awake).toEqual([true, true, true, true]);
  });

  it('that is found to belong into another line waits there', () => {
    const order = row();
    const { schedule } = scheduleOver([order]);
    schedule.lineUp();
    expect(schedule.take('again', () => ({ call: 'getPartnerOrder' }))).toBeNull();
    expect(schedule.take('again', resend)).toBeNull();
    expect(schedule.take('read', () => ({ call: 'getPartnerOrder' }))).toBe(order.operationId);
  });

  it('that ended by another way leaves it', () => {
    const order = row();
    const { schedule, change } = scheduleOver([order]);
    schedule.lineUp();
    change(order.operationId, null);
    schedule.lineUp();
    expect(schedule.take('again', resend)).toBeNull();
  });

  it('is found again where its row was derived anew, which no event says', () => {
    const order = row({ nextAttemptAtMs: minute });
    const rows = [order];
    const { schedule, change } = scheduleOver(rows);
    schedule.lineUp();
    change(order.operationId, { nextAttemptAtMs: 0 }, false);
    schedule.lineUp();
    expect(schedule.take('again', resend)).toBe(order.operationId);
  });
});

describe('the schedule in the records', () => {
  it('says what changed since an event, and what does not go on by itself any more', async () => {
    const till = await Till.open();
    const [accepted, over] = [till.place(), till.place()];
    const { records } = till.counter.localRecords;
    const { seq, changed: none } = records.scheduleSince(null);
    expect(none.size).toBe(0);
    till.service.script(processing(accepted), refusal(409, 'price_changed'));
    await till.resume(accepted);
    await till.resume(over);
    const since = records.scheduleSince(seq);
    expect([...since.changed.keys()]).toEqual([accepted, over]);
    expect(since.changed.get(accepted)).toMatchObject({ operationId: accepted, state: 'accepted' });
    expect(since.changed.get(over)).toBeNull();
    expect(records.scheduleSince(since.seq)).toEqual({ seq: since.seq, changed: new Map() });
  });

  it('passes over the events of what is no order', async () => {
    const till = await Till.open();
    const placed = till.place();
    const { journal, records } = till.counter.localRecords;
    const { seq } = records.scheduleSince(null);
    for (const subject of ['', 'enrolment:0a000000-0000-4000-8000-000000000001', 'day', 'staff:x'])
      journal.append({ subject, kind: 'noted-by-a-test', body: {} });
    till.service.script(processing(placed));
    await till.resume(placed);
    expect([...records.scheduleSince(seq).changed.keys()]).toEqual([placed]);
  });

  it('passes over a pause of our own for what is awake, and over none that the service asked for', async () => {
    const till = await Till.open();
    const [lost, asked] = [till.place(), till.place()];
    till.service.script('drop', processing(asked, { 'retry-after': '200' }));
    await till.resume(lost);
    await till.resume(asked);
    const { orders } = till.counter;
    expect(orders.next(lost)?.atMs).toBeGreaterThan(till.clock.nowMs());
    expect(orders.next(lost, true)?.atMs).toBe(0);
    expect(orders.next(asked, true)?.atMs).toBeGreaterThan(till.clock.nowMs() + 190_000);
  });
});
