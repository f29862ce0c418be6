import { totalOf } from '../../core/money.ts';
import type { Line, PassedLimit } from '../../limits/machine/passed.ts';
import type { LimitRecords } from '../../limits/records/limit-records.ts';
import type { IntendedOrder } from '../../orders/machine/events.ts';
import type { NewSale } from '../../orders/machine/new-sale.ts';
import type { Need } from '../../staff/approval-check.ts';

/**
 * What of sales for one customer a cashier needs a manager's word for, as the journal is now; `beside` is what that
 * customer buys already.
 */
export function needsOfSales(
  limits: Pick<LimitRecords, 'passedBy'>,
  sales: readonly NewSale[],
  beside: readonly IntendedOrder[],
): readonly Need[] {
  const debt: readonly Need[] = sales.some(({ useAllowedDebt }) => useAllowedDebt) ? [{ kind: 'allowedDebt' }] : [];
  const besides = beside.map(({ cardId, total }): Line => ({ cardId, cost: total }));
  return [...debt, ...limits.passedBy(sales.flatMap(lineOf), besides).map(needOf)];
}

/** One without a total is refused before it comes here. */
function lineOf({ cardId, quantity, expectedUnitPrice: { amount: price, currency } }: NewSale): readonly Line[] {
  const amount = totalOf(price, quantity);
  return amount === null ? [] : [{ cardId, cost: { amount, currency } }];
}

function needOf({ limit, currency, cardId = '', over }: PassedLimit): Need {
  const kind = limit === 'sale' ? 'saleLimit' : limit === 'shift' ? 'shiftLimit' : 'cardLimit';
  return { kind, over: { amount: over, of: `${currency} ${cardId}` } };
}
