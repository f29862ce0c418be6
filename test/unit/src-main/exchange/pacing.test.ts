import { describe, expect, it } from 'vitest';
import { err, ok, type Result } from '../../../../src-main/core/result.ts';
import { createRequestBudget } from '../../../../src-main/exchange/budget.ts';
import { longestRestMs, retrying, type PacingOptions } from '../../../../src-main/exchange/pacing.ts';
import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { HandClock } from '../../../support/hand-clock.ts';

const limited: Failure = { code: 'rate_limited', requestId: 'request-1' };

/** Reads over a service that asks for `restMs` with each of its first `refusals` answers. */
function reads({ options, refusals = 0, restMs = 0 }: { options?: PacingOptions; refusals?: number; restMs?: number }) {
  const clock = new HandClock();
  const budget = createRequestBudget();
  const ending = new AbortController();
  const readAtMs: number[] = [];
  const paced = retrying({ clock, budget }, ending.signal, options);
  const read = (): Promise<Result<string, Failure>> =>
    paced(() => {
      readAtMs.push(clock.nowMs());
      if (readAtMs.length > refusals) return Promise.resolve(ok('read'));
      if (restMs > 0) budget.restUntil(clock.nowMs() + restMs, limited);
      return Promise.resolve(err(limited));
    });
  return { clock, budget, ending, readAtMs, read };
}

describe('many reads in a row', () => {
  it('leave the service alone for as long as it asks, and then ask again', async () => {
    const { clock, readAtMs, read } = reads({ refusals: 2, restMs: 5_000 });
    const found = read();
    for (let passed = 0; passed < 10; passed += 1) await clock.pass(1_000);
    expect(await found).toEqual(ok('read'));
    expect(readAtMs).toEqual([0, 5_000, 10_000]);
  });

  it('wait out no part of a millisecond too little', async () => {
    const { clock, budget, readAtMs, read } = reads({});
    budget.restUntil(0.25, limited);
    const found = read();
    await clock.pass(0.5);
    expect(readAtMs).toEqual([]);
    await clock.pass(0.5);
    expect([await found, readAtMs]).toEqual([ok('read'), [1]]);
  });

  it('are given up after three refusals', async () => {
    const { clock, readAtMs, read } = reads({ refusals: 9, restMs: 1_000 });
    const found = read();
    for (let passed = 0; passed < 9; passed += 1) await clock.pass(500);
    expect([await found, readAtMs]).toEqual([err(limited), [0, 1_000, 2_000]]);
  });

  it('are not asked again where the service asked for no pause', async () => {
    const { readAtMs, read } = reads({ refusals: 1 });
    expect([await read(), readAtMs]).toEqual([err(limited), [0]]);
  });

  it.each([
    ['a pause of a minute is waited out', longestRestMs, [longestRestMs]],
    ['a longer one gives the refusal that asked for it, and nothing is sent', longestRestMs + 1, []],
  ])('%s where a person goes on later', async (_what, restMs, sentAtMs) => {
    const { clock, budget, readAtMs, read } = reads({ options: { longestRestMs } });
    budget.restUntil(restMs, limited);
    const found = read();
    await clock.pass(longestRestMs);
    expect([await found, readAtMs]).toEqual([sentAtMs.length === 0 ? err(limited) : ok('read'), sentAtMs]);
  });

  it('names the code alone where the pause came without a refusal', async () => {
    const { budget, read } = reads({ options: { longestRestMs } });
    budget.restUntil(longestRestMs + 1);
    expect(await read()).toEqual(err({ code: 'rate_limited' }));
  });

  it('begin no more once they are ended, and wait no longer', async () => {
    const { budget, ending, readAtMs, read } = reads({});
    budget.restUntil(5_000, limited);
    const found = read();
    ending.abort();
    expect([await found, readAtMs]).toEqual([err({ code: 'connection_lost' }), []]);
  });

  it.each([
    ['take their turn among the old orders', { inTurn: true }, [0, 110, 220]],
    ['go out at once where nothing else is said', {}, [0, 0, 0]],
  ])('%s', async (_what, options, sentAtMs) => {
    const { clock, readAtMs, read } = reads({ options });
    const all = Promise.all([read(), read(), read()]);
    await clock.pass(0);
    for (let passed = 0; passed < 30; passed += 1) await clock.pass(10);
    expect([await all, readAtMs]).toEqual([[ok('read'), ok('read'), ok('read')], sentAtMs]);
  });
});
