import { sha256Base64url } from '../../core/hash.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import { inOwnTurn } from '../../core/own-turns.ts';
import type { Clock, Randomness } from '../../core/ports.ts';
import { wholeNumberIn } from '../../core/whole-number.ts';
import { serialKeptKind, type NewEvent, type SealedReference } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import { ordersWithCodes, type OrderCodes } from '../../orders/codes/order-codes.ts';
import type { Vault } from '../../vault/vault.ts';
import { serialText } from '../machine/serial-text.ts';
import { unsealCodes } from './credentials.ts';

/** How sales of this counter are found by serial numbers, which no event holds. */
export interface Serials {
  /** Keeps the digests of what came since it was last called; what cannot be written is written at the next call. */
  keep(): void;
  /**
   * The same for an operation that changed, once its news went out: whoever waits for codes need not wait for that too.
   * It is done at once where they go on, since a code that was handed over gets no digest any more. Of orders from
   * before the opening those of a second share a write: the rest wait for the next one, or for whoever needs them.
   */
  keepSoon(operationId: OperationId): void;
  /**
   * Keeps what `keepSoon` has not kept yet, and notes up to where that was: the next opening, which a person waits for,
   * looks at none of it again.
   */
  keepLast(): void;
  /** The sales with a card of this serial number, as a person types it. */
  find(typed: string): readonly OperationId[];
}

export interface SerialPorts {
  readonly journal: Journal;
  readonly vault: Vault;
  readonly records: OrderCodes;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

export function openSerials(ports: SerialPorts): Serials {
  const { journal, clock } = ports;
  const due = new Set<OperationId>();
  const openedAtMs = clock.nowMs();
  let lookedSeq = 0;
  let hasFailed = false;
  let isGathering = false;
  let gatheredUntilMs = Number.NEGATIVE_INFINITY;
  /** Those of so many answers, or of all; gives whether there are more. */
  const keepSome = (answers?: number, notes: Notes = 'now and then'): boolean => {
    hasFailed = true;
    let isMore = false;
    // Damage is said where somebody asks for the records.
    unlessUnavailable(() => {
      const kept = keepAfter(ports, lookedSeq, answers, notes);
      if (kept === null) return;
      hasFailed = false;
      ({ isMore } = kept);
      lookedSeq = kept.seq;
      if (!isMore) due.clear();
    });
    return isMore;
  };
  const keep = (): void => void keepSome();
  const isDue = (): boolean => hasFailed || due.size > 0;
  const keepDue = (): void => {
    if (isDue()) keep();
  };
  const keepInTurns = (): void => {
    isGathering = false;
    const before = lookedSeq;
    // The records may have been closed meanwhile, and then keep them when they are opened.
    const isMore = journal.isOpen() && isDue() && keepSome(answersInTurn);
    if (lookedSeq > before) gatheredUntilMs = clock.monotonicMs() + gatheringMs;
    isGathering = isMore;
    if (isMore) inOwnTurn(keepInTurns);
  };
  return {
    keep,
    keepLast: () => void keepSome(undefined, 'always'),
    keepSoon: (operationId) => {
      if (hasFailed || due.has(operationId)) {
        keep();
        return;
      }
      const intendedAtMs = withCodesSinceMs(ports, operationId);
      if (intendedAtMs === null) return;
      due.add(operationId);
      const mayWait = intendedAtMs < openedAtMs;
      if (isGathering || (mayWait && clock.monotonicMs() < gatheredUntilMs)) return;
      isGathering = true;
      inOwnTurn(keepInTurns);
    },
    find: (typed) => {
      keepDue();
      const text = serialText(typed);
      const { vault } = ports;
      if (text === null) return [];
      const found = journal
        .sealedIds(keyPrefix)
        .flatMap((id) => keyOf(ports, id) ?? [])
        .flatMap(({ key }) => journal.subjectsOfSerial(digestOf(vault, key, text)));
      return [...new Set(found)].map((subject) => knownId<OperationId>(subject));
    },
  };
}

/**
 * When an order with codes here was begun. Null also where it cannot be read now: `find` and the next sale keep what is
 * missing.
 */
function withCodesSinceMs({ records }: SerialPorts, operationId: OperationId): number | null {
  let intendedAtMs: number | null = null;
  unlessUnavailable(() => {
    const order = records.find(operationId);
    intendedAtMs = order !== null && order.sealedCodes.size > 0 ? order.intendedAtMs : null;
  });
  return intendedAtMs;
}

function unlessUnavailable(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof JournalUnavailable)) throw error;
  }
}

/** Of sealed keys, one for each day on which codes came. */
const keyPrefix = 'serials:';
const keyBytes = 32;
/** Up to which event all serial numbers are kept. */
const keptSeqKey = 'serials-kept-seq';
/** So many at most are looked through again at the next opening, where this process is killed. */
const eventsLookedAgain = 1_000;

/** Whether the number is written where there is nothing else to write, too: each answer would cost a write more. */
type Notes = 'always' | 'now and then';
const deliveringKinds = ['answer-judged', 'codes-revealed'] as const;

/** Without a timer: whoever looks for a serial number, hands codes over or closes the records keeps what is due. */
const gatheringMs = 1_000;

/** To open so many takes a part of a frame. */
const answersInTurn = 6;

