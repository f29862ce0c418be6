import { describe, expect, it } from 'vitest';

import { createRequestBudget, requestPurposes } from '../../../../src-main/partner-api/budget.ts';
import type { RequestPurpose } from '../../../../src-main/partner-api/budget.ts';

/** Work that lasts until it is ended, and what of it has started. */
function workload() {
  const budget = createRequestBudget();
  const started: RequestPurpose[] = [];
  const enders: (() => void)[] = [];
  return {
    started,
    ask: (purpose: RequestPurpose, times = 1) => {
      for (let asked = 0; asked < times; asked += 1) void budget.run(purpose, () => new Promise<void>((resolve) => { started.push(purpose); enders.push(resolve); }));
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
    for (let count = 0; count < 20; count += 1) await expect(budget.run('sync', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
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
  });

  it('never has more than its whole at once', async () => {
    const { ask, started } = workload();
    for (const purpose of requestPurposes) ask(purpose, 20);
    await settle();
    expect(started).toHaveLength(8);
  });
});
