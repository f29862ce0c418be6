import type { NewEvent, StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import { isJsonObject } from '../../journal/json.ts';
import { orderEventKinds, readOrderEvent, type NewOrderEvent, type OrderEvent } from '../machine/events.ts';

/** The journal row to append for an event of an order. */
export function rowOfEvent({ subject, kind, body }: NewOrderEvent): NewEvent {
  const plain: unknown = JSON.parse(JSON.stringify(body));
  if (!isJsonObject(plain)) throw new Error(`${kind} is no JSON object`);
  return { subject, kind, body: plain };
}

/**
 * The order events among stored rows, in order. A row that does not fit its schema was damaged since it was written:
 * `JournalUnavailable`.
 */
export function readOrderEvents(rows: readonly StoredEvent[]): readonly OrderEvent[] {
  return rows.flatMap((row) => {
    const kind = orderEventKinds.find((known) => known === row.kind);
    return kind === undefined ? [] : [eventIn(row, kind)];
  });
}

function eventIn(row: StoredEvent, kind: OrderEvent['kind']): OrderEvent {
  const event = readOrderEvent(kind, row.atMs, row.body);
  if (event === null) throw new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${row.seq}` });
  return event;
}
