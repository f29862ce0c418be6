/** Where cards stand, in pixels, worked out and not measured: of 100,000 only those in sight are ever made. */

type Shape = 'tiles' | 'lines';

export interface Section<Item> {
  readonly id: string;
  /** Tiles are for what can be chosen; lines name the rest. Sections of tiles come first. */
  readonly shape: Shape;
  readonly items: readonly Item[];
}

export interface Block<Item> {
  readonly section: Section<Item>;
  /** From the top of everything to the first row; the heading is above. */
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly inlineSize: number;
  readonly blockSize: number;
  /** From one row to the next. */
  readonly pitch: number;
}

/** An item by its section and its number there. */
export interface TilePosition {
  readonly section: number;
  readonly index: number;
}

export type Way = 'next' | 'previous' | 'down' | 'up' | 'pageDown' | 'pageUp' | 'start' | 'end';

const headingSize = 36;
const sectionGap = 6;
const columnGap = 10;
/** More than is scrolled without a look (`use-sight.ts`); each row more is made anew with a letter or a leap. */
const beyondSight = 120;
/** The browser's own fractions of a pixel: the last column ends where the panel does. */
const layoutUnits = 64;
const tileShape = { least: 144, blockSize: 112, rowGap: 10 };
/** Costs and margins take a line of their own. */
const tileShapeWithCost = { least: 196, blockSize: 132, rowGap: 10 };
const lineShape = { least: 240, blockSize: 44, rowGap: 0 };

function shapeOf(shape: Shape, hasCosts: boolean): typeof tileShape {
  if (shape === 'lines') return lineShape;
  return hasCosts ? tileShapeWithCost : tileShape;
}

export function layoutOf<Item>(
  sections: readonly Section<Item>[],
  inlineSize: number,
  hasCosts = false,
): readonly Block<Item>[] {
  let top = 0;
  return sections.map((section) => {
    const { least, blockSize, rowGap } = shapeOf(section.shape, hasCosts);
    const columns = Math.max(1, Math.floor((inlineSize + columnGap) / (least + columnGap)));
    const block = {
      section,
      top: top + headingSize,
      columns,
      rows: Math.ceil(section.items.length / columns),
      blockSize,
      pitch: blockSize + rowGap,
      inlineSize: Math.floor(((inlineSize - columnGap * (columns - 1)) / columns) * layoutUnits) / layoutUnits,
    };
    top = block.top + sizeOf(block) + sectionGap;
    return block;
  });
}

/** From the first row of a block to the end of its last. */
export function sizeOf<Item>({ rows, pitch }: Block<Item>): number {
  return rows * pitch;
}

/** Which items of a block are in sight, or nearly. */
export function inSight<Item>(
  { top, columns, pitch, section }: Block<Item>,
  scrolled: number,
  sight: number,
): readonly [from: number, to: number] {
  const rowAt = (offset: number): number => Math.floor((offset - top) / pitch);
  const within = (index: number): number => Math.min(Math.max(0, index), section.items.length);
  return [
    within(rowAt(scrolled - beyondSight) * columns),
    within((rowAt(scrolled + sight + beyondSight) + 1) * columns),
  ];
}

export function boxOf<Item>({ columns, pitch, inlineSize, blockSize }: Block<Item>, index: number) {
  return {
    insetInlineStart: (index % columns) * (inlineSize + columnGap),
    insetBlockStart: Math.floor(index / columns) * pitch,
    inlineSize,
    blockSize,
  };
}

/** How far to scroll so that an item is wholly in sight, as little as may be. */
export function scrolledTo<Item>(block: Block<Item>, index: number, scrolled: number, sight: number): number {
  const top = block.top + boxOf(block, index).insetBlockStart;
  return Math.min(Math.max(scrolled, top + block.pitch - sight), top - headingSize);
}

/** Where a way leads from a tile; null where it leads out at the top. Beyond the last tile there is nothing. */
export function step<Item>(
  blocks: readonly Block<Item>[],
  from: TilePosition,
  way: Way,
  rowsInSight: number,
): TilePosition | null {
  const tiles = blocks.filter(({ section }) => section.shape === 'tiles');
  const columns = tiles[from.section]?.columns ?? 1;
  const count = tiles[from.section]?.section.items.length ?? 0;
  const to = (index: number): TilePosition => ({ section: from.section, index });
  const beside = (sections: 1 | -1, indexOf: (length: number) => number): TilePosition | null => {
    const section = from.section + sections;
    const length = tiles[section]?.section.items.length;
    return length === undefined ? null : { section, index: indexOf(length) };
  };
  const column = from.index % columns;
  switch (way) {
    case 'next':
      return from.index + 1 < count ? to(from.index + 1) : (beside(1, () => 0) ?? from);
    case 'previous':
      return from.index > 0 ? to(from.index - 1) : beside(-1, (length) => length - 1);
    case 'up':
      return from.index >= columns
        ? to(from.index - columns)
        : beside(-1, (length) => lastInColumn(length, column, columns));
    case 'down':
      if (from.index + columns < count) return to(from.index + columns);
      // The last row may be shorter: its last tile is below, too.
      return from.index - column + columns < count
        ? to(count - 1)
        : (beside(1, (length) => Math.min(column, length - 1)) ?? from);
    case 'pageUp':
      return to(Math.max(column, from.index - columns * rowsInSight));
    case 'pageDown':
      return to(Math.min(count - 1, from.index + columns * rowsInSight));
    case 'start':
      return { section: 0, index: 0 };
    case 'end':
      return to(count - 1);
  }
}

function lastInColumn(length: number, column: number, columns: number): number {
  const rowStart = Math.floor((length - 1) / columns) * columns;
  return Math.min(length - 1, rowStart + column);
}
