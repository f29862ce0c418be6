import type { NewSale } from '../../../../../src-main/orders/machine/new-sale.ts';
import type { Surroundings } from '../../../../../src-main/orders/machine/placing.ts';
import { amount, cardId, intendedAtMs, intent, walletId } from '../order-samples.ts';

export const now = intendedAtMs + 60_000;
/** Two cards, of which the machine knows nothing yet. */
export const sale: NewSale = {
  walletId,
  cardId,
  quantity: 2,
  expectedUnitPrice: { amount: amount('1.250'), currency: 'KWD' },
  useAllowedDebt: false,
};
/** Nothing stands against a sale. */
export const alone: Surroundings = {
  nowMs: now,
  existing: null,
  areRecordsOwn: true,
  predecessors: [],
  twins: { pending: null, unshown: null },
  besidesPending: false,
  scopes: null,
  terms: { maximumQuantity: 1_000, countersignedJournal: true },
  pinned: intent.pinned,
};
