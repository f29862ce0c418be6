import { beforeEach, describe, expect, test } from 'vitest';
import { checkAtLeisure } from '../../../../src-main/journal/check-at-leisure.ts';
import { tempFolder } from '../../../support/temp.ts';
import { foldedBy, HandClock, openOrThrow } from './journal-fixture.ts';
import { LargeCounter } from './large-counter.ts';

let counter: LargeCounter;
beforeEach(() => {
  counter = new LargeCounter(tempFolder()).sold();
});

describe('the counter that is open', () => {
  test('sells between any two turns of a round, and the round goes to its end', async () => {
    const journal = counter.open();
    const stop = new AbortController();
    const [turns, pauses]: [string[], (number | undefined)[]] = [[], []];
    counter.clock.sleep = (ms?: number): Promise<void> => {
      pauses.push(ms);
      expect(turns).toHaveLength(pauses.length);
      expect(journal.append({ subject: '', kind: 'sold', body: { at: pauses.length } }).ok).toBe(true);
      if (turns.at(-1) === 'over') stop.abort();
      return Promise.resolve();
    };
    const checkTurn = () => {
      const turn = journal.checkTurn();
      turns.push(turn.came);
      return turn;
    };
    const news = { onMended: () => expect.unreachable(), onBug: () => expect.unreachable() };
    await checkAtLeisure({ checkTurn }, counter.clock, stop.signal, news);
    expect(turns.length).toBeGreaterThan(20);
    expect(pauses).toEqual([...turns.slice(1).map(() => 100), 3_600_000]);
    expect([journal.events({ kind: 'sold' }).length, journal.verify().ok]).toEqual([turns.length, true]);
    journal.close();
  });

  test('is told at once what was mended, and of a bug, and asks again after a while', async () => {
    const stop = new AbortController();
    const told: unknown[] = [];
    const came = ['busy', 'more', 'damaged'] as const;
    const clock = new HandClock();
    clock.sleep = (ms?: number): Promise<void> => {
      told.push(ms);
      if (told.includes('over')) stop.abort();
      return Promise.resolve();
    };
    let turns = 0;
    const checkTurn = () => {
      const turn = came[turns] ?? 'over';
      turns += 1;
      if (turns === 4) throw new TypeError('a bug');
      if (turn === 'over') told.push('over');
      return { came: turn, mended: turn === 'more' ? ['a', 'b'] : [] } as const;
    };
    const news = {
      onMended: (subject: string) => void told.push(subject),
      onBug: (error: unknown) => void told.push(String(error)),
    };
    await checkAtLeisure({ checkTurn }, clock, stop.signal, news);
    expect(told).toEqual([100, 'a', 'b', 100, 3_600_000, 'TypeError: a bug', 3_600_000, 'over', 3_600_000]);
  });

  test('closes whatever the check meets as it closes', () => {
    const noted = JSON.stringify({ beganAtMs: counter.clock.atMs, part: 'operations', after: [] });
    counter.tampered(`INSERT INTO meta VALUES ('checked-at-leisure', '${noted}')`);
    const rules = foldedBy(() => {
      throw new TypeError('a bug');
    });
    expect(() => openOrThrow(counter.directory, counter.clock, rules).close()).toThrow('a bug');
    counter.open().close();
  });

  test('nothing is done where it is over before it begins', async () => {
    const nothing = () => {
      throw new Error('checked');
    };
    const news = { onMended: nothing, onBug: nothing };
    await checkAtLeisure({ checkTurn: nothing }, new HandClock(), AbortSignal.abort(), news);
  });
});
