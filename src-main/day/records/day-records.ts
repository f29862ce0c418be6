import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { StaffId } from '../../core/ids.ts';
import type { Randomness } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { copyStatusChangedKind } from '../../journal/copy-status.ts';
import type { StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import { asJsonObject, type JsonObject } from '../../journal/json.ts';
import {
  lastZSchema,
  readDayEvent,
  shiftEventKinds,
  subjectOfZ,
  zIssuedKind,
  type DayEvent,
  type DayEventBody,
  type DayEventKind,
  type LastZ,
  type Sum,
  type ZDocument,
  type ZName,
} from '../machine/events.ts';
import { tallyOf } from '../machine/tally.ts';
import { isLaterZ, rangeAfter, rememberedOf, zOf, type ZCircumstances } from '../machine/z.ts';
import { saleIn } from './sale-row.ts';

/** A shift that was opened and is not closed yet. */
export interface OpenShift {
  readonly shiftId: string;
  readonly openedAtMs: number;
  /** Who opened it or took it over last; null where the shop uses no PINs. */
  readonly by: StaffId | null;
}

export interface IssuedZ {
  readonly z: ZDocument;
  /** Its number in the journal. */
  readonly seq: number;
  readonly issuedAtMs: number;
  readonly by: StaffId | null;
  /** Money that was counted at its end; null where nobody counted. */
  readonly counted: readonly Sum[] | null;
}

/** The shifts and the day ends of this counter, as the journal has them. Local: no network, no key. */
export interface DayRecords {
  openShift(): OpenShift | null;
  /** `shift_open`: one is open. */
  beginShift(counted: readonly Sum[] | null): Result<OpenShift, Failure>;
  /** The person at the counter takes the open shift over. `no_shift`: none is open. */
  handOver(counted: readonly Sum[] | null): Result<OpenShift, Failure>;
  /** What a Z would say if it were issued now. */
  x(): ZDocument;
  /** Issues the Z of all since the last one, and closes the shift if one is open: both or none. */
  close(counted: readonly Sum[] | null): Result<IssuedZ, Failure>;
  /** The newest first; `beforeSeq`: issued before that event. */
  zs(limit: number, beforeSeq?: number): readonly IssuedZ[];
  z(name: ZName): IssuedZ | null;
}

/** Keeps the last Z where an older copy of the journal does not bring its own along. */
export interface ZMemory {
  /** As it was kept; null where nothing was. */
  lastZ(): unknown;
  recordLastZ(lastZ: JsonObject): Result<void, Failure>;
}

export interface DayPorts {
  readonly journal: Pick<Journal, 'events' | 'transaction' | 'touched' | 'head' | 'hashAt'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  readonly memory: ZMemory;
}

export function openDayRecords(ports: DayPorts): DayRecords {
  return new JournalDayRecords(ports);
}

class JournalDayRecords implements DayRecords {
  readonly #ports: DayPorts;

  constructor(ports: DayPorts) {
    this.#ports = ports;
    this.#rememberLast();
  }

  openShift(): OpenShift | null {
    const last = this.#lastShiftEvent();
    if (last === null || last.kind === 'shift-closed') return null;
    const [opened = last] = this.#ports.journal.events({ subject: last.subject, kind: 'shift-opened', limit: 1 });
    return { shiftId: last.subject, openedAtMs: opened.atMs, by: last.body.by ?? null };
  }

  beginShift(counted: readonly Sum[] | null): Result<OpenShift, Failure> {
    return this.#changeShift('shift_open', (tx, open) => {
      if (open !== null) return false;
      const firstSeq = rangeAfter(this.#circumstances(null)).afterSeq + 1;
      append(tx, this.#ports.randomness.uuid(), 'shift-opened', { firstSeq, ...countedIn(counted) });
      return true;
    });
  }

  handOver(counted: readonly Sum[] | null): Result<OpenShift, Failure> {
    return this.#changeShift('no_shift', (tx, open) => {
      if (open !== null) append(tx, open.shiftId, 'shift-handed-over', countedIn(counted));
      return open !== null;
    });
  }

  x(): ZDocument {
    return this.#zNow(this.openShift()?.shiftId ?? null);
  }

  close(counted: readonly Sum[] | null): Result<IssuedZ, Failure> {
    const closed = this.#ports.journal.transaction((tx): StoredEvent => {
      const shiftId = this.openShift()?.shiftId ?? null;
      const z = this.#zNow(shiftId);
      const { firstSeq, lastSeq } = z;
      if (shiftId !== null) append(tx, shiftId, 'shift-closed', { firstSeq, lastSeq });
      return append(tx, subjectOfZ(z), zIssuedKind, { z, ...countedIn(counted) });
    });
    if (!closed.ok) return closed;
    const issued = issuedIn(closed.value);
    this.#remember(issued.z);
    return ok(issued);
  }

  zs(limit: number, beforeSeq?: number): readonly IssuedZ[] {
    const before = beforeSeq === undefined ? {} : { beforeSeq };
    return this.#ports.journal.events({ kind: zIssuedKind, newestFirst: true, limit, ...before }).map(issuedIn);
  }

  z(name: ZName): IssuedZ | null {
    const [event] = this.#ports.journal.events({ subject: subjectOfZ(name), limit: 1 });
    return event === undefined ? null : issuedIn(event);
  }

  #changeShift(
    otherwise: 'shift_open' | 'no_shift',
    change: (tx: JournalTransaction, open: OpenShift | null) => boolean,
  ): Result<OpenShift, Failure> {
    const changed = this.#ports.journal.transaction((tx) => change(tx, this.openShift()));
    if (!changed.ok) return changed;
    const open = this.openShift();
    return changed.value && open !== null ? ok(open) : err({ code: otherwise });
  }

  #circumstances(shiftId: string | null): ZCircumstances {
    const { journal, memory } = this.#ports;
    const [before] = this.zs(1);
    return {
      epoch: journal.events({ kind: copyStatusChangedKind }).length + 1,
      before: before?.z ?? null,
      beforeAtMs: before?.issuedAtMs ?? null,
      shiftId,
      remembered: rememberedIn(memory),
      hashAt: (seq) => journal.hashAt(seq),
      head: journal.head(),
    };
  }

  #zNow(shiftId: string | null): ZDocument {
    const circumstances = this.#circumstances(shiftId);
    const range = rangeAfter(circumstances);
    const sales = this.#ports.journal
      .touched(range.afterSeq)
      .map(saleIn)
      .toSorted((a, b) => a.intendedSeq - b.intendedSeq);
    return zOf(tallyOf(sales, range), circumstances, (seq) => this.#zWith(seq));
  }

  /** The Z that event `seq` is in. */
  #zWith(seq: number): ZName | null {
    const [event] = this.#ports.journal.events({ kind: zIssuedKind, afterSeq: seq, limit: 1 });
    if (event === undefined) return null;
    const { epoch, number } = issuedIn(event).z;
    return { epoch, number };
  }

  #lastShiftEvent(): Exclude<DayEvent, { readonly kind: 'z-issued' }> | null {
    const [last] = shiftEventKinds
      .flatMap((kind) => this.#ports.journal.events({ kind, newestFirst: true, limit: 1 }))
      .toSorted((a, b) => b.seq - a.seq);
    const event = last === undefined ? null : dayEventIn(last);
    return event?.kind === zIssuedKind ? null : event;
  }

  /** The process may have ended between issuing a Z and remembering it. */
  #rememberLast(): void {
    try {
      const [last] = this.zs(1);
      if (last !== undefined) this.#remember(last.z);
    } catch (error) {
      // Damage is said where somebody asks for the day.
      if (!(error instanceof JournalUnavailable)) throw error;
    }
  }

  /** What cannot be written now is written at the next opening. An older one never takes the place of a later one. */
  #remember(z: ZDocument): void {
    const { memory } = this.#ports;
    if (isLaterZ(z, rememberedIn(memory))) memory.recordLastZ(asJsonObject(rememberedOf(z)));
  }
}

function rememberedIn(memory: ZMemory): LastZ | null {
  return lastZSchema.safeParse(memory.lastZ()).data ?? null;
}

function append<K extends DayEventKind>(
  tx: JournalTransaction,
  subject: string,
  kind: K,
  body: DayEventBody<K>,
): StoredEvent {
  return tx.append({ subject, kind, body: asJsonObject(body) });
}

function countedIn(counted: readonly Sum[] | null): { readonly counted?: Sum[] } {
  return counted === null ? {} : { counted: [...counted] };
}

function issuedIn(stored: StoredEvent): IssuedZ {
  const event = dayEventIn(stored);
  if (event.kind !== zIssuedKind) throw new Error('another event was read as a Z');
  return {
    z: event.body.z,
    seq: event.seq,
    issuedAtMs: event.atMs,
    by: event.body.by ?? null,
    counted: event.body.counted ?? null,
  };
}

/** A row that does not fit its schema was damaged since it was written: `JournalUnavailable`. */
function dayEventIn(stored: StoredEvent): DayEvent {
  const event = readDayEvent(stored);
  if (event === null) throw new JournalUnavailable({ code: 'journal_corrupt', detail: `event_${stored.seq}` });
  return event;
}
