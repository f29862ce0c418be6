import { describe, expect, it } from 'vitest';
import { createUnderWay, trackedCalls } from '../../../../../src-main/app/counter/under-way.ts';
import { err, ok } from '../../../../../src-main/core/result.ts';
import { JournalUnavailable } from '../../../../../src-main/journal/journal-failure.ts';

const domain = {
  fine: (input: number) => Promise.resolve(ok(input * 2)),
  unavailable: (_input: number): Promise<ReturnType<typeof ok<number>>> =>
    Promise.reject(new JournalUnavailable({ code: 'journal_corrupt', detail: 'body' })),
  thrown: (_input: number): Promise<ReturnType<typeof ok<number>>> => {
    throw new JournalUnavailable({ code: 'journal_not_writable' });
  },
  bug: (_input: number): Promise<ReturnType<typeof ok<number>>> => Promise.reject(new TypeError('a bug')),
};

describe('a domain whose calls are tracked', () => {
  const { track } = createUnderWay();
  const calls = trackedCalls(domain, track);

  it('answers as its calls do', async () => {
    expect(await calls.fine(21)).toEqual(ok(42));
  });

  it('answers with the failure of a journal that fails under a read', async () => {
    expect(await calls.unavailable(1)).toEqual(err({ code: 'journal_corrupt', detail: 'body' }));
    expect(await calls.thrown(1)).toEqual(err({ code: 'journal_not_writable' }));
  });

  it('leaves bugs to whoever reports them', async () => {
    await expect(calls.bug(1)).rejects.toThrow(TypeError);
  });
});

describe('work under way', () => {
  it('has ended when all of it has, what began meanwhile and what failed included', async () => {
    const { track, ended } = createUnderWay();
    const order: string[] = [];
    let release = (): void => undefined;
    void track(
      new Promise<void>((resolve) => {
        release = resolve;
      }).then(() => {
        order.push('first');
      }),
    );
    track(Promise.reject(new Error('fails'))).catch(() => order.push('failed'));
    const over = ended().then(() => order.push('over'));
    void track(
      Promise.resolve().then(() => {
        order.push('second');
      }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).not.toContain('over');
    release();
    await over;
    expect(order.at(-1)).toBe('over');
    expect(new Set(order)).toEqual(new Set(['first', 'second', 'failed', 'over']));
  });
});
