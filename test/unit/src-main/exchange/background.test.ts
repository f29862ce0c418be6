import { describe, expect, it } from 'vitest';
import { createBackground } from '../../../../src-main/exchange/background.ts';
import { JournalUnavailable } from '../../../../src-main/journal/journal-failure.ts';

function background() {
  const bugs: unknown[] = [];
  return { bugs, ...createBackground((error) => bugs.push(error)) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('work that nobody waits for', () => {
  it('is done, and its bugs are reported', async () => {
    const { run, bugs, signal } = background();
    const bug = new Error('a bug');
    run(() => Promise.resolve());
    run(() => Promise.reject(bug));
    await settled();
    expect([bugs, signal.aborted]).toEqual([[bug], false]);
  });

  it('may fail where the records do', async () => {
    const { run, bugs } = background();
    run(() => Promise.reject(new JournalUnavailable({ code: 'journal_not_writable' })));
    await settled();
    expect(bugs).toEqual([]);
  });

  it('is not begun once all is over, and may fail from then on', async () => {
    const { run, close, bugs, signal } = background();
    let begun = 0;
    run(async () => {
      begun += 1;
      await settled();
      throw new Error('its records are closed');
    });
    close();
    run(() => {
      begun += 1;
      return Promise.resolve();
    });
    await settled();
    await settled();
    expect([begun, bugs, signal.aborted]).toEqual([1, [], true]);
  });
});
