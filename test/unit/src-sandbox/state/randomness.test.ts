import { describe, expect, it } from 'vitest';
import {
  randomBelow,
  randomUuid,
  seededRandomness,
  systemRandomness,
} from '../../../../src-sandbox/state/randomness.ts';

describe('randomness', () => {
  it('is the same for the same seed, and never the same twice in one run', () => {
    const [one, again, other] = [seededRandomness('a'), seededRandomness('a'), seededRandomness('b')];
    const first = randomUuid(one);
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect([randomUuid(again), randomUuid(other) === first, randomUuid(one) === first]).toEqual([first, false, false]);
    expect(seededRandomness('a').bytes(100)).toHaveLength(100);
  });

  it('draws every number below a limit, and none at it', () => {
    const drawn = new Set(Array.from({ length: 500 }, () => randomBelow(systemRandomness, 10)));
    expect([...drawn].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
