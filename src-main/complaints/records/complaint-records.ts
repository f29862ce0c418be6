import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { ComplaintReason } from '../../../src-shared/contract/complaint-words.ts';
import { detailed } from '../../../src-shared/contract/details.ts';
import type { OperationId, SoldCardId } from '../../core/ids.ts';
import type { Clock, Randomness } from '../../core/ports.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { NewEvent } from '../../journal/event.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import { asJsonObject } from '../../journal/json.ts';
import { isFinal, stateOf as stateOfOrder, type Order } from '../../orders/machine/order.ts';
import type { OrderRecords } from '../../orders/records/order-records.ts';
import { isOpen, isPossible, type Complaint, type ComplaintAction, type MadeGood } from '../machine/complaint.ts';
import type { ComplaintEventBody, ComplaintEventKind } from '../machine/events.ts';
import { noteFault, noteOf, type KnownCodes } from '../machine/note.ts';
import { firstShown } from './first-shown.ts';
import { rememberComplaints } from './remembered.ts';

/** A complaint with the order that makes its card good. */
export interface KnownComplaint {
  readonly complaint: Complaint;
  readonly madeGood: MadeGood;
  /** The one that counts: that by which the card was bought, or else the latest. */
  readonly replacement: { readonly operationId: OperationId; readonly order: Order | null } | null;
}

export interface NewComplaint {
  readonly operationId: OperationId;
  readonly soldCardId: SoldCardId;
  readonly reason: ComplaintReason;
  readonly note?: string | undefined;
}

/** What a person was looking at, and adds. */
export interface Seen {
  readonly id: string;
  readonly revision: number;
  readonly note?: string | undefined;
}

/** A complaint may end with money that was given back for its order. */
export interface SeenWithMoney extends Seen {
  readonly moneyReturned?: string | undefined;
}

/** Gives the codes of an order for a comparison: they go nowhere. */
export type CodesOf = (order: Order) => KnownCodes;

/** The complaints of this counter as the journal has them. Local: no network. */
export interface ComplaintRecords {
  /** The newest first; of one order where it is named. */
  all(operationId?: string): readonly KnownComplaint[];
  /** Those that somebody has something to do about. */
  open(): readonly KnownComplaint[];
  find(id: string): KnownComplaint | null;
  /**
   * Errors: `operation_unknown`, `codes_unavailable`, `codes_not_shown`, `complaint_exists`, `card_replaced`, what is
   * wrong with the note.
   */
  begin(complaint: NewComplaint, codesOf: CodesOf): Result<KnownComplaint, Failure>;
  /**
   * Errors: `input_invalid` where no complaint has the id, `complaint_changed` where another step came between, where
   * it is not possible, what is wrong with the note, and where no such money was given back for its order.
   */
  change(
    action: Exclude<ComplaintAction, 'replace'>,
    seen: SeenWithMoney,
    codesOf: CodesOf,
  ): Result<KnownComplaint, Failure>;
  /** The complaint whose card may be made good now. Errors: those of `change`, `card_replaced`. */
  replaceable(seen: Seen, codesOf: CodesOf): Result<KnownComplaint, Failure>;
  /** Joins the transaction that writes the intent of the order by which the card is made good. */
  recordReplacement(tx: JournalTransaction, seen: Seen, operationId: OperationId): void;
}

export interface ComplaintPorts {
  readonly journal: Pick<Journal, 'append' | 'events' | 'hashAt' | 'copyStatus' | 'trouble'>;
  readonly records: Pick<OrderRecords, 'find' | 'events' | 'makingGood'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Whether this money was given back for the sale of an order. */
  readonly isMoneyBackOf?: (operationId: OperationId, id: string) => boolean;
}

export function openComplaintRecords(ports: ComplaintPorts): ComplaintRecords {
  return new JournalComplaintRecords(ports);
}

const kindOf = {
  send: 'complaint-sent',
  reject: 'complaint-rejected',
  close: 'complaint-closed',
} as const satisfies Readonly<Record<Exclude<ComplaintAction, 'replace'>, ComplaintEventKind>>;

