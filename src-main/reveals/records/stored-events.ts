import type { EventQuery, NewEvent, StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal } from '../../journal/journal.ts';
import { asJsonObject } from '../../journal/json.ts';
import { readRevealEvent, revealEventKinds, type NewRevealEvent, type RevealEvent } from '../machine/events.ts';

/** The journal row to append for an event of reveals. */
export function rowOfReveal({ subject, kind, body }: NewRevealEvent): NewEvent {
  return { subject, kind, body: asJsonObject(body) };
}

/**
 * The events of reveals among those that the journal has, in order. A row that does not fit its schema was damaged
 * since it was written: `JournalUnavailable`.
 */
export function revealEventsOf(journal: Pick<Journal, 'events'>, query: EventQuery): readonly RevealEvent[] {
  return journal.events(query).flatMap((row) => {
    const kind = revealEventKinds.find((known) => known === row.kind);
    return kind === undefined ? [] : [eventIn(row, kind)];
  });
}

function eventIn(row: StoredEvent, kind: RevealEvent['kind']): RevealEvent {
  const event = readRevealEvent({ ...row, kind });
  if (event === null) throw new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${row.seq}` });
  return event;
}
