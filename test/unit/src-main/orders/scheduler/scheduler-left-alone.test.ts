import { expect, it, onTestFinished } from 'vitest';
import type { OperationId } from '../../../../../src-main/core/ids.ts';
import type { NextCall } from '../../../../../src-main/orders/machine/next-step.ts';
import { createOrderScheduler } from '../../../../../src-main/orders/scheduler/scheduler.ts';
import { newOperationId } from '../till.ts';

/** One order that is due by its row; what really comes next for it is as the test says. */
function runnerOver(unreached: readonly OperationId[] = []) {
  const operationId = unreached[0] ?? newOperationId();
  const row = {
    operationId,
    state: 'settling',
    intendedAtMs: 0,
    updatedAtMs: 0,
    nextAttemptAtMs: 0,
    unreached: unreached.length > 0,
  } as const;
  const wakers = new Set<() => void>();
  let nowMs = 0;
  let next: NextCall | null = null;
  const looks: number[] = [];
  const started: number[] = [];
  const runner = createOrderScheduler(
    { scheduled: (after) => (after === null ? [row] : []), scheduleSince: () => ({ seq: 0, changed: new Map() }) },
    {
      next: (_, isWoken) => {
        looks.push(nowMs);
        return next !== null && isWoken === true ? { ...next, atMs: nowMs } : next;
      },
      // Nothing is done, and the order is due as before.
      resume: () => {
        started.push(nowMs);
        return new Promise(() => undefined);
      },
    },
    {
      nowMs: () => nowMs,
      monotonicMs: () => nowMs,
      sleep: (_ms, signal) =>
        new Promise((resolve) => {
          wakers.add(resolve);
          signal?.addEventListener('abort', () => resolve(), { once: true });
        }),
    },
    (bug) => {
      throw bug;
    },
  );
  onTestFinished(() => void runner.stop());
  return {
    runner,
    looks,
    started,
    says: (call: NextCall | null): void => {
      next = call;
    },
    /** A second after the other, each with its tick. */
    pass: async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        nowMs += 1_000;
        for (const wake of wakers) wake();
        wakers.clear();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

it('looks every 15 seconds at an order that only a person can go on with', async () => {
  const { runner, looks, started, pass } = runnerOver();
  runner.start();
  await pass(31);
  expect(looks).toEqual([0, 15_000, 30_000]);
  expect(started).toEqual([]);
});

it('looks again when an order is due, and after 15 seconds where that is later', async () => {
  const { runner, looks, started, says, pass } = runnerOver();
  says({ call: 'getPartnerOrder', atMs: 20_000 });
  runner.start();
  await pass(25);
  expect(looks).toEqual([0, 15_000, 20_000]);
  expect(started).toEqual([20_000]);
});

it('does not wait for the pause of what got no answer, once', async () => {
  const { runner, started, says, pass } = runnerOver([newOperationId()]);
  says({ call: 'getPartnerOrder', atMs: 3_600_000 });
  runner.start();
  await pass(5);
  expect(started).toEqual([0]);
});

it('waits for no pause either where only a person could go on meanwhile', async () => {
  const { runner, started, says, pass } = runnerOver([newOperationId()]);
  runner.start();
  says({ call: 'getPartnerOrder', atMs: 3_600_000 });
  await pass(40);
  expect(started).toEqual([15_000]);
});

it('looks at once where it is woken', async () => {
  const { runner, looks, started, says, pass } = runnerOver();
  runner.start();
  await pass(2);
  says({ call: 'getPartnerOrder', atMs: 0 });
  runner.wake();
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual([2_000]);
  expect(looks).toEqual([0, 2_000]);
});
