import type { OperationId } from '../../../src-main/core/ids.ts';
import type { StoredEvent } from '../../../src-main/journal/event.ts';
import type { Journal } from '../../../src-main/journal/journal.ts';
import type { NewOrderEvent } from '../../../src-main/orders/machine/events.ts';
import type { Order } from '../../../src-main/orders/machine/order.ts';
import { rowOfEvent } from '../../../src-main/orders/records/history.ts';
import {
  openOrderRecords as openHonestBook,
  type OrderRecords,
} from '../../../src-main/orders/records/order-records.ts';
import { methodsOf } from '../../support/journal-methods.ts';

export * from '../../../src-main/orders/records/order-records.ts';

const early: readonly string[] = ['order-intended', 'attempt-started'];

/**
 * Law 1 broken: the intent and the attempt stay in memory until the answer is recorded, so the request leaves before
 * them.
 */
export function openOrderRecords(journal: Journal, onRecorded: Parameters<typeof openHonestBook>[1]): OrderRecords {
  let held: StoredEvent[] = [];
  const remembering: Journal = {
    ...methodsOf(journal),
    events: (query = {}) => [...journal.events(query), ...held.filter(({ subject }) => subject === query.subject)],
  };
  const records = openHonestBook(remembering, onRecorded);
  const hold = (operationId: OperationId, events: readonly NewOrderEvent[]): Order => {
    held = [
      ...held,
      ...events.map((event) => ({
        ...rowOfEvent(event),
        seq: journal.head().seq + held.length + 1,
        atMs: Date.now(),
        hash: '',
      })),
    ];
    const facts = records.find(operationId);
    if (facts === null) throw new Error('an event of an order without an intent');
    return facts;
  };
  const isEarly = (events: readonly NewOrderEvent[]): boolean => events.every(({ kind }) => early.includes(kind));
  const recordIn: OrderRecords['recordIn'] = (tx, operationId, events) => {
    if (isEarly(events)) return hold(operationId, events);
    for (const { subject, kind, body } of held.filter((event) => event.subject === operationId))
      tx.append({ subject, kind, body });
    held = held.filter(({ subject }) => subject !== operationId);
    return records.recordIn(tx, operationId, events);
  };
  return {
    ...records,
    recordIn,
    record: (operationId, events) =>
      isEarly(events)
        ? { ok: true, value: hold(operationId, events) }
        : journal.transaction((tx) => recordIn(tx, operationId, events)),
  };
}
