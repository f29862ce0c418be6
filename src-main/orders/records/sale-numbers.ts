import type { Failure } from '../../../src-shared/contract/codes.ts';
import {
  saleNumberLetters,
  saleNumberParts,
  saleNumberText,
  type SaleNumberParts,
} from '../../../src-shared/search/sale-number.ts';
import { sha256Base64url } from '../../core/hash.ts';
import type { Result } from '../../core/result.ts';
import { copyStatusChangedKind } from '../../journal/copy-status.ts';
import type { StoredEvent } from '../../journal/event.ts';
import type { Journal } from '../../journal/journal.ts';
import { orderIntendedKind, type NewOrderEvent } from '../machine/events.ts';

/** Keeps the last epoch of short numbers where an older copy of the journal does not bring its own along. */
export interface SaleNumberMemory {
  saleEpoch(): number;
  recordSaleEpoch(epoch: number): Result<void, Failure>;
}

/** The short numbers of this counter's sales (decision 0054). */
export interface SaleNumbers {
  /**
   * The number of the next sale. Call it in the transaction that writes its intents, once for all of them. Null where
   * it could not be made sure that nobody has the number yet: such a sale goes without.
   */
  next(): string | null;
}

export function openSaleNumbers(
  journal: Pick<Journal, 'events' | 'installationId'>,
  memory: SaleNumberMemory,
): SaleNumbers {
  return {
    next: () => {
      const last = lastNumbered(journal);
      if (last?.isOfTheseRecords === true) return saleNumberText({ ...last.parts, count: last.parts.count + 1 });
      const epoch = Math.max(last?.parts.epoch ?? 0, memory.saleEpoch(), journal.events(turned).length) + 1;
      const letter = last?.parts.letter ?? letterOf(journal.installationId);
      return memory.recordSaleEpoch(epoch).ok ? saleNumberText({ letter, epoch, count: 1 }) : null;
    },
  };
}

const turned = { kind: copyStatusChangedKind };

/** The number of the newest sale, and whether these records are still the ones that it was given in. */
function lastNumbered(
  journal: Pick<Journal, 'events'>,
): { readonly parts: SaleNumberParts; readonly isOfTheseRecords: boolean } | null {
  const last = newestSale(journal);
  const text = last?.body['saleNumber'];
  const parts = typeof text === 'string' ? saleNumberParts(text) : null;
  if (last === undefined || parts === null) return null;
  return { parts, isOfTheseRecords: journal.events({ ...turned, afterSeq: last.seq, limit: 1 }).length === 0 };
}

/** A new try of an older sale has the number of that one, and tells nothing of the newest. */
function newestSale(journal: Pick<Journal, 'events'>): StoredEvent | undefined {
  for (let limit = 1; ; limit *= 8) {
    const newest = journal.events({ kind: orderIntendedKind, newestFirst: true, limit });
    const sale = newest.find(({ body }) => body['replaces'] === null);
    if (sale !== undefined || newest.length < limit) return sale;
  }
}

/** Two counters of a shop rarely have the same. */
function letterOf(installationId: string): string {
  const [byte = 0] = Buffer.from(sha256Base64url(`sale-number ${installationId}`), 'base64url');
  return saleNumberLetters[byte % saleNumberLetters.length] ?? '';
}

/** The intent with the number of its sale. */
export function numbered(intended: NewOrderEvent, saleNumber: string | null): NewOrderEvent {
  return saleNumber === null ? intended : { ...intended, body: { ...intended.body, saleNumber } };
}
