import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { Clock } from '../../../../../src-main/core/ports.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import type { OrderDriver } from '../../../../../src-main/orders/driver/driver.ts';
import type { OrderRecords, ScheduledOrder } from '../../../../../src-main/orders/records/order-records.ts';
import { createOrderScheduler } from '../../../../../src-main/orders/scheduler/scheduler.ts';
import { History } from '../order-samples.ts';
import { completed, newOperationId, processing, refusal, Till, value } from '../till.ts';

/** Time that stands still until a test moves it; whoever sleeps wakes when it is due. */
class HandClock implements Clock {
  #nowMs = 0;
  readonly #sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const sleeper = {
        atMs: this.#nowMs + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });
  }

  async tick(ms = 1_000): Promise<void> {
    this.#nowMs += ms;
    for (const sleeper of new Set(this.#sleepers)) if (sleeper.atMs <= this.#nowMs) sleeper.wake();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

type SchedulerRecords = Pick<OrderRecords, 'scheduled' | 'scheduleSince'>;

/**
 * A runner over operations that a test lays out; each attempt lasts until it is ended, and the order is due again then.
 */
function runnerOver(
  calls: ReadonlyMap<OperationId, 'createPartnerOrder' | 'getPartnerOrder'>,
  resume?: OrderDriver['resume'],
  unsent: OperationId[] = [],
) {
  const clock = new HandClock();
  const started: OperationId[] = [];
  const bugs: unknown[] = [];
  const enders: ((ended?: Awaited<ReturnType<OrderDriver['resume']>>) => void)[] = [];
  const rows = (): readonly ScheduledOrder[] =>
    [...calls].map(([operationId, call], intendedAtMs) => {
      const sent = call === 'getPartnerOrder' ? 'settling' : 'accepted';
      const state = unsent.includes(operationId) ? 'intended' : sent;
      return { operationId, state, intendedAtMs, updatedAtMs: 0, nextAttemptAtMs: 0, unreached: false };
    });
  const records: SchedulerRecords = {
    scheduled: (after, limit) => {
      const from = after === null ? 0 : after.intendedAtMs + 1;
      return rows().slice(from, from + limit);
    },
    scheduleSince: () => ({ seq: 0, changed: new Map() }),
  };
  const looked: OperationId[] = [];
  const engine: Pick<OrderDriver, 'next' | 'resume'> = {
    next: (operationId) => {
      looked.push(operationId);
      return { call: calls.get(operationId) ?? 'getPartnerOrder', atMs: 0 };
    },
    resume: (operationId, waitMs, how) => {
      started.push(operationId);
      return (
        resume?.(operationId, waitMs, how) ??
        new Promise((resolve) =>
          enders.push((ended) => resolve(ended ?? { ok: false, error: { code: 'seal_failed' } })),
        )
      );
    },
  };
  const runner = createOrderScheduler(records, engine, clock, (bug) => bugs.push(bug));
  onTestFinished(async () => {
    enders.forEach((end) => end());
    await runner.stop();
  });
  return {
    runner,
    clock,
    started,
    looked,
    bugs,
    endFirst: (ended?: Awaited<ReturnType<OrderDriver['resume']>>) => enders.shift()?.(ended),
    endAll: () => enders.splice(0).forEach((end) => end()),
  };
}

const ids = (count: number): OperationId[] => Array.from({ length: count }, newOperationId);

describe('the runner', () => {
  it('goes on by itself with what was pending when the counter starts, and ends it', async () => {
    const till = await Till.open();
    const [lost, accepted, refused, cancelled] = [till.place(), till.place(), till.place(), till.place()];
    till.service.script('drop', processing(accepted));
    await till.resume(lost);
    await till.resume(accepted);
    value(till.counter.orders.cancel(cancelled));
    await till.run();
    const byId = new Map([
      [lost, completed(lost)],
      [accepted, completed(accepted)],
      [refused, refusal(409, 'price_changed')],
    ]);
    till.service.script(
      ...Array.from(
        { length: 3 },
        () =>
          ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
            [...byId].find(([id]) => id === headers['idempotency-key'])?.[1] ?? ('drop' as const),
      ),
    );
    const runner = createOrderScheduler(till.counter.localRecords.records, till.counter.orders, till.clock, (bug) => {
      throw bug;
    });
    runner.start();
    await expect
      .poll(() => [lost, accepted, refused, cancelled].map((id) => till.stateOf(id)))
      .toEqual(['completed', 'completed', 'refused', 'cancelled']);
    await runner.stop();
    expect(till.service.seen).toHaveLength(5);
  });

  it('lets no read that settles an old order hold up a sale', () => {
    const [old1 = newOperationId(), old2 = newOperationId(), sale = newOperationId()] = ids(3);
    const { runner, started } = runnerOver(
      new Map([
        [old1, 'getPartnerOrder'],
        [old2, 'getPartnerOrder'],
        [sale, 'createPartnerOrder'],
      ]),
    );
    runner.start();
    expect(started).toEqual([old1, sale]);
  });

  it('starts few at a time, and no operation twice', async () => {
    const operations = ids(10);
    const { runner, clock, started } = runnerOver(new Map(operations.map((id) => [id, 'createPartnerOrder'])));
    runner.start();
    await clock.tick();
    await clock.tick();
    expect(started).toEqual(operations.slice(0, 3));
  });

  it('has places of its own for what was never sent, and starts it before all else', async () => {
    const [old, fresh] = [ids(200), ids(2)];
    const calls = new Map([...old, ...fresh].map((id) => [id, 'createPartnerOrder' as const]));
    const { runner, clock, started } = runnerOver(calls, undefined, fresh);
    runner.start();
    await clock.tick();
    expect(started).toEqual([...fresh, ...old.slice(0, 3)]);
  });

  it('fills a place as soon as it gets free, without a tick', async () => {
    const operations = ids(10);
    const { runner, clock, started, endFirst } = runnerOver(
      new Map(operations.map((id) => [id, 'createPartnerOrder'])),
    );
    runner.start();
    for (let ended = 0; ended < 7; ended += 1) {
      endFirst();
      await clock.tick(0);
    }
    expect(started).toEqual(operations);
  });

  it.each<readonly [string, Awaited<ReturnType<OrderDriver['resume']>> | undefined]>([
    ['could not be recorded', undefined],
    ['only failed again', { ok: true, value: new History().facts }],
  ])('puts to the back what %s, so that all have their turn before one has its second', async (_name, ended) => {
    const operations = ids(60);
    const { runner, clock, started, endFirst } = runnerOver(
      new Map(operations.map((id) => [id, 'createPartnerOrder'])),
    );
    runner.start();
    for (let turn = 0; turn < 57; turn += 1) {
      endFirst(ended);
      await clock.tick(turn % 5 === 0 ? 1_000 : 0);
    }
    expect(new Set(started).size).toBe(60);
    expect(started).toEqual(operations);
  });

  it('lets other work have its turn between orders that end at once', async () => {
    const operations = ids(1_000);
    const { runner, clock, started, endFirst } = runnerOver(
      new Map(operations.map((id) => [id, 'createPartnerOrder'])),
    );
    runner.start();
    await clock.tick();
    const before = started.length;
    endFirst();
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect(started).toHaveLength(before);
    await clock.tick(0);
    expect(started).toHaveLength(before + 1);
  });

  it('reads the history of few orders for each place, however many are due', async () => {
    const operations = ids(1_000);
    const { runner, clock, started, looked, endFirst } = runnerOver(
      new Map(operations.map((id) => [id, 'createPartnerOrder'])),
    );
    runner.start();
    await clock.tick();
    const looks: number[] = [];
    for (let turn = 0; turn < 100; turn += 1) {
      const before = looked.length;
      endFirst();
      await clock.tick(0);
      looks.push(looked.length - before);
    }
    expect(started).toHaveLength(103);
    // A turn may fill two places.
    expect(Math.max(...looks)).toBeLessThanOrEqual(2 * 17);
    expect(new Set(looks.slice(-20))).toEqual(new Set([1]));
  });

  it('lets an operation rest whose attempt could not be recorded, and does not spin', async () => {
    const [operation = newOperationId()] = ids(1);
    const { runner, clock, started, endAll } = runnerOver(new Map([[operation, 'createPartnerOrder']]));
    runner.start();
    endAll();
    for (let second = 0; second < 14; second += 1) await clock.tick();
    expect(started).toHaveLength(1);
    await clock.tick();
    await clock.tick();
    expect(started).toHaveLength(2);
  });

  it('does not wait for its tick when it is woken', async () => {
    const calls = new Map<OperationId, 'createPartnerOrder'>();
    const { runner, clock, started } = runnerOver(calls);
    runner.start();
    await clock.tick(10);
    const [operation = newOperationId()] = ids(1);
    calls.set(operation, 'createPartnerOrder');
    runner.wake();
    await clock.tick(0);
    expect(started).toEqual([operation]);
  });

  it('starts when it is woken, but not once it was stopped before', async () => {
    const calls = new Map<OperationId, 'createPartnerOrder'>(ids(1).map((id) => [id, 'createPartnerOrder']));
    const [woken, stopped] = [runnerOver(calls), runnerOver(calls)];
    await stopped.runner.stop();
    for (const { runner, clock } of [woken, stopped]) {
      runner.wake();
      await clock.tick(0);
      runner.start();
      await clock.tick(10);
    }
    expect([woken.started, stopped.started]).toEqual([[...calls.keys()], []]);
  });

  it('starts nothing more once it is stopped, and waits for what is under way', async () => {
    const calls = new Map<OperationId, 'createPartnerOrder'>(ids(1).map((id) => [id, 'createPartnerOrder']));
    const { runner, clock, started, endAll } = runnerOver(calls);
    runner.start();
    let stopped = false;
    const stopping = runner.stop().then(() => {
      stopped = true;
    });
    for (const id of ids(1)) calls.set(id, 'createPartnerOrder');
    await clock.tick();
    expect([started.length, stopped]).toEqual([1, false]);
    endAll();
    await stopping;
    await clock.tick();
    expect(started).toHaveLength(1);
  });

  it('outlives a journal that fails under it, and tells of a bug without stopping', async () => {
    const [broken = newOperationId(), failing = newOperationId(), fine = newOperationId()] = ids(3);
    const bug = new Error('a bug');
    const { runner, clock, started, bugs } = runnerOver(
      new Map([broken, failing, fine].map((id) => [id, 'createPartnerOrder'])),
      (operationId) => {
        if (operationId === broken) return Promise.reject(bug);
        if (operationId === failing) return Promise.reject(new JournalUnavailable({ code: 'journal_not_writable' }));
        return Promise.resolve({ ok: false, error: { code: 'seal_failed' } });
      },
    );
    runner.start();
    await clock.tick();
    expect(started).toEqual([broken, failing, fine]);
    expect(bugs).toEqual([bug]);
  });

  it('looks again later where the schedules cannot be read', async () => {
    const clock = new HandClock();
    let reads = 0;
    const broken = (): never => {
      throw new JournalUnavailable({ code: 'journal_corrupt' });
    };
    const records: SchedulerRecords = {
      scheduled: broken,
      scheduleSince: () => {
        reads += 1;
        return broken();
      },
    };
    const bugs: unknown[] = [];
    const runner = createOrderScheduler(
      records,
      { next: () => null, resume: () => Promise.reject(new Error('unused')) },
      clock,
      (bug) => bugs.push(bug),
    );
    runner.start();
    await clock.tick();
    await clock.tick();
    runner.networkReturned();
    await runner.stop();
    // As it starts, and in each of three ticks: nothing that it knows of can be woken.
    expect(reads).toBe(4);
    expect(bugs).toEqual([]);
  });
});

describe('a start, and a network that returned', () => {
  it('wakes what got no answer at all, once, and nothing that the service asked to wait', async () => {
    const till = await Till.open();
    const [lost, asked] = [till.place(), till.place()];
    till.service.script('drop', processing(asked, { 'retry-after': '200' }));
    await till.resume(lost);
    await till.resume(asked);
    const { records } = till.counter.localRecords;
    const unreached = records.scheduled(null, 9).filter((order) => order.unreached);
    expect(unreached.map(({ operationId }) => operationId)).toEqual([lost]);
    const clock = new HandClock();
    const runner = createOrderScheduler(
      records,
      till.counter.orders,
      { nowMs: () => 0, monotonicMs: () => clock.monotonicMs(), sleep: (ms, signal) => clock.sleep(ms, signal) },
      (bug) => {
        throw bug;
      },
    );
    const tried = async (times: number): Promise<void> => {
      await expect
        .poll(() => till.facts(lost).attempts.map(({ progress }) => progress.stage))
        .toEqual(Array.from({ length: times }, () => 'lost'));
      for (let ticks = 0; ticks < 5; ticks += 1) await clock.tick();
    };
    runner.start();
    await tried(2);
    runner.networkReturned();
    await clock.tick(0);
    await tried(3);
    await runner.stop();
    expect(till.service.seen).toHaveLength(4);
  });
});

describe('what is due', () => {
  it('is what may go on by itself: nothing that waits for its time or for a person', async () => {
    const till = await Till.open();
    const [fresh, later, person, over] = [till.place(), till.place(), till.place(), till.place()];
    till.service.script(processing(later), { status: 201, body: '{}' }, refusal(409, 'price_changed'));
    await till.resume(later);
    await till.resume(person);
    await till.resume(over);
    const { records } = till.counter.localRecords;
    expect(till.dueAfter()).toEqual([fresh]);
    expect(till.dueAfter(4_000)).toEqual([fresh, later]);
    expect(records.pending()).toEqual([fresh, later, person]);
  });
});
