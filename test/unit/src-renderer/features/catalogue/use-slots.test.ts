import { describe, expect, it } from 'vitest';
import { slotsFor } from '../../../../../src-renderer/features/catalogue/use-slots.ts';

const entries = (...given: Parameters<typeof slotsFor>): unknown => Object.fromEntries(slotsFor(...given));
const drawn = new Map([
  ['a', 0],
  ['b', 1],
  ['c', 2],
]);

describe('the elements of cards', () => {
  it('leaves a card that is still seen in its own, and gives those of others to the cards that come', () => {
    expect(entries(['b', 'c', 'd'], drawn, undefined)).toEqual({ b: 1, c: 2, d: 0 });
    expect(entries(['x', 'y', 'z'], drawn, undefined)).toEqual({ x: 0, y: 1, z: 2 });
  });

  it('makes more where more are seen, and gives each to one card only', () => {
    expect(entries(['a', 'b', 'c', 'd', 'e'], drawn, 'a')).toEqual({ a: 0, b: 1, c: 2, d: 3, e: 4 });
    expect(entries(['e', 'd', 'c', 'b', 'a'], drawn, undefined)).toEqual({ e: 3, d: 4, c: 2, b: 1, a: 0 });
  });

  it('gives the one that the keyboard stopped at to no other card', () => {
    expect(entries(['x', 'y', 'z'], drawn, 'b')).toEqual({ x: 0, y: 2, z: 3 });
    expect(entries(['x', 'b'], drawn, 'b')).toEqual({ x: 0, b: 1 });
  });
});
