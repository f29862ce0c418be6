import type { OperationId } from '../core/ids.ts';
import { err, ok } from '../core/result.ts';
import type { Result } from '../core/result.ts';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { EngineContext } from './context.ts';
import { orderEvent } from './machine/events.ts';
import { isFinal, stateOf } from './machine/order.ts';
import type { Order } from './machine/order.ts';
import { intentOf, isSameSale } from './machine/intent.ts';
import type { NewSale } from './machine/intent.ts';
import { beforeIntent } from './steps.ts';
import { pinnedOf } from './terms.ts';

/** An invoice reveal stops at this many cards: codes lost above it come back card by card only ("Limits"). */
const invoiceRevealMaximum = 100;

/** Records the intent of a new operation, or gives the one that has this id. */
export function place(context: EngineContext, operationId: OperationId, sale: NewSale, { besidesPending }: { readonly besidesPending: boolean }): Result<Order, Failure> {
  const { session, journal, book, step } = context;
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled' });
  const existing = book.find(operationId);
  if (existing !== null) return isSameSale(existing.intent, sale) ? ok(existing) : err({ code: 'operation_id_in_use', field: 'operation-id', operationId });
  const trouble = journal.trouble();
  if (trouble !== null) return err(trouble);
  if (journal.custody() !== 'own') return err({ code: 'records_not_reconciled' });
  const fault = faultBeside(context, sale, besidesPending);
  if (fault !== null) return err(fault);
  const pinned = pinnedOf(operationId, sale.walletId, session.profile, key.keyId);
  const intent = intentOf(sale, session.profile, pinned, session.clock.nowMs());
  if (!intent.ok) return intent;
  step(beforeIntent);
  // The head that the body carries is the one that this very event follows.
  const recorded = journal.transaction((tx) => {
    const order = book.recordIn(tx, operationId, [orderEvent(operationId, 'order-intended', intent.value(journal.head().hash))]);
    if (sale.replaces !== undefined) book.recordIn(tx, sale.replaces, [orderEvent(sale.replaces, 'order-replaced', { by: operationId })]);
    return order;
  });
  if (!recorded.ok) return err({ ...recorded.error, operationId });
  [operationId, sale.replaces].forEach((changed) => changed !== undefined && book.changed(changed));
  step('intent-recorded');
  return recorded;
}

/** What stands against a new operation beside its own members: what it replaces, what is pending, what could not be revealed. */
function faultBeside({ session, book, scopes }: EngineContext, sale: NewSale, besidesPending: boolean): Failure | null {
  const standing = sale.replaces === undefined ? null : stillStanding(book, sale.replaces, session.clock.nowMs());
  if (standing !== null) return standing;
  const granted = scopes() ?? [];
  if (sale.quantity > invoiceRevealMaximum && !(granted.includes('cards:read') && granted.includes('cards:reveal'))) {
    return { code: 'input_invalid', field: 'quantity', detail: 'needs_cards_reveal' };
  }
  return besidesPending ? null : sameSale(book, sale);
}

/** The same sale that has no outcome yet, or that was bought and whose codes nobody saw: the customer may be waiting for that one. */
function sameSale(book: EngineContext['book'], sale: NewSale): Failure | null {
  const [pending] = book.pendingLike(sale);
  if (pending !== undefined) return { code: 'same_sale_pending', operationId: pending };
  const unshown = book.unshown(sale);
  return unshown === null ? null : { code: 'same_sale_pending', detail: 'codes_not_shown', operationId: unshown };
}

/** A new try needs a predecessor that is over and bought nothing, and so must every try be that was made instead of it before. */
function stillStanding(book: EngineContext['book'], replaced: OperationId, nowMs: number): Failure | null {
  for (let id: OperationId | null = replaced; id !== null;) {
    const order: Order | null = book.find(id);
    const state = order === null ? null : stateOf(order, nowMs);
    if (order === null || state === null || !isFinal(state)) return { code: 'operation_not_final', field: 'replaces', operationId: id };
    if (state === 'completed') return { code: 'operation_final', field: 'replaces', operationId: id };
    id = order.replacedBy;
  }
  return null;
}
