import type { Failure } from '../../src-shared/contract/codes.ts';
import { isUuid, type OperationId, type SoldCardId } from '../core/ids.ts';
import type { Result } from '../core/result.ts';
import type { SealedReference } from '../journal/event.ts';
import { recordCodes, type Order } from '../orders/codes/order-codes.ts';
import type { RevealContext } from './context.ts';

/** Writes the steps of a reveal where their subject's events belong. */
export interface RevealLedger {
  started(body: {
    readonly attempt: string;
    readonly call: string;
    readonly nonce: string | null;
    readonly profileHash: string;
  }): Result<unknown, Failure>;
  failed(body: { readonly attempt: string; readonly reason: string }): Result<unknown, Failure>;
  revealed(body: {
    readonly sealed: SealedReference;
    readonly requestId: string | null;
    readonly soldCardIds: SoldCardId[];
  }): Result<unknown, Failure>;
}

/** Whose codes a reveal is for. */
export interface RevealSubject {
  /** The operation in the journal that the codes belong to, or the card or invoice itself. */
  readonly subject: string;
  /** Of the cards that came, those that were asked for; none where these are others. */
  readonly wanted: (soldCardIds: readonly SoldCardId[]) => readonly SoldCardId[];
  readonly ledger: RevealLedger;
}

/**
 * A reveal must bring the order's own cards: those that the service lists under the operation, where that is known;
 * else no more than were bought with those already here, unless the service says itself that it sold another number.
 * One card without usable codes must not keep the others from being filed.
 */
export function orderSubject(
  { records }: Pick<RevealContext, 'records'>,
  operationId: OperationId,
  facts: Order,
  listed?: ReadonlySet<SoldCardId>,
  closed: readonly string[] = [],
): RevealSubject {
  const isOthers = (ids: readonly SoldCardId[]): boolean =>
    facts.completed?.differs.includes('quantity') !== true &&
    new Set([...facts.sealedCodes.keys(), ...ids]).size > facts.intent.quantity;
  return {
    subject: operationId,
    wanted: (came) => {
      const ids = listed === undefined ? came : came.filter((id) => listed.has(id));
      return isOthers(ids) ? [] : ids;
    },
    ledger: {
      started: (body) =>
        recordCodes(
          records,
          operationId,
          'reveal-started',
          closed.length === 0 ? body : { ...body, insteadOf: [...closed] },
        ),
      failed: (body) => recordCodes(records, operationId, 'reveal-failed', body),
      revealed: (body) => recordCodes(records, operationId, 'codes-revealed', body),
    },
  };
}

export const cardPrefix = 'card:';
export const invoicePrefix = 'invoice:';

/** A card or an invoice that is asked for by itself. An invoice does not say beforehand what is on it. */
export function ownedSubject({ journal }: Pick<RevealContext, 'journal'>, subject: string): RevealSubject {
  const card = subject.startsWith(cardPrefix) ? subject.slice(cardPrefix.length) : null;
  return {
    subject,
    wanted: (ids) => (card === null || (ids.length === 1 && ids[0] === card) ? ids : []),
    ledger: {
      started: (body) => journal.append({ subject, kind: 'reveal-started', body }),
      failed: (body) => journal.append({ subject, kind: 'reveal-failed', body }),
      revealed: (body) => journal.append({ subject, kind: 'codes-revealed', body }),
    },
  };
}

/**
 * Whose codes lie in the answers that events of `subject` name; null where an order already has all of its codes, or
 * cannot have any.
 */
export function subjectOf(context: Pick<RevealContext, 'journal' | 'records'>, subject: string): RevealSubject | null {
  if (!isUuid<OperationId>(subject)) return ownedSubject(context, subject);
  const facts = context.records.find(subject);
  const lacksCodes = facts !== null && facts.completed !== null && facts.sealedCodes.size < facts.intent.quantity;
  return lacksCodes ? orderSubject(context, subject, facts) : null;
}
