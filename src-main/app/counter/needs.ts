import { totalOf } from '../../core/money.ts';
import type { PassedLimit } from '../../limits/machine/passed.ts';
import type { LimitRecords } from '../../limits/records/limit-records.ts';
import type { NewSale } from '../../orders/machine/new-sale.ts';
import type { Need } from '../../staff/gate.ts';

/** What of sales for one customer a cashier needs a manager's word for, as the journal is now. */
export function needsOfSales(limits: Pick<LimitRecords, 'passedBy'>, sales: readonly NewSale[]): readonly Need[] {
  const lines = sales.flatMap(({ cardId, quantity, expectedUnitPrice: { amount: unit, currency } }) => {
    const amount = totalOf(unit, quantity);
    // One without a total is refused before it comes here.
    return amount === null ? [] : [{ cardId, cost: { amount, currency } }];
  });
  const isOnDebt = sales.some(({ useAllowedDebt }) => useAllowedDebt);
  return [...(isOnDebt ? [{ kind: 'allowedDebt' } as const] : []), ...limits.passedBy(lines).map(needOf)];
}

function needOf({ limit, currency, cardId = '', over }: PassedLimit): Need {
  const kind = limit === 'sale' ? 'saleLimit' : limit === 'shift' ? 'shiftLimit' : 'cardLimit';
  return { kind, over: { amount: over, of: `${currency} ${cardId}` } };
}
