import { expect, test } from 'vitest';
import { keepWhileQuiet } from '../../../../src-main/journal/keep-while-quiet.ts';
import { HandClock } from './journal-fixture.ts';

/**
 * Runs through one number of the journal's last event after the other, five minutes apart, and tells at which the
 * records were kept.
 */
async function keptAt(...seqs: readonly number[]): Promise<readonly number[]> {
  const stop = new AbortController();
  const kept: number[] = [];
  let [at, turns] = [0, 0];
  const clock = new HandClock();
  clock.sleep = (ms?: number, signal?: AbortSignal): Promise<void> => {
    expect([[0, 300_000].includes(ms ?? -1), signal]).toEqual([true, stop.signal]);
    if (ms === 300_000) at += 1;
    else turns += 1;
    if (at === seqs.length) stop.abort();
    return Promise.resolve();
  };
  const keepInTurns = async (pause: () => Promise<void>): Promise<void> => {
    const begun = [at, turns + 1];
    await pause();
    expect([at, turns]).toEqual(begun);
    kept.push(at);
  };
  await keepWhileQuiet({ head: () => ({ seq: seqs[at] ?? 0, hash: '' }), keepInTurns }, clock, stop.signal);
  return kept;
}

test('the records are kept once nothing was recorded for five minutes, in turns that let others go on and take no time of their own', async () => {
  expect(await keptAt(3, 3, 4, 5, 5, 5)).toEqual([1, 4, 5]);
});

test('an empty journal is quiet too, and not before it was looked at', async () => {
  expect(await keptAt(0, 0)).toEqual([1]);
  expect(await keptAt(1)).toEqual([]);
});

test('nothing is done where it is over before it begins', async () => {
  const clock = new HandClock();
  clock.sleep = () => Promise.reject(new Error('waited'));
  await keepWhileQuiet(
    {
      head: () => {
        throw new Error('looked');
      },
      keepInTurns: () => Promise.resolve(),
    },
    clock,
    AbortSignal.abort(),
  );
});
