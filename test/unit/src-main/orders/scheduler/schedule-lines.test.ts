import { describe, expect, it } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { ScheduledOrder } from '../../../../../src-main/orders/records/order-records.ts';
import {
  createSchedule,
  isDue,
  type Line,
  type Look,
  type Schedule,
} from '../../../../../src-main/orders/scheduler/schedule.ts';
import type { OrderState } from '../../../../../src-shared/contract/codes.ts';
import { newOperationId } from '../till.ts';

const minute = 60_000;
const nowMs = 100 * minute;
const resend = (): Look => ({ call: 'createPartnerOrder' });
const read = (): Look => ({ call: 'getPartnerOrder' });

function row(changes: Partial<ScheduledOrder> = {}): ScheduledOrder {
  const times = { intendedAtMs: 0, updatedAtMs: nowMs, nextAttemptAtMs: nowMs };
  return { operationId: newOperationId(), state: 'accepted', ...times, unreached: false, ...changes };
}

/** A schedule over rows, which change with the word of an event, or without one where they were derived anew. */
class Rows {
  readonly schedule: Schedule;
  read = 0;
  readonly #rows: Map<OperationId, ScheduledOrder>;
  readonly #said = new Map<OperationId, ScheduledOrder | null>();

  constructor(rows: readonly ScheduledOrder[]) {
    this.#rows = new Map(rows.map((each) => [each.operationId, each]));
    this.schedule = createSchedule(
      {
        scheduled: (after, limit) => {
          const all = [...this.#rows.values()];
          const from = after === null ? 0 : all.findIndex(({ operationId }) => operationId === after.operationId) + 1;
          const page = all.slice(from, from + limit);
          this.read += page.length;
          return page;
        },
        scheduleSince: () => {
          const changed = new Map(this.#said);
          this.#said.clear();
          return { seq: 1, changed };
        },
      },
      { nowMs: () => nowMs, monotonicMs: () => 1_000 },
    );
  }

  derive(order: ScheduledOrder): void {
    this.#rows.set(order.operationId, order);
  }

  say(operationId: OperationId, order: ScheduledOrder | null): void {
    if (order === null) this.#rows.delete(operationId);
    else this.derive(order);
    this.#said.set(operationId, order);
  }

  /** What it takes in one tick from a line without being told that this is the wrong one. */
  ticked(line: Line): OperationId | null {
    this.schedule.lineUp();
    return this.schedule.take(line, line === 'read' ? read : resend);
  }
}

describe('an order that has its first turn', () => {
  const before = nowMs - 20 * minute;

  it.each<readonly [Line, OrderState, number]>([
    ['first', 'intended', nowMs],
    ['again', 'unknown', nowMs],
    ['again', 'blocked', nowMs],
    ['again', 'waiting', nowMs],
    ['again', 'accepted', before],
    ['read', 'unknown', before],
    ['read', 'settling', nowMs],
  ])('waits in the line "%s" where it is %s: a place is not lost to a look', (line, state, updatedAtMs) => {
    const order = row({ state, updatedAtMs });
    const looked: OperationId[] = [];
    const { schedule } = new Rows([order]);
    schedule.lineUp();
    for (const other of (['first', 'again', 'read'] as const).filter((each) => each !== line))
      expect(schedule.take(other, (id) => (looked.push(id), resend()))).toBeNull();
    expect(schedule.take(line, line === 'read' ? read : resend)).toBe(order.operationId);
    expect(looked).toEqual([]);
  });

  it('is no first one any more once nobody can want it, however new its line says it is', () => {
    const order = row({ state: 'intended' });
    const rows = new Rows([order]);
    rows.schedule.lineUp();
    // It stands in the first line; by its row it was said long ago to be wanted.
    rows.say(order.operationId, { ...order, updatedAtMs: before });
    rows.schedule.lineUp();
    expect(rows.schedule.take('first', resend)).toBeNull();
    expect(rows.schedule.take('read', resend)).toBeNull();
    expect(rows.schedule.take('again', resend)).toBe(order.operationId);
  });

  it('stands the next time in the line that it was found to belong to', () => {
    const order = row();
    const rows = new Rows([order]);
    rows.schedule.lineUp();
    expect(rows.schedule.take('again', read)).toBeNull();
    expect(rows.schedule.take('read', read)).toBe(order.operationId);
    rows.schedule.ended(order.operationId, 0);
    expect(rows.ticked('again')).toBeNull();
    expect(rows.schedule.take('read', read)).toBe(order.operationId);
  });

  it('is due from its time on, and not a moment before', () => {
    expect([nowMs - 1, nowMs, nowMs + 1].map((atMs) => isDue(row({ nextAttemptAtMs: nowMs }), atMs))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe('an order that changes', () => {
  it('is taken once, as a new sale is that was made since', () => {
    const [order, fresh] = [row(), row({ state: 'intended' })];
    const rows = new Rows([order]);
    rows.schedule.lineUp();
    rows.say(order.operationId, { ...order, nextAttemptAtMs: nowMs - 1 });
    rows.say(fresh.operationId, fresh);
    expect(rows.ticked('again')).toBe(order.operationId);
    expect(rows.ticked('again')).toBeNull();
    expect(rows.ticked('first')).toBe(fresh.operationId);
    expect(rows.ticked('first')).toBeNull();
  });

  it('has its turn in the next tick, as a new sale does, however many others wait', () => {
    const others = Array.from({ length: 1_000 }, () => row({ nextAttemptAtMs: nowMs + minute }));
    const [order, fresh, later] = [row({ nextAttemptAtMs: nowMs + minute }), row(), row({ intendedAtMs: 1 })];
    const rows = new Rows([...others, order]);
    rows.schedule.begin();
    while (rows.schedule.readOn());
    expect(rows.ticked('again')).toBeNull();
    rows.say(order.operationId, { ...order, nextAttemptAtMs: nowMs });
    rows.say(fresh.operationId, fresh);
    rows.say(later.operationId, { ...later, nextAttemptAtMs: nowMs + minute });
    expect(rows.ticked('again')).toBe(order.operationId);
    expect(rows.ticked('again')).toBe(fresh.operationId);
    expect(rows.ticked('again')).toBeNull();
  });

  it('since it got no answer just now does not wait either where the network returns before the next tick', () => {
    const order = row();
    const rows = new Rows([order]);
    expect(rows.ticked('again')).toBe(order.operationId);
    rows.schedule.ended(order.operationId, 0);
    rows.say(order.operationId, { ...order, unreached: true, nextAttemptAtMs: nowMs + minute });
    rows.schedule.wakeUnreached();
    expect(rows.ticked('again')).toBe(order.operationId);
  });

  it('while it has its turn has no second one beside it', () => {
    const order = row();
    const rows = new Rows([order]);
    expect(rows.ticked('again')).toBe(order.operationId);
    rows.say(order.operationId, { ...order, updatedAtMs: nowMs + 1 });
    expect(rows.ticked('again')).toBeNull();
    rows.schedule.ended(order.operationId, 0);
    expect(rows.ticked('again')).toBe(order.operationId);
  });

  it('while it waits in a line leaves it where it is not due any more', () => {
    const order = row();
    const rows = new Rows([order]);
    rows.schedule.lineUp();
    rows.say(order.operationId, { ...order, nextAttemptAtMs: nowMs + minute });
    expect(rows.ticked('again')).toBeNull();
  });

  it('so that it is over may be over while it has its turn, or before it was ever seen here', () => {
    const order = row();
    const rows = new Rows([order]);
    expect(rows.ticked('again')).toBe(order.operationId);
    rows.say(order.operationId, null);
    rows.say(newOperationId(), null);
    expect(rows.ticked('again')).toBeNull();
    rows.schedule.ended(order.operationId, 0);
    expect(rows.ticked('again')).toBeNull();
  });

  it('in its state alone, without the word of an event, changes its line', () => {
    const order = row({ state: 'settling' });
    const rows = new Rows([order]);
    rows.schedule.lineUp();
    rows.derive({ ...order, state: 'accepted' });
    expect(rows.ticked('again')).toBe(order.operationId);
  });

  it('in the time of its last event alone was tried: it waits for its pause again', () => {
    const order = row({ unreached: true, nextAttemptAtMs: nowMs + minute });
    const rows = new Rows([order]);
    rows.schedule.begin();
    rows.derive({ ...order, updatedAtMs: nowMs + 1 });
    expect(rows.ticked('again')).toBeNull();
  });

  it('is seen in each tick where all of them are one page', () => {
    const order = row({ nextAttemptAtMs: nowMs + minute });
    const rows = new Rows([order]);
    rows.schedule.lineUp();
    for (let tick = 0; tick < 4; tick += 1) {
      rows.derive({ ...order, nextAttemptAtMs: nowMs - tick });
      expect(rows.ticked('again')).toBe(order.operationId);
      rows.schedule.ended(order.operationId, 0);
      rows.derive({ ...order, nextAttemptAtMs: nowMs + minute });
      expect(rows.ticked('again')).toBeNull();
    }
  });
});

describe('the pages', () => {
  const many = Array.from({ length: 1_000 }, () => row({ nextAttemptAtMs: nowMs + minute }));

  it('are large at the beginning, each row once, and small in the ticks after that', () => {
    const rows = new Rows(many);
    const counts = (): number => {
      const { read: so } = rows;
      rows.read = 0;
      return so;
    };
    rows.schedule.begin();
    expect(counts()).toBe(200);
    const pages: number[] = [];
    while (rows.schedule.readOn()) pages.push(counts());
    expect(pages).toEqual([200, 200, 200, 200]);
    expect(counts()).toBe(0);
    rows.schedule.lineUp();
    expect(counts()).toBe(50);
  });

  it('begin with the schedule, whatever returned before that', () => {
    const rows = new Rows(many);
    rows.schedule.wakeUnreached();
    expect(rows.read).toBe(0);
    rows.schedule.begin();
    expect(rows.read).toBe(200);
    rows.schedule.begin();
    expect(rows.read).toBe(200);
  });

  it('wake nothing that is found later without an event, though it got no answer', () => {
    const rows = new Rows([]);
    rows.schedule.lineUp();
    const order = row({ unreached: true, nextAttemptAtMs: nowMs + minute });
    rows.derive(order);
    expect(rows.ticked('again')).toBeNull();
    rows.schedule.wakeUnreached();
    expect(rows.ticked('again')).toBe(order.operationId);
  });
});
