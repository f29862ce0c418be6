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

/** An invoice reveal stops at this many cards: codes lost above it come back card by card only ("Limits"). */
const invoiceRevealMaximum = 100;

/** Records the intent of a new operation, or gives the one that has this id. */
export function place(context: EngineContext, operationId: OperationId, wish: NewSale, { besidesPending }: { readonly besidesPending: boolean }): Result<Order, Failure> {
  const { session, journal, book, step } = context;
  const key = session.signingKey();
  if (key === null) return err({ code: 'not_enrolled' });
  const existing = book.find(operationId);
  if (existing !== null) return isSameSale(existing.intent, wish) ? ok(existing) : err({ code: 'operation_id_in_use', field: 'operation-id', operationId });
  const trouble = journal.trouble();
  if (trouble !== null) return err(trouble);
  if (journal.custody() !== 'own') return err({ code: 'records_not_reconciled' });
  const fault = faultBeside(context, wish, besidesPending);
  if (fault !== null) return err(fault);
  const intent = intentOf(operationId, wish, session.profile, key.keyId, session.clock.nowMs());
  if (!intent.ok) return intent;
  step(beforeIntent);
  // The head that the body carries is the one that this very event follows.
  const recorded = journal.transaction((tx) => {
    const facts = book.recordIn(tx, operationId, [orderEvent(operationId, 'order-intended', intent.value(journal.head().hash))]);
    if (wish.replaces !== undefined) book.recordIn(tx, wish.replaces, [orderEvent(wish.replaces, 'order-replaced', { by: operationId })]);
    return facts;
  });
  if (!recorded.ok) return err({ ...recorded.error, operationId });
  [operationId, wish.replaces].forEach((changed) => changed !== undefined && book.changed(changed));
  step('intent-recorded');
  return recorded;
}

/** What stands against a new operation beside its own members: what it replaces, what is pending, what could not be revealed. */
function faultBeside({ session, book, scopes }: EngineContext, wish: NewSale, besidesPending: boolean): Failure | null {
  const standing = wish.replaces === undefined ? null : stillStanding(book, wish.replaces, session.clock.nowMs());
  if (standing !== null) return standing;
  const granted = scopes() ?? [];
  if (wish.quantity > invoiceRevealMaximum && !(granted.includes('cards:read') && granted.includes('cards:reveal'))) {
    return { code: 'input_invalid', field: 'quantity', detail: 'needs_cards_reveal' };
  }
  return besidesPending ? null : sameSale(book, wish);
}

/** The same sale that has no outcome yet, or that was bought and whose codes nobody saw: the customer may be waiting for that one. */
function sameSale(book: EngineContext['book'], wish: NewSale): Failure | null {
  const [pending] = book.pendingLike(wish);
  if (pending !== undefined) return { code: 'same_sale_pending', operationId: pending };
  const unshown = book.unshown(wish);
  return unshown === null ? null : { code: 'same_sale_pending', detail: 'codes_not_shown', operationId: unshown };
}

/** A new try needs a predecessor that is over and bought nothing, and so must every try be that was made instead of it before. */
function stillStanding(book: EngineContext['book'], replaced: OperationId, nowMs: number): Failure | null {
  for (let id: OperationId | null = replaced; id !== null;) {
    const facts: Order | null = book.find(id);
    const state = facts === null ? null : stateOf(facts, nowMs);
    if (facts === null || state === null || !isFinal(state)) return { code: 'operation_not_final', field: 'replaces', operationId: id };
    if (state === 'completed') return { code: 'operation_final', field: 'replaces', operationId: id };
    id = facts.replacedBy;
  }
  return null;
}
