import { describe, expect, it } from 'vitest';
import { Visibility } from '../../../../src-sandbox/state/visibility.ts';

describe('an order that reads do not show yet', () => {
  it('is hidden from so many reads', () => {
    const visibility = new Visibility();
    visibility.hide('o', 2, 0);
    expect([1, 2, 3, 4].map(() => visibility.hides('o', 10))).toEqual([true, true, false, false]);
    expect(visibility.hides('another', 10)).toBe(false);
  });

  it('is hidden until a moment, however often it is read', () => {
    const visibility = new Visibility();
    visibility.hide('o', 0, 100);
    expect([98, 99, 100].map((nowMs) => visibility.hides('o', nowMs))).toEqual([true, true, false]);
  });
});
