import type { StaffEvent } from './events.ts';
import type { PinLock } from './pin-rules.ts';

/** What the journal says of one person's PIN. */
export interface PinRecord {
  readonly wrongInARow: number;
  readonly lock: PinLock | null;
  /** When they last came; null where they never did. */
  readonly lastAtMs: number | null;
}

export const untriedPin: PinRecord = { wrongInARow: 0, lock: null, lastAtMs: null };

/** The record after one more event: a right PIN, or a new one, makes up for all that were wrong. */
export function pinRecordAfter(record: PinRecord, event: StaffEvent): PinRecord {
  switch (event.kind) {
    case 'staff-pin-failed':
      return { ...record, wrongInARow: record.wrongInARow + 1 };
    case 'staff-locked':
      return { ...record, lock: event.body };
    case 'staff-signed-in':
      return { wrongInARow: 0, lock: null, lastAtMs: event.atMs };
    case 'staff-approved':
      return { ...record, wrongInARow: 0, lock: null };
    case 'staff-changed': {
      const { change } = event.body;
      return change === 'pin' || change === 'pin-by-phrase' ? { ...record, wrongInARow: 0, lock: null } : record;
    }
  }
}
