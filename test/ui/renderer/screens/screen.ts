import type { CounterPage } from '../counter-page.ts';
import { id } from '../double-data.ts';
import type { DoubleOptions } from '../double-world.ts';

interface State {
  readonly name: string;
  /** Goes there and waits for what proves that it is there. */
  readonly reach: (counter: CounterPage) => Promise<void>;
}

/**
 * A state of the screen, and those that are reached from it one after the other: a window is dear, what it shows next
 * is cheap.
 */
export interface Screen extends State {
  readonly double?: DoubleOptions;
  readonly next?: readonly State[];
}

/** The first order that a window places. */
export const placed = id(8, 101);

export const shown = (locator: { waitFor: () => Promise<void> }): Promise<void> => locator.waitFor();

export async function chooseCard(counter: CounterPage, index: number): Promise<void> {
  await counter.cards().nth(index).click();
  await shown(counter.button('sale.buy'));
}

export async function buy(counter: CounterPage): Promise<void> {
  await chooseCard(counter, 0);
  await counter.button('sale.buy').click();
}
