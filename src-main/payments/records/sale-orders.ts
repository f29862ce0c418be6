import type { Sale } from '../../day/machine/sale.ts';
import { saleIn } from '../../day/records/sale-row.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Order } from '../../orders/machine/order.ts';
import type { OrderRecords } from '../../orders/records/order-records.ts';

/** An order of a sale: what it comes to, and what became of it. */
export interface SaleOrder {
  readonly sale: Sale;
  readonly order: Order;
}

interface Ports {
  readonly journal: Pick<Journal, 'projected' | 'projectedPage'>;
  readonly records: Pick<OrderRecords, 'find'>;
}

/** More than a sale comes to with all its tries. */
const mostOrders = 1_000;

/**
 * All orders of the sale of this one, the first one first: those of its short number, which a new try keeps. Where it
 * has none, that order alone. Null where there is no such order.
 */
export function ordersOfSale(
  ports: Ports,
  operationId: string,
): { readonly id: string; readonly saleNumber: string | null; readonly orders: readonly SaleOrder[] } | null {
  const row = ports.journal.projected(operationId);
  const order = ports.records.find(operationId);
  if (row === null || order === null) return null;
  const { saleNumber } = row;
  const id = saleIdOf(ports.records, operationId, order);
  const asked = { sale: saleIn(row), order };
  if (saleNumber === null) return { id, saleNumber, orders: [asked] };
  const whole = { operationIds: [], saleNumbers: [saleNumber], reference: null, isSure: true };
  const page = ports.journal.projectedPage({ whole, limit: mostOrders });
  const found = (page.ok ? page.value.items : []).flatMap((each): readonly SaleOrder[] => {
    const known = ports.records.find(each.operationId);
    return known === null ? [] : [{ sale: saleIn(each), order: known }];
  });
  return { id, saleNumber, orders: found.toSorted((a, b) => a.sale.intendedSeq - b.sale.intendedSeq) };
}

/** The basket, or else the order that was tried first. */
function saleIdOf(records: Ports['records'], operationId: string, order: Order): string {
  if (order.intent.basket !== undefined) return order.intent.basket;
  let [first, known]: [string, Order] = [operationId, order];
  for (let before = known.intent.replaces; before !== null; before = known.intent.replaces) {
    const replaced = records.find(before);
    if (replaced === null) break;
    [first, known] = [before, replaced];
  }
  return first;
}
