import { EventEmitter } from 'node:events';
import { setImmediate as soon } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { watchPage, type TroubleAnswer } from '../../../../../src-main/hosts/electron/page-trouble.ts';

/** A page, the hands on it, and a person who answers what is said next. */
function watched({ mayComeBack = false }: { mayComeBack?: boolean } = {}) {
  const page = new EventEmitter();
  const done: string[] = [];
  const boxes: { readonly signal: AbortSignal; readonly answer: (word: TroubleAnswer) => void }[] = [];
  const { now, askAgain } = watchPage(page, {
    mayComeBack: () => mayComeBack,
    reload: () => done.push('reload'),
    close: () => done.push('close'),
    kill: () => {
      done.push('kill');
      page.emit('render-process-gone');
    },
    ask: (trouble, signal) => {
      done.push(`ask ${trouble}`);
      return new Promise((answer) => boxes.push({ signal, answer }));
    },
  });
  const answer = async (word: TroubleAnswer): Promise<void> => {
    boxes.at(-1)?.answer(word);
    await soon();
  };
  return { page, done, boxes, now, askAgain, answer };
}

describe('a page that dies', () => {
  it('comes back by itself while it may, without a word', () => {
    const { page, done, now } = watched({ mayComeBack: true });
    page.emit('render-process-gone');
    expect([done, now()]).toEqual([['reload'], null]);
  });

  it.each([
    ['again', ['ask gone', 'reload'], null],
    ['close', ['ask gone', 'close'], 'gone'],
  ] as const)('asks once it may not, and does what a person chose: %s', async (word, what, then) => {
    const { page, done, now, answer } = watched();
    page.emit('render-process-gone');
    expect(now()).toBe('gone');
    await answer(word);
    expect([done, now()]).toEqual([what, then]);
  });
});

describe('a page that does not answer', () => {
  it('is started in a new process where a person says so, as often as they do', async () => {
    const { page, done, now, answer } = watched();
    for (const _time of [1, 2]) {
      page.emit('unresponsive');
      expect(now()).toBe('hung');
      await answer('again');
    }
    expect([done, now()]).toEqual([['ask hung', 'kill', 'reload', 'ask hung', 'kill', 'reload'], null]);
  });

  it('stays where a person waits, and is asked about when it hangs again', async () => {
    const { page, done, now, answer } = watched();
    page.emit('unresponsive');
    await answer(null);
    expect([done, now()]).toEqual([['ask hung'], 'hung']);
    page.emit('unresponsive');
    await answer('close');
    expect(done).toEqual(['ask hung', 'ask hung', 'close']);
  });

  it('is asked about again where a person who chose to wait closes the window, and not once it answers', async () => {
    const { page, done, askAgain, answer } = watched();
    page.emit('unresponsive');
    await answer(null);
    askAgain();
    await answer(null);
    page.emit('responsive');
    askAgain();
    expect(done).toEqual(['ask hung', 'ask hung']);
  });

  it('takes the question back once it answers', async () => {
    const { page, done, boxes, now, answer } = watched();
    page.emit('unresponsive');
    page.emit('responsive');
    expect([boxes[0]?.signal.aborted, now()]).toEqual([true, null]);
    // The box says of its own end what Escape would have said.
    await answer('again');
    expect(done).toEqual(['ask hung']);
  });

  it('is asked about anew where it dies over the question', async () => {
    const { page, done, boxes, answer } = watched();
    page.emit('unresponsive');
    page.emit('render-process-gone');
    expect(boxes[0]?.signal.aborted).toBe(true);
    await answer('again');
    expect(done).toEqual(['ask hung', 'ask gone', 'reload']);
  });
});