class JournalComplaintRecords implements ComplaintRecords {
  readonly #ports: ComplaintPorts;
  readonly #read: () => ReadonlyMap<string, Complaint>;

  constructor(ports: ComplaintPorts) {
    this.#ports = ports;
    this.#read = rememberComplaints(ports.journal);
  }

  all(operationId?: string): readonly KnownComplaint[] {
    return this.#where((complaint) => operationId === undefined || complaint.operationId === operationId);
  }

  open(): readonly KnownComplaint[] {
    return this.#where(({ ended }) => ended === null).filter(({ complaint, madeGood }) => isOpen(complaint, madeGood));
  }

  find(id: string): KnownComplaint | null {
    const complaint = this.#read().get(id);
    return complaint === undefined ? null : this.#known(complaint);
  }

  begin({ operationId, soldCardId, reason, note }: NewComplaint, codesOf: CodesOf): Result<KnownComplaint, Failure> {
    const order = this.#ports.records.find(operationId);
    const refused = this.#refusal() ?? this.#openingFault(operationId, order, soldCardId);
    if (refused !== null || order === null) return err(refused ?? { code: 'operation_unknown', operationId });
    const kept = checkedNote(note, codesOf(order));
    if (!kept.ok) return kept;
    const id = this.#ports.randomness.uuid();
    return this.#append(id, 'complaint-opened', { operationId, soldCardId, reason, ...kept.value });
  }

  change(
    action: Exclude<ComplaintAction, 'replace'>,
    seen: SeenWithMoney,
    codesOf: CodesOf,
  ): Result<KnownComplaint, Failure> {
    const known = this.#seen(action, seen);
    if (!known.ok) return known;
    const { moneyReturned } = seen;
    const { operationId } = known.value.complaint;
    if (moneyReturned !== undefined && this.#ports.isMoneyBackOf?.(operationId, moneyReturned) !== true)
      return err({ code: 'input_invalid', field: 'moneyReturned' });
    const kept = this.#noteBeside(known.value, seen, codesOf);
    if (!kept.ok) return kept;
    return action === 'close' && moneyReturned !== undefined
      ? this.#append(seen.id, 'complaint-closed', { ...kept.value, moneyReturned })
      : this.#append(seen.id, kindOf[action], kept.value);
  }

  replaceable(seen: Seen, codesOf: CodesOf): Result<KnownComplaint, Failure> {
    const known = this.#seen('replace', seen);
    if (!known.ok) return known;
    const { operationId, soldCardId } = known.value.complaint;
    if (this.#isMadeGood(soldCardId, operationId)) return err({ code: 'card_replaced', operationId });
    const kept = this.#noteBeside(known.value, seen, codesOf);
    return kept.ok ? known : kept;
  }

  recordReplacement(tx: JournalTransaction, { id, note }: Seen, operationId: OperationId): void {
    const kept = noteOf(note);
    const body = { operationId, ...(kept === null ? {} : { note: kept }) };
    tx.append(rowOf(id, 'complaint-replacement-begun', body));
  }

  #openingFault(operationId: OperationId, order: Order | null, soldCardId: SoldCardId): Failure | null {
    if (order === null) return { code: 'operation_unknown', operationId };
    if (!order.sealedCodes.has(soldCardId))
      return { ...detailed('codes_unavailable', 'card_not_in_order'), operationId };
    if (firstShown(this.#ports, operationId, order, soldCardId) === null)
      return { code: 'codes_not_shown', operationId };
    const isTaken = this.#about(soldCardId).some(({ complaint, madeGood }) => isOpen(complaint, madeGood));
    if (isTaken) return { code: 'complaint_exists', operationId };
    return this.#isMadeGood(soldCardId, operationId) ? { code: 'card_replaced', operationId } : null;
  }

  /** The complaint, where it still is what the person saw and the step is possible. */
  #seen(action: ComplaintAction, { id, revision }: Seen): Result<KnownComplaint, Failure> {
    const refused = this.#refusal();
    if (refused !== null) return err(refused);
    const known = this.find(id);
    if (known === null) return err({ code: 'input_invalid', field: 'complaint' });
    const { complaint, madeGood } = known;
    const { operationId } = complaint;
    if (complaint.revision !== revision) return err({ code: 'complaint_changed', operationId });
    if (madeGood === 'pending' && !isPossible(action, complaint, madeGood))
      return err({ code: 'replacement_pending', operationId });
    return isPossible(action, complaint, madeGood) ? ok(known) : err({ code: 'complaint_changed', operationId });
  }

  /** No code of the card, and none of those that were to make it good. */
  #noteBeside({ complaint }: KnownComplaint, { note }: Seen, codesOf: CodesOf): Result<{ note?: string }, Failure> {
    const known = [complaint.operationId, ...complaint.replacements].map((id) => {
      const order = this.#ports.records.find(id);
      return order === null ? { codes: [], isWhole: false } : codesOf(order);
    });
    return checkedNote(note, {
      codes: known.flatMap(({ codes }) => codes),
      isWhole: known.every(({ isWhole }) => isWhole),
    });
  }

  #append<K extends ComplaintEventKind>(
    subject: string,
    kind: K,
    body: ComplaintEventBody<K>,
  ): Result<KnownComplaint, Failure> {
    const recorded = this.#ports.journal.append(rowOf(subject, kind, body));
    if (!recorded.ok) return recorded;
    const known = this.find(subject);
    if (known === null) throw new Error('a complaint event without its opening');
    return ok(known);
  }

