import { isSoldAt } from '../../orders/machine/turns.ts';
import type { Sale } from './sale.ts';
import type { Range } from './tally.ts';

/** The orders that a tally of this range speaks of: begun in it, or sold or taken back in it. */
export function membersOf(sales: readonly Sale[], { afterSeq, lastSeq }: Range): readonly Sale[] {
  return sales.filter(
    ({ intendedSeq, turns }) =>
      (intendedSeq > afterSeq && intendedSeq <= lastSeq) || isSoldAt(turns, afterSeq) !== isSoldAt(turns, lastSeq),
  );
}
