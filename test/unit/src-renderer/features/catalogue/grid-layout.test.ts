import { describe, expect, it } from 'vitest';
import {
  boxOf,
  inSight,
  layoutOf,
  scrolledTo,
  sizeOf,
  step,
  type Section,
  type Way,
} from '../../../../../src-renderer/features/catalogue/grid-layout.ts';
import { noticeable } from '../../../../../src-renderer/features/catalogue/use-sight.ts';

const tiles = (id: string, count: number): Section<number> => ({
  id,
  shape: 'tiles',
  items: Array.from({ length: count }, (_, index) => index),
});
const lines = (count: number): Section<number> => ({ ...tiles('lines', count), shape: 'lines' });
const fourColumns = 4 * 180 + 3 * 10;

describe('the layout of cards', () => {
  it('puts as many tiles side by side as have room, and one where there is none', () => {
    const columns = (inlineSize: number, hasCosts = false): number | undefined =>
      layoutOf([tiles('a', 9)], inlineSize, hasCosts)[0]?.columns;
    expect([columns(fourColumns), columns(2 * 144 + 10), columns(2 * 144 + 9), columns(50)]).toEqual([4, 2, 1, 1]);
    expect([columns(fourColumns, true), columns(2 * 196 + 10, true), columns(2 * 196 + 9, true)]).toEqual([3, 2, 1]);
  });

  it('has tiles of about 110 pixels, and larger ones only for costs; lines are the same in both', () => {
    const sizes = (hasCosts: boolean) =>
      layoutOf([tiles('a', 9), lines(9)], fourColumns, hasCosts).map(({ blockSize, pitch }) => [blockSize, pitch]);
    expect(sizes(false)).toEqual([
      [112, 122],
      [44, 44],
    ]);
    expect(sizes(true)).toEqual([
      [132, 142],
      [44, 44],
    ]);
  });

  it.each([false, true])(
    'lays tiles out apart, within the width and up to its end, at each width (costs %s)',
    (costs) => {
      for (let inlineSize = 196; inlineSize < 1900; inlineSize += 97) {
        const [block] = layoutOf([tiles('a', 40)], inlineSize, costs);
        if (block === undefined) throw new Error('no block');
        const boxes = block.section.items.map((index) => boxOf(block, index));
        expect(boxes.every((box) => box.insetInlineStart + box.inlineSize <= inlineSize)).toBe(true);
        expect(Math.max(...boxes.map((box) => box.insetInlineStart + box.inlineSize))).toBeGreaterThan(
          inlineSize - 0.5,
        );
        expect(boxes.every((box) => box.insetBlockStart + box.blockSize <= sizeOf(block))).toBe(true);
        expect(new Set(boxes.map((box) => `${String(box.insetInlineStart)} ${String(box.insetBlockStart)}`)).size).toBe(
          40,
        );
      }
    },
  );

  it('makes no more of 100,000 cards than are in sight and a little beyond', () => {
    const [, block] = layoutOf([tiles('favourites', 3), tiles('all', 100_000)], fourColumns);
    if (block === undefined) throw new Error('no block');
    expect(inSight(block, 0, 700)).toEqual([0, 24]);
    const [from, to] = inSight(block, 2_000_000, 700);
    expect(to - from).toBeLessThanOrEqual(36);
    expect(block.top + boxOf(block, from).insetBlockStart).toBeLessThan(2_000_000);
    expect(block.top + boxOf(block, to).insetBlockStart).toBeGreaterThan(2_000_700);
    expect(inSight(block, 9_000_000, 700)).toEqual([100_000, 100_000]);
  });

  it.each([tiles('all', 1_000), lines(1_000)])('has made all that is seen before it looks again: $shape', (section) => {
    const [block] = layoutOf([section], fourColumns);
    if (block === undefined) throw new Error('no block');
    for (let scrolled = 0; scrolled < 2_000; scrolled += noticeable) {
      const [from, to] = inSight(block, scrolled, 700);
      expect(from === 0 || block.top + boxOf(block, from).insetBlockStart <= scrolled).toBe(true);
      expect(block.top + boxOf(block, to).insetBlockStart).toBeGreaterThanOrEqual(scrolled + 700 + noticeable);
    }
  });

  it('scrolls to a tile as little as may be, and shows the heading with the first row', () => {
    const [block] = layoutOf([tiles('a', 100)], fourColumns);
    if (block === undefined) throw new Error('no block');
    expect(scrolledTo(block, 5, 0, 700)).toBe(0);
    expect(scrolledTo(block, 24, 0, 700)).toBe(36 + 7 * 122 - 700);
    expect(scrolledTo(block, 0, 900, 700)).toBe(0);
  });
});

describe('the arrows', () => {
  const blocks = layoutOf([tiles('favourites', 6), tiles('all', 10), lines(30)], fourColumns);
  const go = (section: number, index: number, way: Way) => {
    const place = step(blocks, { section, index }, way, 2);
    return place === null ? null : [place.section, place.index];
  };

  it('go to the next tile and on into the next section, and back', () => {
    expect([go(0, 0, 'next'), go(0, 5, 'next'), go(1, 0, 'previous'), go(0, 0, 'previous')]).toEqual([
      [0, 1],
      [1, 0],
      [0, 5],
      null,
    ]);
  });

  it('keep the column from row to row and from section to section', () => {
    expect([go(0, 1, 'down'), go(0, 5, 'down'), go(1, 1, 'up'), go(0, 2, 'up')]).toEqual([
      [0, 5],
      [1, 1],
      [0, 5],
      null,
    ]);
  });

  it('take the last tile of a shorter row', () => {
    expect([go(0, 3, 'down'), go(1, 3, 'up'), go(1, 7, 'down')]).toEqual([
      [0, 5],
      [0, 5],
      [1, 9],
    ]);
  });

  it('stay at the last tile: what cannot be chosen has no stop', () => {
    expect([go(1, 9, 'next'), go(1, 9, 'down'), go(1, 9, 'end')]).toEqual([
      [1, 9],
      [1, 9],
      [1, 9],
    ]);
  });

  it('go by the page within a section, and to its ends', () => {
    expect([
      go(1, 1, 'pageDown'),
      go(1, 5, 'pageDown'),
      go(1, 9, 'pageUp'),
      go(1, 5, 'start'),
      go(0, 1, 'end'),
    ]).toEqual([
      [1, 9],
      [1, 9],
      [1, 1],
      [0, 0],
      [0, 5],
    ]);
  });
});