  /** Another copy of these records may have gone on with it. */
  #refusal(): Failure | null {
    const { journal } = this.#ports;
    return journal.copyStatus() === 'own' ? journal.trouble() : { code: 'records_not_reconciled' };
  }

  /** By the orders themselves: a complaint may be damaged. */
  #isMadeGood(soldCardId: SoldCardId, operationId: OperationId): boolean {
    const { records, clock } = this.#ports;
    const isByComplaint = this.#about(soldCardId).some(({ madeGood }) => madeGood !== 'none');
    const sold = records.find(operationId);
    if (isByComplaint || sold === null) return isByComplaint;
    return records.makingGood(sold.intent).some((id) => {
      const order = records.find(id);
      return order?.intent.makesGoodFor?.soldCardId === soldCardId && madeGoodBy(order, clock.nowMs()) !== 'none';
    });
  }

  #about(soldCardId: SoldCardId): readonly KnownComplaint[] {
    return this.#where((complaint) => complaint.soldCardId === soldCardId);
  }

  /** The newest first. What is left out costs no look at orders. */
  #where(counts: (complaint: Complaint) => boolean): readonly KnownComplaint[] {
    return [...this.#read().values()]
      .filter(counts)
      .map((complaint) => this.#known(complaint))
      .toReversed();
  }

  #known(complaint: Complaint): KnownComplaint {
    const { records, clock } = this.#ports;
    const found = complaint.replacements.map((operationId) => {
      const order = records.find(operationId);
      return { operationId, order, madeGood: madeGoodBy(order, clock.nowMs()) };
    });
    const counts =
      found.find(({ madeGood }) => madeGood === 'bought') ??
      found.find(({ madeGood }) => madeGood === 'pending') ??
      found.at(-1);
    return { complaint, madeGood: counts?.madeGood ?? 'none', replacement: counts ?? null };
  }
}

/** The one way to make an event. */
function rowOf<K extends ComplaintEventKind>(subject: string, kind: K, body: ComplaintEventBody<K>): NewEvent {
  return { subject, kind, body: asJsonObject(body) };
}

/** An order that damage took out of these records counts as bought: nobody can tell that it was not. */
function madeGoodBy(order: Order | null, nowMs: number): MadeGood {
  if (order === null) return 'bought';
  const state = stateOfOrder(order, nowMs);
  if (!isFinal(state)) return 'pending';
  return state === 'completed' ? 'bought' : 'none';
}

function checkedNote(typed: string | undefined, codes: KnownCodes): Result<{ note?: string }, Failure> {
  const note = noteOf(typed);
  const fault = noteFault(note, codes);
  if (fault !== null) return err(fault);
  return ok(note === null ? {} : { note });
}
