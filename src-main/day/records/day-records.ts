import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { StaffId } from '../../core/ids.ts';
import type { Randomness } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { copyStatusChangedKind } from '../../journal/copy-status.ts';
import type { StoredEvent } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import { asJsonObject, type JsonObject } from '../../journal/json.ts';
import type { Chain } from '../machine/branches.ts';
import {
  checkedDayEvent,
  readDayEvent,
  shiftEventKinds,
  subjectOfZ,
  zIssuedKind,
  type DayEvent,
  type DayEventBody,
  type DayEventKind,
  rememberedZSchema,
  type CategoryOfCard,
  type OpenComplaint,
  type RememberedZ,
  type Sum,
  type ZDocument,
  type ZName,
  type ZPayments,
} from '../machine/events.ts';
import type { Sale } from '../machine/sale.ts';
import type { Range } from '../machine/tally.ts';
import { isLaterZ, rangeAfter, rememberedAfter, zOf, type ZCircumstances } from '../machine/z.ts';
import { saleIn } from './sale-row.ts';

/** A shift that was opened and is not closed yet. */
export interface OpenShift {
  readonly shiftId: string;
  /** Its first event. */
  readonly firstSeq: number;
  readonly openedAtMs: number;
  /** Who opened it or took it over last; null where the shop uses no PINs. */
  readonly by: StaffId | null;
  /** What was counted when it was taken over last; null where it was not, or nobody counted then. */
  readonly takenOver: CashCount | null;
}

/** Money that somebody counted in the till. */
export interface CashCount {
  readonly atMs: number;
  readonly what: 'opened' | 'handedOver';
  readonly by: StaffId | null;
  readonly counted: readonly Sum[];
  /** What the till should have held when the shift was taken over; null where nobody can know. */
  readonly expected: readonly Sum[] | null;
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

/**
 * The shifts and the day ends of this counter, as the journal has them. Local: no network, no key. Nothing is changed
 * on records that were restored or copied and not reconciled (`records_not_reconciled`), nor on damaged ones.
 */
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
  /** The Z that begins with this event; null where none was issued. */
  zFrom(firstSeq: number): IssuedZ | null;
  /** What was counted when a shift was opened or taken over, by the events of an X or a Z. */
  cashCounts(of: Pick<ZDocument, 'firstSeq' | 'lastSeq'>): readonly CashCount[];
}

/** Keeps the last Z where an older copy of the journal does not bring its own along. */
export interface ZMemory {
  /** As it was kept; null where nothing was. */
  lastZ(): unknown;
  recordLastZ(lastZ: JsonObject): Result<void, Failure>;
}

export interface DayPorts {
  readonly journal: Pick<Journal, 'events' | 'transaction' | 'touched' | 'head' | 'hashAt' | 'copyStatus' | 'trouble'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  readonly memory: ZMemory;
  /** Complaints that somebody has something to do about. */
  readonly openComplaints?: () => readonly OpenComplaint[];
  /** What a Z says of the customer's money. */
  readonly payments?: (asked: PaymentsAsked) => ZPayments | null;
  /** By the card list of now. */
  readonly categoryOf?: (walletId: string, cardId: string) => CategoryOfCard['category'];
}

