import { describe, expect, it } from 'vitest';
import { Waiting } from '../../../../src-sandbox/control/waiting.ts';

describe('waiting', () => {
  it('is over in real time, or in the time that a proof lives in', async () => {
    expect(await new Waiting().wait(1)).toBe(true);
    const waits: number[] = [];
    const waiting = new Waiting((ms) => {
      waits.push(ms);
      return Promise.resolve();
    });
    expect([await waiting.wait(600_000), waits]).toEqual([true, [600_000]]);
  });

  it('is over at once where what waits is let go, and is done then', async () => {
    const done: string[] = [];
    for (const waiting of [new Waiting(), new Waiting(() => new Promise(() => undefined))]) {
      waiting.run(600_000, () => done.push('later'));
      const ended = waiting.wait(600_000);
      expect([waiting.release(), await ended, waiting.release()]).toEqual([2, true, 0]);
    }
    expect(done).toEqual(['later', 'later']);
  });

  it('ends with the service, and what was to be done later is not done', async () => {
    const done: string[] = [];
    for (const waiting of [new Waiting(), new Waiting(() => new Promise(() => undefined))]) {
      waiting.run(600_000, () => done.push('later'));
      const ended = waiting.wait(600_000);
      waiting.stop();
      expect(await ended).toBe(false);
    }
    expect(done).toEqual([]);
  });
});
