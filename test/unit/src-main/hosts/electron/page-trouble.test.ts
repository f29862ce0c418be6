import { EventEmitter } from 'node:events';
import { setImmediate as soon } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { watchPage } from '../../../../../src-main/hosts/electron/page-trouble.ts';
import type { TroubleAnswer } from '../../../../../src-main/hosts/electron/page-trouble.ts';

/** A page, the hands on it, and a person who answers what is told next. */
function watched({ mayComeBack = false }: { mayComeBack?: boolean } = {}) {
  const page = new EventEmitter();
  const done: string[] = [];
  const boxes: { readonly signal: AbortSignal; readonly answer: (word: TroubleAnswer) => void }[] = [];
  const isDead = watchPage(page, {
    mayComeBack: () => mayComeBack,
    reload: () => done.push('reload'), close: () => done.push('close'),
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
  return { page, done, boxes, isDead, answer };
}

describe('a page that dies', () => {
  it('comes back by itself while it may, without a word', () => {
    const { page, done, isDead } = watched({ mayComeBack: true });
    page.emit('render-process-gone');
    expect([done, isDead()]).toEqual([['reload'], false]);
  });

  it.each([['again', ['ask gone', 'reload'], false], ['close', ['ask gone', 'close'], true]] as const)('asks once it may not, and does what a person chose: %s', async (word, what, dead) => {
    const { page, done, isDead, answer } = watched();
    page.emit('render-process-gone');
    expect(isDead()).toBe(true);
    await answer(word);
    expect([done, isDead()]).toEqual([what, dead]);
  });
});

describe('a page that does not answer', () => {
  it('is started in a new process where a person says so, as often as they do', async () => {
    const { page, done, isDead, answer } = watched();
    for (const _time of [1, 2]) {
      page.emit('unresponsive');
      expect(isDead()).toBe(true);
      await answer('again');
    }
    expect([done, isDead()]).toEqual([['ask hung', 'kill', 'reload', 'ask hung', 'kill', 'reload'], false]);
  });

  it('stays where a person waits, and is asked about when it hangs again', async () => {
    const { page, done, isDead, answer } = watched();
    page.emit('unresponsive');
    await answer(null);
    expect([done, isDead()]).toEqual([['ask hung'], true]);
    page.emit('unresponsive');
    await answer('close');
    expect(done).toEqual(['ask hung', 'ask hung', 'close']);
  });

  it('takes the question back once it answers', async () => {
    const { page, done, boxes, isDead, answer } = watched();
    page.emit('unresponsive');
    page.emit('responsive');
    expect([boxes[0]?.signal.aborted, isDead()]).toEqual([true, false]);
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
