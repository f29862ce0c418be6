import { describe, expect, it } from 'vitest';
import { createBackground } from '../../../../src-main/exchange/background.ts';
import { JournalUnavailable } from '../../../../src-main/journal/journal-failure.ts';

function begun() {
  const bugs: unknown[] = [];
  return { bugs, background: createBackground((error) => bugs.push(error)) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('work that nobody waits for', () => {
  it('is done, and its bugs are reported', async () => {
    const { background, bugs } = begun();
    const bug = new Error('a bug');
    background.run(() => Promise.resolve());
    background.run(() => Promise.reject(bug));
    await settled();
    expect([bugs, background.signal.aborted]).toEqual([[bug], false]);
  });

  it('may fail where the records do', async () => {
    const { background, bugs } = begun();
    background.run(() => Promise.reject(new JournalUnavailable({ code: 'journal_not_writable' })));
    await settled();
    expect(bugs).toEqual([]);
  });

  it('is not begun once all is over, and may fail from then on', async () => {
    const { background, bugs } = begun();
    let times = 0;
    background.run(async () => {
      times += 1;
      await settled();
      throw new Error('its records are closed');
    });
    background.close();
    background.run(() => {
      times += 1;
      return Promise.resolve();
    });
    await settled();
    await settled();
    expect([times, bugs, background.signal.aborted]).toEqual([1, [], true]);
  });
});
