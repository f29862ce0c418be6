import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchInput } from '../../../../../src-main/hosts/electron/last-input.ts';

function watched() {
  const page = new EventEmitter();
  const state = { nowMs: 1_000, assisted: false };
  const sinceMs = watchInput(page, { monotonicMs: () => state.nowMs, isAssisted: () => state.assisted });
  return { page, state, sinceMs };
}

it.each(['rawKeyDown', 'keyDown', 'mouseDown', 'mouseWheel', 'touchStart', 'gestureTap'])(
  'a page was touched when it got %s, and has not been since',
  (type) => {
    const { page, state, sinceMs } = watched();
    state.nowMs += 60_000;
    expect(sinceMs()).toBe(60_000);
    page.emit('input-event', {}, { type });
    state.nowMs += 7;
    expect(sinceMs()).toBe(7);
  },
);

it.each(['mouseMove', 'mouseEnter', 'mouseLeave'])('nobody touched it because of %s', (type) => {
  const { page, state, sinceMs } = watched();
  state.nowMs += 60_000;
  page.emit('input-event', {}, { type });
  expect(sinceMs()).toBe(60_000);
});

it('somebody is there whom assistive technology serves, which presses no key', () => {
  const { state, sinceMs } = watched();
  state.nowMs += 60_000;
  state.assisted = true;
  expect(sinceMs()).toBe(0);
});
