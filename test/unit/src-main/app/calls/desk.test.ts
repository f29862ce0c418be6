import { describe, expect, it } from 'vitest';
import { deskCalls } from '../../../../../src-main/app/calls/desk.ts';
import { createDesk } from '../../../../../src-main/app/desk.ts';

/**
 * A counter that was locked so long ago, in a host that has seen the last touch of its window so long ago, or sees
 * none.
 */
function locked(ports: { sinceInputMs?: () => number }, sinceLockMs = 3_600_000) {
  let nowMs = 0;
  const desk = createDesk(
    () => ({}) as never,
    () => undefined,
    () => nowMs,
  );
  desk.lock();
  nowMs += sinceLockMs;
  return { desk, calls: deskCalls({ desk, ports } as never) };
}

describe('opening a locked counter', () => {
  it.each([
    [0, false],
    [30_000, false],
    [30_001, true],
    [3_600_000, true],
  ])('needs a hand on the window: %i ms after the last touch it stays locked: %s', async (sinceMs, stays) => {
    const { desk, calls } = locked({ sinceInputMs: () => sinceMs });
    expect(await calls.unlock({})).toEqual(
      stays ? { ok: false, error: { code: 'not_allowed', detail: 'no_hand' } } : { ok: true, value: {} },
    );
    expect(desk.isLocked()).toBe(stays);
  });

  it.each([
    [1_000, 999, false],
    [1_000, 1_001, true],
    [0, 0, false],
  ])(
    'needs one that is later than the lock: %i ms after it, with the last touch %i ms ago, it stays locked: %s',
    async (sinceLockMs, sinceMs, stays) => {
      const { desk, calls } = locked({ sinceInputMs: () => sinceMs }, sinceLockMs);
      await calls.unlock({});
      expect(desk.isLocked()).toBe(stays);
    },
  );

  it('takes the word of the page where the host cannot see hands', async () => {
    const { desk, calls } = locked({});
    await calls.unlock({});
    expect(desk.isLocked()).toBe(false);
  });
});

it('a button of the page asks for a step of zoom, where the host has any', async () => {
  const steps: string[] = [];
  const desk = createDesk(
    () => null,
    () => undefined,
    () => 0,
  );
  const calls = deskCalls({ desk, ports: { zoom: (step: string) => steps.push(step) } } as never);
  expect(await calls.zoom({ step: 'larger' })).toEqual({ ok: true, value: {} });
  expect(await deskCalls({ desk, ports: {} } as never).zoom({ step: 'smaller' })).toEqual({ ok: true, value: {} });
  expect(steps).toEqual(['larger']);
});
