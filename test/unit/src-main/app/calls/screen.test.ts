import { describe, expect, it } from 'vitest';
import { screenCalls } from '../../../../../src-main/app/calls/screen.ts';
import { createPageState } from '../../../../../src-main/app/counter/page-state.ts';

/**
 * A counter that was locked so long ago, in a host that has seen the last touch of its window so long ago, or sees
 * none.
 */
function locked(ports: { sinceInputMs?: () => number }, sinceLockMs = 3_600_000) {
  let nowMs = 0;
  const pageState = createPageState(
    () => ({}) as never,
    () => undefined,
    () => nowMs,
  );
  pageState.lock();
  nowMs += sinceLockMs;
  return { pageState, calls: screenCalls({ pageState, ports, current: () => null } as never) };
}

describe('opening a locked counter', () => {
  it.each([
    [0, false],
    [30_000, false],
    [30_001, true],
    [3_600_000, true],
  ])('needs a hand on the window: %i ms after the last touch it stays locked: %s', async (sinceMs, stays) => {
    const { pageState, calls } = locked({ sinceInputMs: () => sinceMs });
    expect(await calls.unlock({})).toEqual(
      stays ? { ok: false, error: { code: 'not_allowed', detail: 'no_hand' } } : { ok: true, value: {} },
    );
    expect(pageState.isLocked()).toBe(stays);
  });

  it.each([
    [1_000, 999, false],
    [1_000, 1_001, true],
    [0, 0, false],
  ])(
    'needs one that is later than the lock: %i ms after it, with the last touch %i ms ago, it stays locked: %s',
    async (sinceLockMs, sinceMs, stays) => {
      const { pageState, calls } = locked({ sinceInputMs: () => sinceMs }, sinceLockMs);
      await calls.unlock({});
      expect(pageState.isLocked()).toBe(stays);
    },
  );

  it('takes the word of the page where the host cannot see hands', async () => {
    const { pageState, calls } = locked({});
    await calls.unlock({});
    expect(pageState.isLocked()).toBe(false);
  });
});

it('a button of the page asks for a step of zoom, where the host has any', async () => {
  const steps: string[] = [];
  const pageState = createPageState(
    () => null,
    () => undefined,
    () => 0,
  );
  const calls = screenCalls({ pageState, ports: { zoom: (step: string) => steps.push(step) } } as never);
  expect(await calls.zoom({ step: 'larger' })).toEqual({ ok: true, value: {} });
  expect(await screenCalls({ pageState, ports: {} } as never).zoom({ step: 'smaller' })).toEqual({
    ok: true,
    value: {},
  });
  expect(steps).toEqual(['larger']);
});
