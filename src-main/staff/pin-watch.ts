import type { Failure } from '../../src-shared/contract/codes.ts';
import type { StaffId } from '../core/ids.ts';
import type { Clock } from '../core/ports.ts';
import { ok, type Result } from '../core/result.ts';
import type { Journal } from '../journal/journal.ts';
import { asJsonObject } from '../journal/json.ts';
import { readStaffEvent, staffEvent, type NewStaffEvent } from './events.ts';
import { pinRecordAfter, untriedPin, type PinRecord } from './pin-record.ts';
import { lockLeftMs, lockMsAfter } from './pin-rules.ts';

/** Counts wrong PINs and keeps locks, in the journal and in memory. */
export interface PinWatch {
  readonly lockedForMs: (id: StaffId) => number;
  readonly lastAtMs: (id: StaffId) => number | null;
  /** Somebody came. Where that cannot be recorded they came all the same: codes that were sold must be shown. */
  readonly right: (id: StaffId) => void;
  /** The same for a PIN that was right beside another person's: they did not come. */
  readonly approved: (id: StaffId) => void;
  /** Counted in memory whatever the journal says, so that a full disk allows no more tries. */
  readonly wrong: (id: StaffId) => Result<void, Failure>;
  /** Hears of an event that is durable. */
  readonly heard: (event: NewStaffEvent) => void;
}

/**
 * A lock from before this process is measured by the wall clock once, and then by the monotonic one: a clock that is
 * put back or forward moves none.
 */
export function createPinWatch(journal: Journal, clock: Clock, ids: readonly StaffId[]): PinWatch {
  const records = new Map<StaffId, PinRecord>(ids.map((id) => [id, recordIn(journal, id)]));
  const endsAtMs = new Map<StaffId, number>();
  const lockFor = (id: StaffId, ms: number): unknown => endsAtMs.set(id, clock.monotonicMs() + ms);
  for (const [id, { lock }] of records) if (lock !== null) lockFor(id, lockLeftMs(lock, clock.nowMs()));

  const recordOf = (id: StaffId): PinRecord => records.get(id) ?? untriedPin;
  const heard = (event: NewStaffEvent): void => {
    const read = readStaffEvent({ ...event, atMs: clock.nowMs() });
    if (read === null) return;
    const record = pinRecordAfter(recordOf(event.subject), read);
    records.set(event.subject, record);
    if (record.lock === null) endsAtMs.delete(event.subject);
    else if (read.kind === 'staff-locked') lockFor(event.subject, record.lock.forMs);
  };
  const record = (...events: readonly NewStaffEvent[]): Result<void, Failure> => {
    events.forEach(heard);
    const written = journal.append(...events.map((event) => ({ ...event, body: asJsonObject(event.body) })));
    return written.ok ? ok(undefined) : written;
  };
  return {
    lockedForMs: (id) => Math.max(0, (endsAtMs.get(id) ?? 0) - clock.monotonicMs()),
    lastAtMs: (id) => recordOf(id).lastAtMs,
    right: (id) => void record(staffEvent(id, 'staff-signed-in', {})),
    approved: (id) => void record(staffEvent(id, 'staff-approved', {})),
    wrong: (id) => {
      const inARow = recordOf(id).wrongInARow + 1;
      const forMs = lockMsAfter(inARow);
      const failed = staffEvent(id, 'staff-pin-failed', { inARow });
      return forMs === 0
        ? record(failed)
        : record(failed, staffEvent(id, 'staff-locked', { untilMs: clock.nowMs() + forMs, forMs }));
    },
    heard,
  };
}

function recordIn(journal: Journal, id: StaffId): PinRecord {
  return journal.events({ subject: id }).reduce((record, row) => {
    const event = readStaffEvent(row);
    return event === null ? record : pinRecordAfter(record, event);
  }, untriedPin);
}