export interface PaymentsAsked {
  /** The orders of which an event of the range says something. */
  readonly sales: readonly Sale[];
  readonly range: Range;
  readonly isElsewhere: (sale: Sale) => boolean;
  /** Cash that was counted when the shift was opened; null where nobody counted. */
  readonly opening: { readonly seq: number; readonly counted: readonly Sum[] } | null;
  /** Orders for which the Z before had money to give back. */
  readonly owedBefore: readonly string[];
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
    const [takenOver = null] = last.kind === 'shift-handed-over' ? cashCountIn(last) : [];
    return {
      shiftId: last.subject,
      firstSeq: opened.seq,
      openedAtMs: opened.atMs,
      by: last.body.by ?? null,
      takenOver,
    };
  }

  beginShift(counted: readonly Sum[] | null): Result<OpenShift, Failure> {
    return this.#changeShift('shift_open', (tx, open) => {
      if (open !== null) return false;
      const firstSeq = this.#ports.journal.head().seq + 1;
      append(tx, this.#ports.randomness.uuid(), 'shift-opened', { firstSeq, ...countedIn(counted) });
      return true;
    });
  }

  handOver(counted: readonly Sum[] | null): Result<OpenShift, Failure> {
    const refused = this.#refusal();
    if (refused !== null) return err(refused);
    // Read before the transaction, as for a Z.
    const x = counted === null || this.openShift() === null ? null : this.x();
    const expected = x?.payments?.expectedCash;
    return this.#changeShift('no_shift', (tx, open) => {
      if (open === null) return false;
      if (x !== null && this.#ports.journal.head().seq !== x.lastSeq)
        throw new Error('the journal grew while a shift was handed over');
      const compared = expected === undefined ? {} : { expected };
      append(tx, open.shiftId, 'shift-handed-over', { ...countedIn(counted), ...compared });
      return true;
    });
  }

  x(): ZDocument {
    return this.#zNow(this.openShift());
  }

  close(counted: readonly Sum[] | null): Result<IssuedZ, Failure> {
    const refused = this.#refusal();
    if (refused !== null) return err(refused);
    const shift = this.openShift();
    // Read before the transaction, in which a row that cannot be read would count as damage of the file.
    const z = this.#zNow(shift);
    const closed = this.#ports.journal.transaction((tx): StoredEvent => {
      if (this.#ports.journal.head().seq !== z.lastSeq) throw new Error('the journal grew while a day was closed');
      if (shift !== null) {
        const { firstSeq } = shift;
        append(tx, shift.shiftId, 'shift-closed', { firstSeq, lastSeq: z.lastSeq });
      }
      return append(tx, subjectOfZ(z), zIssuedKind, { z, ...countedIn(counted) });
    });
    if (!closed.ok) return closed;
    const issued = issuedIn(closed.value);
    this.#remember(issued);
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

  zFrom(firstSeq: number): IssuedZ | null {
    // The Z before it may have been issued by one of its first events.
    const zs = this.#ports.journal.events({ kind: zIssuedKind, afterSeq: firstSeq - 1, limit: 2 }).map(issuedIn);
    return zs.find(({ z }) => z.firstSeq === firstSeq) ?? null;
  }

  cashCounts({ firstSeq, lastSeq }: Pick<ZDocument, 'firstSeq' | 'lastSeq'>): readonly CashCount[] {
    const within = { afterSeq: firstSeq - 1, beforeSeq: lastSeq + 1 };
    return shiftEventKinds
      .flatMap((kind) => this.#ports.journal.events({ kind, ...within }))
      .toSorted((a, b) => a.seq - b.seq)
      .flatMap((stored) => cashCountIn(dayEventIn(stored)));
  }

  #changeShift(
    otherwise: 'shift_open' | 'no_shift',
    change: (tx: JournalTransaction, open: OpenShift | null) => boolean,
  ): Result<OpenShift, Failure> {
    const refused = this.#refusal();
    if (refused !== null) return err(refused);
    const before = this.openShift();
    const changed = this.#ports.journal.transaction((tx) => change(tx, before));
    if (!changed.ok) return changed;
    const open = this.openShift();
    return changed.value && open !== null ? ok(open) : err({ code: otherwise });
  }

  #refusal(): Failure | null {
    const { journal } = this.#ports;
    return journal.copyStatus() === 'own' ? journal.trouble() : { code: 'records_not_reconciled' };
  }

  #zNow(shift: OpenShift | null): ZDocument {
    const { journal, memory } = this.#ports;
    const [before] = this.zs(1);
    const chain = this.#chain();
    const { payments, categoryOf } = this.#ports;
    const base: ZCircumstances = {
      before: before?.z ?? null,
      beforeAtMs: before?.issuedAtMs ?? null,
      turnedSince: chain.path.filter(({ seq }) => seq > (before?.seq ?? 0)).length,
      shiftId: shift?.shiftId ?? null,
      remembered: rememberedIn(memory),
      chain,
      zWith: (seq) => this.#zWith(seq),
      complaints: this.#ports.openComplaints?.() ?? [],
      ...(categoryOf === undefined ? {} : { categoryOf }),
    };
    const sales = journal
      .touched(rangeAfter(base).afterSeq)
      .map(saleIn)
      .toSorted((a, b) => a.intendedSeq - b.intendedSeq);
    const opening = this.#countedAtOpening(rangeAfter(base));
    const owedBefore = before?.z.payments?.owed.map(({ order }) => order.operationId) ?? [];
    return zOf(sales, {
      ...base,
      ...(payments === undefined
        ? {}
        : { payments: (range, isElsewhere) => payments({ sales, range, isElsewhere, opening, owedBefore }) }),
    });
  }

  /** Of the shift that is open now. */
  #countedAtOpening({ afterSeq, lastSeq }: Range): PaymentsAsked['opening'] {
    const shift = this.openShift();
    if (shift === null || shift.firstSeq <= afterSeq || shift.firstSeq > lastSeq) return null;
    const [opened] = this.#ports.journal.events({ subject: shift.shiftId, kind: 'shift-opened', limit: 1 });
    const event = opened === undefined ? null : dayEventIn(opened);
    if (event?.kind !== 'shift-opened') return null;
    const { counted = [] } = event.body;
    return counted.length === 0 ? null : { seq: event.seq, counted };
  }

  #chain(): Chain {
    const { journal } = this.#ports;
    const turned = journal.events({ kind: copyStatusChangedKind });
    return {
      salvagedAt: turned.filter(isSalvage).map(({ seq }) => seq),
      path: turned.map(({ seq, hash, body }) => {
        const boundarySeq = body['boundarySeq'];
        return { seq, hash, boundarySeq: typeof boundarySeq === 'number' ? boundarySeq : seq - 1 };
      }),
      head: journal.head(),
      hashAt: (seq) => journal.hashAt(seq),
    };
  }

  #zWith(seq: number): ZName | null {
    const [event] = this.#ports.journal.events({ kind: zIssuedKind, afterSeq: seq, limit: 1 });
    if (event === undefined) return null;
    const { epoch, number, firstSeq } = issuedIn(event).z;
    return firstSeq <= seq ? { epoch, number } : null;
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
      if (last !== undefined) this.#remember(last);
    } catch (error) {
      // Damage is said where somebody asks for the day.
      if (!(error instanceof JournalUnavailable)) throw error;
    }
  }

  /** What cannot be written now is written at the next opening. An older one never takes the place of a later one. */
  #remember({ z, seq }: IssuedZ): void {
    const { memory } = this.#ports;
    const before = rememberedIn(memory);
    if (!isLaterZ(z, before)) return;
    // As it was then: the records may have been restored since.
    const path = this.#chain().path.filter((point) => point.seq < seq);
    memory.recordLastZ(asJsonObject(rememberedAfter(z, path, before)));
  }
}

