import { describe, expect, it } from 'vitest';
import { atOnce, oneByOne, type Pausable, type Wait } from '../../../../src-main/core/pausable.ts';

const failing: Wait = {
  now: () => {
    throw new Error('now');
  },
  meanwhile: () => Promise.reject(new Error('meanwhile')),
};

/** Keeps what it went through. */
function worker(waits: readonly Wait[]): { readonly work: Pausable<void>; readonly log: string[] } {
  const log: string[] = [];
  function* waitingFor(): Pausable<void> {
    try {
      for (const wait of waits) {
        yield wait;
        log.push('waited');
      }
    } catch (thrown) {
      log.push(thrown instanceof Error ? thrown.message : 'thrown');
    } finally {
      log.push('gone');
    }
  }
  return { work: waitingFor(), log };
}

describe('pausable work', () => {
  it('waits without a pause where all is done at once', () => {
    const did: string[] = [];
    const wait: Wait = { now: () => void did.push('now'), meanwhile: () => Promise.reject(new Error('not this')) };
    const { work, log } = worker([wait, wait]);
    atOnce(work);
    expect(did).toEqual(['now', 'now']);
    expect(log).toEqual(['waited', 'waited', 'gone']);
  });

  it('lets others run while it waits', async () => {
    const order: string[] = [];
    const wait: Wait = {
      now: () => void order.push('now'),
      meanwhile: async () => {
        await Promise.resolve();
        order.push('meanwhile');
      },
    };
    const { work, log } = worker([wait]);
    const done = oneByOne(
      work,
      () => Promise.resolve(),
      () => false,
    );
    order.push('others');
    await done;
    expect(order).toEqual(['others', 'meanwhile']);
    expect(log).toEqual(['waited', 'gone']);
  });

  it('hears of a wait that failed where it asked for it', async () => {
    const first = worker([failing]);
    atOnce(first.work);
    expect(first.log).toEqual(['now', 'gone']);
    const second = worker([failing]);
    await oneByOne(
      second.work,
      () => Promise.resolve(),
      () => false,
    );
    expect(second.log).toEqual(['meanwhile', 'gone']);
  });

  it('gives up what was begun when it is over, and begins nothing then', async () => {
    const begun = worker([failing]);
    let looks = 0;
    await oneByOne(
      begun.work,
      () => Promise.resolve(),
      () => (looks += 1) > 1,
    );
    expect(begun.log).toEqual(['gone']);
    const never = worker([failing]);
    await oneByOne(
      never.work,
      () => Promise.resolve(),
      () => true,
    );
    expect(never.log).toEqual([]);
  });
});
