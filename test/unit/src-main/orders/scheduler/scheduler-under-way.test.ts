import { describe, expect, it, onTestFinished } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';
import type { ScheduledOrder } from '../../../../../src-main/orders/records/order-records.ts';
import { createOrderScheduler } from '../../../../../src-main/orders/scheduler/scheduler.ts';
import { newOperationId } from '../till.ts';

const inTurns = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A runner over so many orders that wait to go out again; time stands still, and no tick comes by itself. */
function runnerOver(count: number, options: { readonly isDue?: boolean; readonly fault?: () => void } = {}) {
  const rows = Array.from({ length: count }, (): ScheduledOrder => {
    const times = { intendedAtMs: 0, updatedAtMs: 0, nextAttemptAtMs: options.isDue === false ? 1 : 0 };
    return { operationId: newOperationId(), state: 'accepted', ...times, unreached: false };
  });
  const [started, bugs]: [OperationId[], unknown[]] = [[], []];
  const ends: (() => void)[] = [];
  let [pages, ticks] = [0, 0];
  let tick = (): void => undefined;
  const runner = createOrderScheduler(
    {
      scheduled: (after, limit) => {
        pages += 1;
        const from = after === null ? 0 : rows.findIndex(({ operationId }) => operationId === after.operationId) + 1;
        return rows.slice(from, from + limit);
      },
      scheduleSince: () => {
        options.fault?.();
        return { seq: 0, changed: new Map() };
      },
    },
    {
      next: () => ({ call: 'createPartnerOrder', atMs: 0 }),
      resume: (operationId) => {
        started.push(operationId);
        return new Promise((resolve) => ends.push(() => resolve({ ok: false, error: { code: 'seal_failed' } })));
      },
    },
    {
      nowMs: () => 0,
      monotonicMs: () => 0,
      sleep: (_ms, signal) =>
        new Promise((resolve) => {
          ticks += 1;
          tick = resolve;
          signal?.addEventListener('abort', () => resolve(), { once: true });
        }),
    },
    (bug) => bugs.push(bug),
  );
  onTestFinished(async () => {
    const stopping = runner.stop();
    ends.forEach((end) => end());
    await stopping;
  });
  return {
    runner,
    started,
    bugs,
    ends,
    pages: () => pages,
    ticks: () => ticks,
    tick: async (): Promise<void> => {
      tick();
      await inTurns(2);
    },
  };
}

describe('a runner that starts', () => {
  it('reads all orders without a tick, page by page, and then only with its ticks', async () => {
    const { runner, pages, tick } = runnerOver(1_000, { isDue: false });
    runner.start();
    await inTurns(20);
    // Five full pages and the one that shows that there are no more.
    expect(pages()).toBe(6);
    await inTurns(20);
    expect(pages()).toBe(6);
    await tick();
    expect(pages()).toBe(7);
  });

  it('reads no further once it is stopped', async () => {
    const { runner, pages } = runnerOver(2_000, { isDue: false });
    runner.start();
    const before = pages();
    await runner.stop();
    await inTurns(20);
    expect(pages()).toBe(before);
  });

  it('starts once, however often it is told to', async () => {
    const { runner, pages, ticks } = runnerOver(1, { isDue: false });
    runner.start();
    const before = [pages(), ticks()];
    runner.start();
    await inTurns(5);
    expect(ticks()).toBe(1);
    expect(pages()).toBeLessThanOrEqual((before[0] ?? 0) + 1);
  });
});

it('a runner that was stopped takes none of those that wait when one under way ends', async () => {
  const { runner, started, ends } = runnerOver(10);
  runner.start();
  expect(started).toHaveLength(3);
  const stopping = runner.stop();
  ends.forEach((end) => end());
  await stopping;
  await inTurns(5);
  expect(started).toHaveLength(3);
});

it('a runner looks at once each time that it is woken', async () => {
  const { runner, ticks } = runnerOver(0);
  runner.start();
  for (let woken = 1; woken <= 3; woken += 1) {
    runner.wake();
    await inTurns(2);
    expect(ticks()).toBe(1 + woken);
  }
});

it('a bug in reading the schedule is told each time and ends nothing; a file that is away is waited for', async () => {
  let error: Error | null = new Error('a bug');
  const { runner, started, bugs, tick } = runnerOver(1, {
    fault: () => {
      if (error !== null) throw error;
    },
  });
  runner.start();
  await tick();
  expect(new Set(bugs)).toEqual(new Set([error]));
  const told = bugs.length;
  error = new JournalUnavailable({ code: 'journal_corrupt' });
  await tick();
  expect([bugs.length, started]).toEqual([told, []]);
  error = null;
  await tick();
  expect([bugs.length, started.length]).toEqual([told, 1]);
});