interface KeptUpTo {
  readonly seq: number;
  readonly isMore: boolean;
}

/**
 * Keeps what came after event `lookedSeq` of this run, of so many answers or of all; gives up to which event that is
 * done, null where it failed.
 */
function keepAfter(ports: SerialPorts, lookedSeq: number, answers: number | undefined, notes: Notes): KeptUpTo | null {
  const { journal, records } = ports;
  if (journal.copyStatus() !== 'own' || journal.trouble() !== null) return { seq: lookedSeq, isMore: false };
  const head = journal.head();
  const noted = wholeNumberIn(journal.meta(keptSeqKey));
  // A number that was damaged may name an event that is still to come.
  const kept = noted === null || noted > head.seq ? null : noted;
  // Records from before: what was handed over by then has no digest. One made now would keep its code for longer.
  const { subjects, upToSeq } =
    kept === null
      ? { subjects: [...ordersWithCodes(records)].map(([id]) => id), upToSeq: null }
      : deliveredSince(journal, Math.max(kept, lookedSeq), answers);
  const texts = subjects.flatMap((subject) => textsToKeep(ports, subject));
  const seq = upToSeq ?? head.seq;
  const done = { seq, isMore: upToSeq !== null };
  const isNoteDue = kept === null || seq - kept >= (notes === 'always' ? 1 : eventsLookedAgain);
  if (texts.length === 0 && !isNoteDue) return done;
  const written = journal.transaction((tx) => {
    eventsFor(ports, tx, texts).forEach((event) => tx.append(event));
    tx.setMeta(keptSeqKey, String(seq));
  });
  return written.ok ? done : null;
}

/** Whom answers since an event brought codes; up to which event that is, where there are more than were asked for. */
function deliveredSince(
  journal: Journal,
  afterSeq: number,
  answers?: number,
): { readonly subjects: readonly string[]; readonly upToSeq: number | null } {
  const found = deliveringKinds.map((kind) =>
    journal.events({ kind, afterSeq, ...(answers === undefined ? {} : { limit: answers }) }),
  );
  // Of a kind that gave as many as were asked for, what comes next is not known.
  const ends = found.flatMap((rows) => (rows.length === answers ? (rows.at(-1)?.seq ?? []) : []));
  const upToSeq = ends.length === 0 ? null : Math.min(...ends);
  const rows = found.flat().filter(({ seq }) => upToSeq === null || seq <= upToSeq);
  return { subjects: [...new Set(rows.map(({ subject }) => subject))], upToSeq };
}

interface KeptText {
  readonly subject: string;
  readonly soldCardId: string;
  readonly text: string;
}

/** The serial numbers of a sale that have no digest yet; none of what cannot be unsealed. */
function textsToKeep({ journal, vault, records }: SerialPorts, subject: string): readonly KeptText[] {
  const order = records.find(subject);
  if (order === null || order.handedOver || order.keptBack) return [];
  const known = new Set(journal.events({ subject, kind: serialKeptKind }).map(({ body }) => body['soldCardId']));
  const missing = new Map([...order.sealedCodes].filter(([soldCardId]) => !known.has(soldCardId)));
  const codes = missing.size === 0 ? null : unsealCodes(journal, vault, missing);
  if (codes?.ok !== true) return [];
  return codes.value.flatMap(({ soldCardId, serialNumber }) => {
    const text = serialNumber === null ? null : serialText(serialNumber);
    return text === null ? [] : [{ subject, soldCardId, text }];
  });
}

function eventsFor(ports: SerialPorts, tx: JournalTransaction, texts: readonly KeptText[]): readonly NewEvent[] {
  if (texts.length === 0) return [];
  const { key, sealed } = keyOfToday(ports, tx);
  return texts.map(({ subject, soldCardId, text }) => ({
    subject,
    kind: serialKeptKind,
    body: { sealed, soldCardId, serial: digestOf(ports.vault, key, text) },
  }));
}

interface DayKey {
  readonly key: Uint8Array;
  readonly sealed: SealedReference;
}

function keyOfToday(ports: SerialPorts, tx: JournalTransaction): DayKey {
  const { journal, vault, clock, randomness } = ports;
  const prefix = `${keyPrefix}${new Date(clock.nowMs()).toISOString().slice(0, 10)}:`;
  for (const id of journal.sealedIds(prefix)) {
    const found = keyOf(ports, id);
    if (found !== null) return found;
  }
  const id = `${prefix}${randomness.uuid()}`;
  const key = randomness.bytes(keyBytes);
  return { key, sealed: tx.fileSealed(id, vault.seal(id, key)) };
}

/** Null where it was destroyed, or cannot be unsealed. */
function keyOf({ journal, vault }: SerialPorts, id: string): DayKey | null {
  const record = journal.sealed(id);
  if (record === null || record === 'purged') return null;
  const key = vault.unseal(id, record);
  return key.ok ? { key: key.value, sealed: { id, sha256: sha256Base64url(record.ciphertext) } } : null;
}

/** Under the key of the day and the data key: without either there is nothing to try serial numbers against. */
function digestOf(vault: Vault, key: Uint8Array, text: string): string {
  return vault.digest(`serial-number ${Buffer.from(key).toString('base64url')}`, text);
}
