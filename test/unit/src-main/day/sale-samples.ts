import { knownId, type OperationId } from '../../../../src-main/core/ids.ts';
import type { Sale } from '../../../../src-main/day/machine/sale.ts';
import { systemRandomness } from '../../../../src-main/hosts/system-ports.ts';

/** One card that was bought at once. */
export function saleWith(changes: Partial<Sale> = {}): Sale {
  return {
    operationId: knownId<OperationId>(systemRandomness.uuid()),
    walletId: 'wallet',
    cardId: 'card',
    cardName: null,
    by: null,
    saleNumber: null,
    cards: 1,
    cost: { amount: '1.250', currency: 'KWD' },
    charge: null,
    margin: null,
    state: 'completed',
    isPending: false,
    intendedAtMs: 0,
    intendedSeq: 1,
    turns: [2],
    ...changes,
  };
}
