import { describe, expect, it } from 'vitest';
import { dueAtMs, isClockSetBack, isWanted } from '../../../../../src-main/orders/machine/order.ts';

const [now, minute, day] = [1_700_000_000_000, 60_000, 86_400_000];

describe('a clock that was set back', () => {
  it('is known from what was recorded later than now, by more than clocks are corrected all the time', () => {
    expect([
      isClockSetBack(now, now),
      isClockSetBack(now + minute, now),
      isClockSetBack(now + minute + 1, now),
    ]).toEqual([false, false, true]);
  });

  it.each<readonly [string, { readonly wantedUntilMs: number; readonly updatedAtMs: number }, boolean]>([
    ['up to its last moment', { wantedUntilMs: now, updatedAtMs: now - minute }, true],
    ['not after it', { wantedUntilMs: now - 1, updatedAtMs: now - minute }, false],
    ['for ten minutes from now', { wantedUntilMs: now + 10 * minute, updatedAtMs: now }, true],
    ['not for longer than that', { wantedUntilMs: now + 11 * minute + 1, updatedAtMs: now }, false],
    ['not where its latest record lies ahead', { wantedUntilMs: now + minute, updatedAtMs: now + 2 * minute }, false],
  ])('leaves a sale wanted %s', (_name, facts, wanted) => {
    expect(isWanted(facts, now)).toBe(wanted);
  });

  it.each<readonly [string, number, number, number]>([
    ['in its time', now + 60 * minute, now, now + 60 * minute],
    ['in its time, however long the service asked to wait', now + 7 * day, now, now + 7 * day],
    ['at once where it was written down later than now', now + 3 * minute, now + 2 * minute, 0],
  ])('lets an order go on %s', (_name, scheduledAtMs, recordedAtMs, dueMs) => {
    expect(dueAtMs(scheduledAtMs, recordedAtMs, now)).toBe(dueMs);
  });
});
