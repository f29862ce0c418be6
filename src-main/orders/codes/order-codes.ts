import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import type { Result } from '../../core/result.ts';
import type { Journal } from '../../journal/journal.ts';
import { orderEvent, type OrderEvent, type OrderEventBody, type OrderEventKind } from '../machine/events.ts';
import type { Order } from '../machine/order.ts';
import type { OrderRecords } from '../records/order-records.ts';

export { orderIntendedKind } from '../machine/events.ts';
export { chargedIn, type Charged } from '../machine/charged.ts';
export { isFinal, printsOut, wasNeverSent, type Order } from '../machine/order.ts';
export { copySuspectedKind, isCopySuspected } from '../records/copies.ts';
export { timelineOf, type TimelineEntry } from '../views/timeline.ts';

/** All that reveals and receipts use of orders: which were bought, and what became of their codes. */
export type OrderCodes = Pick<OrderRecords, 'find' | 'events' | 'page' | 'record' | 'recordTogether' | 'unverified'>;

/** What happens to the codes of an order, and to its receipts. */
const codeEventKinds = [
  'reveal-started',
  'reveal-failed',
  'codes-revealed',
  'codes-shown',
  'codes-copied',
  'codes-copy-failed',
  'codes-handed-over',
  'codes-kept-back',
  'receipt-print-started',
  'receipt-print-failed',
  'receipt-print-answered',
  'codes-file-started',
  'codes-file-failed',
  'codes-file-saved',
] as const satisfies readonly OrderEventKind[];
type CodeEventKind = (typeof codeEventKinds)[number];
export type CodeEvent = Extract<OrderEvent, { readonly kind: CodeEventKind }>;

/** Records one of them, and gives the order as it is after it. */
export function recordCodes<K extends CodeEventKind>(
  orders: Pick<OrderCodes, 'record'>,
  operationId: OperationId,
  kind: K,
  body: OrderEventBody<K>,
): Result<Order, Failure> {
  return orders.record(operationId, [orderEvent(operationId, kind, body)]);
}

/** Records one for each of several orders, or for none; gives the orders as they are after it. */
export function recordCodesTogether<K extends CodeEventKind>(
  orders: Pick<OrderCodes, 'recordTogether'>,
  kind: K,
  bodies: ReadonlyMap<OperationId, OrderEventBody<K>>,
): Result<readonly Order[], Failure> {
  return orders.recordTogether([...bodies].map(([operationId, body]) => orderEvent(operationId, kind, body)));
}

/** What happened to the codes of an order so far, oldest first. */
export function codeEventsOf(orders: Pick<OrderCodes, 'events'>, operationId: OperationId): readonly CodeEvent[] {
  return orders.events(operationId).filter(isCodeEvent);
}

function isCodeEvent(event: OrderEvent): event is CodeEvent {
  return codeEventKinds.some((kind) => kind === event.kind);
}

/** Every order, newest first. */
export function everyOrder(orders: Pick<OrderCodes, 'page' | 'find'>): Iterable<readonly [OperationId, Order]> {
  return ordersOf(orders, 'all');
}

/** Orders with codes here that were not handed over or kept back: those that wait for a person too. */
export function* ordersWithCodes(orders: Pick<OrderCodes, 'page' | 'find'>): Generator<readonly [OperationId, Order]> {
  for (const [operationId, order] of ordersOf(orders, 'unsettled'))
    if (order.sealedCodes.size > 0 && !order.handedOver && !order.keptBack) yield [operationId, order];
}

const pageSize = 500;

function* ordersOf(
  orders: Pick<OrderCodes, 'page' | 'find'>,
  show: 'all' | 'unsettled',
): Generator<readonly [OperationId, Order]> {
  for (let cursor: string | undefined; ;) {
    const page = orders.page({ show, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    if (!page.ok) return;
    for (const operationId of page.value.operationIds) {
      const order = orders.find(operationId);
      if (order !== null) yield [operationId, order];
    }
    cursor = page.value.nextCursor;
    if (cursor === undefined) return;
  }
}

/** Whether an answer said more of an order after event `afterSeq` of the journal. */
export function wasAnsweredAfter(
  journal: Pick<Journal, 'events'>,
  operationId: OperationId,
  afterSeq: number,
): boolean {
  return journal
    .events({ subject: operationId, afterSeq })
    .some(({ kind }) => kind === 'answer-judged' || kind === 'codes-revealed');
}