function isSalvage({ body: { evidence } }: StoredEvent): boolean {
  return Array.isArray(evidence) && evidence.includes('salvage_command');
}

function rememberedIn(memory: ZMemory): RememberedZ | null {
  return rememberedZSchema.safeParse(memory.lastZ()).data ?? null;
}

function append<K extends DayEventKind>(
  tx: JournalTransaction,
  subject: string,
  kind: K,
  body: DayEventBody<K>,
): StoredEvent {
  checkedDayEvent({ subject, kind, body });
  return tx.append({ subject, kind, body: asJsonObject(body) });
}

function countedIn(counted: readonly Sum[] | null): { readonly counted?: Sum[] } {
  return counted === null ? {} : { counted: [...counted] };
}

/** Nothing where nobody counted. */
function cashCountIn(event: DayEvent): readonly CashCount[] {
  if (event.kind !== 'shift-opened' && event.kind !== 'shift-handed-over') return [];
  const { counted, by = null } = event.body;
  if (counted === undefined || counted.length === 0) return [];
  const said =
    event.kind === 'shift-opened'
      ? ({ what: 'opened', expected: null } as const)
      : ({ what: 'handedOver', expected: event.body.expected ?? null } as const);
  return [{ atMs: event.atMs, by, counted, ...said }];
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
