import { describe, expect, it } from 'vitest';
import { bugOf } from '../../../../src-main/support-log/bug-position.ts';

function thrown(stack: string, message = 'voucher 4821'): Error {
  return Object.assign(new TypeError(message), { stack });
}
const frames = (error: Error): readonly string[] =>
  bugOf(error).frames.map(({ file, line, column }) => `${file}:${line}:${column}`);

describe('where a bug happened', () => {
  it('is said by class, file, line and column of our own files', () => {
    const stack = [
      'TypeError: voucher 4821',
      '    at sell (file:///opt/counterfoil/resources/app.asar/out/main/main.js:12:345)',
      '    at async file:///home/ali/browser-host.mjs:7:8',
      '    at node:internal/process/task_queues:103:5',
      '    at strange (/home/ali/4821.js:1:1)',
      String.raw`    at own (C:\Program Files\Counterfoil\main.js:3:4)`,
    ].join('\n');
    expect(bugOf(thrown(stack)).errorClass).toBe('TypeError');
    expect(frames(thrown(stack))).toEqual(['main.js:12:345', 'browser-host.mjs:7:8', 'main.js:3:4']);
  });

  it('is said of sources that no build has put together', () => {
    const { errorClass, frames: found } = bugOf(new RangeError('4821'));
    expect([errorClass, found[0]?.file]).toEqual(['RangeError', 'sources']);
  });

  it.each([
    ['a message that looks like frames', 'a\n    at x (main.js:482133:77)', undefined],
    ['a message that was changed afterwards', 'a\n    at x (main.js:482133:77)', 'b'],
    ['a message that was taken away', '\n    at x (main.js:482133:77)', ''],
    ['a message that was cut', 'a\n    at x (main.js:482133:77)', 'a'],
  ])('is never read from %s', (_what, message, later) => {
    const error = new Error(message);
    if (later !== undefined) error.message = later;
    expect(frames(error)).not.toContain('main.js:482133:77');
  });

  it('has no position where something else was thrown', () => {
    for (const other of [null, undefined, 'voucher 4821', { stack: 'Error\n    at main.js:1:1' }])
      expect(bugOf(other)).toEqual({ errorClass: 'other', frames: [] });
  });

  it('names no more than eight positions', () => {
    const stack = ['TypeError: voucher 4821', ...Array.from({ length: 50 }, () => '    at main.js:1:2')].join('\n');
    expect(frames(thrown(stack))).toHaveLength(8);
  });
});
