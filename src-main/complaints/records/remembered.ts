import type { StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal } from '../../journal/journal.ts';
import { complaintAfter, type Complaint } from '../machine/complaint.ts';
import { complaintEventKinds, readComplaintEvent } from '../machine/events.ts';

interface Remembered {
  readonly complaints: Map<string, Complaint>;
  /** The last event read; null before the first. */
  readonly last: Pick<StoredEvent, 'seq' | 'hash'> | null;
}

/**
 * Reads the complaints by kind, each time from where they were read last: sales make it no slower. Where the last row
 * read does not stand any more, a write was rolled back, and everything is read again.
 */
export function rememberComplaints(journal: Pick<Journal, 'events' | 'hashAt'>): () => ReadonlyMap<string, Complaint> {
  let remembered: Remembered = { complaints: new Map(), last: null };
  return () => {
    const { last } = remembered;
    if (last !== null && journal.hashAt(last.seq) !== last.hash) remembered = { complaints: new Map(), last: null };
    remembered = readOn(journal, remembered);
    return remembered.complaints;
  };
}

function readOn(journal: Pick<Journal, 'events'>, { complaints, last }: Remembered): Remembered {
  const after = last === null ? {} : { afterSeq: last.seq };
  const rows = complaintEventKinds
    .flatMap((kind) => journal.events({ kind, ...after }))
    .toSorted((a, b) => a.seq - b.seq);
  for (const row of rows) {
    const event = readComplaintEvent(row);
    if (event === null) throw new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${row.seq}` });
    const complaint = complaintAfter(complaints.get(row.subject) ?? null, event);
    if (complaint !== null) complaints.set(row.subject, complaint);
  }
  return { complaints, last: rows.at(-1) ?? last };
}
