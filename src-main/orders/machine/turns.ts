import { isFinal, stateOf, type Order } from './order.ts';

/**
 * The numbers of the events at which an order began to count as sold, ceased to, began again and so on. A day's totals
 * go by them and by no clock (decision 0052).
 */
export type Turns = readonly number[];

/** The turns after event `seq`, which left the order as it is now. While it needs a person, it counts as before. */
export function turnsAfter(turns: Turns, order: Order, seq: number): Turns {
  const state = stateOf(order, order.updatedAtMs);
  const counts = state === 'completed' || (!isFinal(state) && isSoldAt(turns, seq));
  return counts === isSoldAt(turns, seq) ? turns : [...turns, seq];
}

/** Whether it counted as sold right after event `seq`. */
export function isSoldAt(turns: Turns, seq: number): boolean {
  return turns.filter((turn) => turn <= seq).length % 2 === 1;
}
