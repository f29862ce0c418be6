import type { CardCodes } from '../../core/card-codes.ts';
import { sha256Base64url } from '../../core/hash.ts';
import { knownId, type OperationId } from '../../core/ids.ts';
import type { Clock, Randomness } from '../../core/ports.ts';
import type { NewEvent, SealedReference } from '../../journal/event.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import type { Journal, JournalTransaction } from '../../journal/journal.ts';
import { ordersWithCodes, type OrderCodes } from '../../orders/codes/order-codes.ts';
import type { Vault } from '../../vault/vault.ts';
import { serialText } from '../machine/serial-text.ts';
import { unsealCodes } from './credentials.ts';

/**
 * The events by which a sale is found by the serial number of a card (decision 0054). Each names a key of its day,
 * which is destroyed like the key of a code, and holds a digest under it. It never leaves this machine.
 */
export const serialKeptKind = 'serial-kept';

/** How sales of this counter are found by serial numbers, which no event holds. */
export interface Serials {
  /** Keeps the digests of what came since it was last called; what cannot be written is written at the next call. */
  keep(): void;
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
  return {
    keep: () => {
      try {
        keepNew(ports);
      } catch (error) {
        // Damage is said where somebody asks for the records.
        if (!(error instanceof JournalUnavailable)) throw error;
      }
    },
    find: (typed) => {
      const text = serialText(typed);
      const { journal, vault } = ports;
      if (text === null) return [];
      const found = journal
        .sealedIds(keyPrefix)
        .flatMap((id) => keyOf(ports, id) ?? [])
        .flatMap(({ key }) => journal.subjectsOfSerial(digestOf(vault, key, text)));
      return [...new Set(found)].map((subject) => knownId<OperationId>(subject));
    },
  };
}

/** Of sealed keys, one for each day on which codes came. */
const keyPrefix = 'serials:';
const keyBytes = 32;
/** Up to which event all serial numbers are kept. */
const keptSeqKey = 'serials-kept-seq';
const deliveringKinds = ['answer-judged', 'codes-revealed'] as const;

function keepNew(ports: SerialPorts): void {
  const { journal, records } = ports;
  if (journal.copyStatus() !== 'own' || journal.trouble() !== null) return;
  const kept = journal.meta(keptSeqKey);
  const { seq } = journal.head();
  if (Number(kept) === seq) return;
  // Records from before: what was handed over by then has no digest. One made now would keep its code for longer.
  const subjects =
    kept === null ? [...ordersWithCodes(records)].map(([id]) => id) : subjectsSince(journal, Number(kept));
  const written = subjects.map((subject) => keepOf(ports, subject));
  if (subjects.length > 0 || kept === null) {
    if (written.every(Boolean)) journal.transaction((tx) => tx.setMeta(keptSeqKey, String(seq)));
  }
}

function subjectsSince(journal: Journal, afterSeq: number): readonly string[] {
  const rows = deliveringKinds.flatMap((kind) => journal.events({ kind, afterSeq }));
  return [...new Set(rows.map(({ subject }) => subject))];
}

/** Whether all that can be kept of a sale is kept; what cannot be unsealed has no digest. */
function keepOf(ports: SerialPorts, subject: string): boolean {
  const { journal, vault, records } = ports;
  const order = records.find(subject);
  if (order === null || order.handedOver) return true;
  const known = new Set(journal.events({ subject, kind: serialKeptKind }).map(({ body }) => body['soldCardId']));
  const missing = new Map([...order.sealedCodes].filter(([soldCardId]) => !known.has(soldCardId)));
  const codes = missing.size === 0 ? null : unsealCodes(journal, vault, missing);
  if (codes?.ok !== true) return true;
  return journal.transaction((tx) => eventsFor(ports, tx, subject, codes.value).forEach((event) => tx.append(event)))
    .ok;
}

function eventsFor(
  ports: SerialPorts,
  tx: JournalTransaction,
  subject: string,
  codes: readonly CardCodes[],
): readonly NewEvent[] {
  const texts = codes.flatMap(({ soldCardId, serialNumber }): (readonly [string, string])[] => {
    const text = serialNumber === null ? null : serialText(serialNumber);
    return text === null ? [] : [[soldCardId, text]];
  });
  if (texts.length === 0) return [];
  const { key, sealed } = keyOfToday(ports, tx);
  return texts.map(([soldCardId, text]) => ({
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
