import { describe, expect, it } from 'vitest';
import { createRequestBudget, requestPurposes, type RequestPurpose } from '../../../../src-main/exchange/budget.ts';

/** Work that lasts until it is ended, and what of it has started. */
function workload() {
  const budget = createRequestBudget();
  const started: RequestPurpose[] = [];
  const enders: (() => void)[] = [];
  return {
    started,
    ask: (purpose: RequestPurpose, times = 1) => {
      for (let asked = 0; asked < times; asked += 1)
        void budget.run(
          purpose,
          () =>
            new Promise<void>((resolve) => {
              started.push(purpose);
              enders.push(resolve);
            }),
        );
    },
    endFirst: async () => {
      enders.shift()?.();
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the request budget', () => {
  it('gives what it was asked to do, and frees its place also where that fails', async () => {
    const budget = createRequestBudget();
    expect(await budget.run('sale', () => Promise.resolve(1))).toBe(1);
    for (let count = 0; count < 20; count += 1)
      await expect(budget.run('sync', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await budget.run('sync', () => Promise.resolve(2))).toBe(2);
  });

  it('starts a sale at once, however much else is under way', async () => {
    const { ask, started } = workload();
    for (const purpose of ['sync', 'reveal', 'settle'] as const) ask(purpose, 10);
    ask('sale', 4);
    await settle();
    expect(started.filter((purpose) => purpose === 'sale')).toHaveLength(4);
    expect(started.filter((purpose) => purpose !== 'sale')).toHaveLength(4);
  });

  it('goes on with the most urgent of what waits', async () => {
    const { ask, started, endFirst } = workload();
    ask('sale', 8);
    for (const purpose of requestPurposes.toReversed()) ask(purpose);
    await settle();
    for (let ended = 0; ended < 4; ended += 1) await endFirst();
    expect(started.slice(8)).toEqual(['sale', 'settle', 'reveal', 'sync']);
    await endFirst();
    expect(started.slice(12)).toEqual(['resend']);
  });

  it('never has more than its whole at once', async () => {
    const { ask, started } = workload();
    for (const purpose of requestPurposes) ask(purpose, 20);
    await settle();
    expect(started).toHaveLength(8);
  });

  it('leaves places for new sales, for what a person waits for and for what goes out again', async () => {
    const { ask, started } = workload();
    ask('resend', 50);
    ask('settle', 1);
    ask('sync', 50);
    await settle();
    const before = started.length;
    ask('sale', 2);
    await settle();
    expect(started.slice(before)).toEqual(['sale', 'sale']);
    expect(started.slice(0, before)).toEqual(['resend', 'resend', 'resend', 'settle', 'sync', 'sync']);
  });

  it('lets old orders out also beside as much else as may go, up to the places of new sales', async () => {
    const { ask, started } = workload();
    ask('settle', 2);
    ask('reveal', 3);
    ask('resend', 3);
    await settle();
    expect(started).toEqual(['settle', 'settle', 'reveal', 'reveal', 'resend', 'resend']);
  });
});

/** Time that passes only while somebody sleeps, and how long that was. */
function sleepingClock() {
  let nowMs = 0;
  const pauses: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    pauses.push(Math.round(ms));
    nowMs += ms;
    return Promise.resolve();
  };
  return {
    pauses,
    clock: { monotonicMs: () => nowMs, sleep },
    pass: (ms: number): void => {
      nowMs += ms;
    },
  };
}

describe('the pace of old orders', () => {
  it('keeps them apart, and nobody waiting where none went out just before', async () => {
    const budget = createRequestBudget();
    const { clock, pauses, pass } = sleepingClock();
    await budget.pace(clock);
    await Promise.all([budget.pace(clock), budget.pace(clock)]);
    expect(pauses).toEqual([110, 110]);
    pass(110);
    await budget.pace(clock);
    expect(pauses).toHaveLength(2);
  });

  it('brings no more than eleven within a second to the service, also where the first are slow on their way', async () => {
    const budget = createRequestBudget();
    const { clock } = sleepingClock();
    const cameMs: number[] = [];
    for (const lateMs of [200, 100, ...Array.from({ length: 40 }, () => 0)]) {
      await budget.pace(clock);
      cameMs.push(clock.monotonicMs() + lateMs);
    }
    const within = cameMs.map((from) => cameMs.filter((at) => at >= from && at < from + 1_000).length);
    expect(Math.max(...within)).toBe(11);
  });

  it('keeps nobody waiting once nothing more is to go out', async () => {
    const budget = createRequestBudget();
    const stopping = new AbortController();
    const never = {
      monotonicMs: () => 0,
      sleep: (_: number, signal?: AbortSignal) =>
        new Promise<void>((resolve) => {
          signal?.addEventListener('abort', () => resolve());
          if (signal?.aborted === true) resolve();
        }),
    };
    await budget.pace(never);
    const waiting = [budget.pace(never, stopping.signal), budget.pace(never, stopping.signal)];
    stopping.abort();
    await Promise.all(waiting);
  });

  it('halves with each refusal up to a limit, and comes back by and by', async () => {
    const budget = createRequestBudget();
    const { clock, pauses } = sleepingClock();
    for (let times = 0; times < 20; times += 1) budget.restUntil(1_000, { code: 'rate_limited' });
    for (let count = 0; count < 300; count += 1) await budget.pace(clock);
    expect([pauses[0], pauses.at(-1)]).toEqual([10_000, 110]);
  });

  it('stays as it was through a pause that no refusal asked for', async () => {
    const budget = createRequestBudget();
    const { clock, pauses } = sleepingClock();
    budget.restUntil(1_000);
    for (let count = 0; count < 2; count += 1) await budget.pace(clock);
    expect(pauses).toEqual([110]);
  });
});

describe('a pause that the service asked for', () => {
  it('lasts as long as the longest that it asked for, and is named with the refusal that asked for that', () => {
    const budget = createRequestBudget();
    expect([budget.restingUntilMs(), budget.restRefusal()]).toEqual([0, null]);
    budget.restUntil(60_000, { code: 'rate_limited', httpStatus: 429 });
    for (const untilMs of [5_000, 60_000])
      budget.restUntil(untilMs, { code: 'dependency_unavailable', httpStatus: 503 });
    expect([budget.restingUntilMs(), budget.restRefusal()]).toEqual([
      60_000,
      { code: 'rate_limited', httpStatus: 429 },
    ]);
  });
});
