import { isFinal, stateOf, type Order } from './order.ts';

/**
 * When an order came to count as sold, and when it ceased to: the numbers of those events in the journal, the first one
 * is a beginning. The totals of a day go by them and by no clock (decision 0052).
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
