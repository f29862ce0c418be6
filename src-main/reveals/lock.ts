import type { Failure } from '../../src-shared/contract/codes.ts';
import type { OperationId } from '../core/ids.ts';
import { err, ok, type Result } from '../core/result.ts';
import { areCodesLocked } from '../journal/custody.ts';
import { orderIntendedKind } from '../journal/event.ts';
import type { Journal } from '../journal/journal.ts';
import type { Order } from '../orders/codes/order-codes.ts';

const locked: Failure = { code: 'codes_unavailable', detail: 'locked_until_reconciled' };

/** Codes that another copy of these records may have handed out stay locked until owned cards are reconciled. */
export function unlessLocked(
  journal: Pick<Journal, 'custodyFacts' | 'events'>,
  operationId: OperationId,
  facts: Order,
): Result<Order, Failure> {
  const custody = journal.custodyFacts();
  const [intent] =
    facts.handedOver || custody.custody === 'own'
      ? []
      : journal.events({ subject: operationId, kind: orderIntendedKind, limit: 1 });
  return intent !== undefined && areCodesLocked(custody, intent.seq) ? err({ ...locked, operationId }) : ok(facts);
}

/** The same for a card or an invoice that is asked for by itself: it may belong to any of those orders. */
export function lockOfOwned(journal: Pick<Journal, 'custody'>): Failure | null {
  return journal.custody() === 'own' ? null : locked;
}
