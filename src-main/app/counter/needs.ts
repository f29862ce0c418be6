import { totalOf } from '../../core/money.ts';
import type { PassedLimit } from '../../limits/machine/passed.ts';
import type { LimitRecords } from '../../limits/records/limit-records.ts';
import type { NewSale } from '../../orders/machine/new-sale.ts';
import type { Need } from '../../staff/gate.ts';

/** What of a sale a cashier needs a manager's word for, as the journal is now. */
export function needsOfSale(limits: Pick<LimitRecords, 'passedBy'>, sale: NewSale): readonly Need[] {
  const { cardId, quantity, expectedUnitPrice, useAllowedDebt } = sale;
  const amount = totalOf(expectedUnitPrice.amount, quantity);
  // One without a total is refused before it comes here.
  const lines = amount === null ? [] : [{ cardId, cost: { amount, currency: expectedUnitPrice.currency } }];
  return [...(useAllowedDebt ? [{ kind: 'allowedDebt' } as const] : []), ...limits.passedBy(lines).map(needOf)];
}

function needOf({ limit, currency, cardId = '', over }: PassedLimit): Need {
  const kind = limit === 'sale' ? 'saleLimit' : limit === 'shift' ? 'shiftLimit' : 'cardLimit';
  return { kind, over: { amount: over, of: `${currency} ${cardId}` } };
}
