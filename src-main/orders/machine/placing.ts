import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { OperationId } from '../../core/ids.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { orderEvent, type IntendedOrder, type NewOrderEvent } from './events.ts';
import { intentOf, isSameSale, type NewSale, type SaleTerms } from './intent.ts';
import { isFinal, stateOf, type Order } from './order.ts';

/** What a new sale meets: what the records and other orders say, and on what terms it would go out. */
export interface Surroundings {
  readonly nowMs: number;
  /** The order that already has the id. */
  readonly existing: Order | null;
  /** The records are the one and latest copy. */
  readonly areRecordsOwn: boolean;
  /**
   * The order that is to be replaced, and after it each new try that was made instead of one before; null where none is
   * known.
   */
  readonly predecessors: readonly { readonly operationId: OperationId; readonly order: Order | null }[];
  /** The same sale, without an outcome yet or bought with codes that nobody saw. */
  readonly twins: { readonly pending: OperationId | null; readonly unshown: OperationId | null };
  /** Whether codes can be revealed one card at a time. */
  readonly mayRevealCards: boolean;
  readonly terms: SaleTerms;
  readonly pinned: IntendedOrder['pinned'];
}

export type Placing =
  /** This very sale was intended before: it goes on. */
  | { readonly kind: 'known'; readonly order: Order }
  /** The events to record in one transaction with the reading of the chain's head, which the order carries. */
  | {
      readonly kind: 'new';
      readonly eventsAfter: (chainHead: string) => readonly [intended: NewOrderEvent, ...others: NewOrderEvent[]];
    };

/** An invoice reveal stops at this many cards: codes lost above it come back card by card only ("Limits"). */
const invoiceRevealMaximum = 100;

/** What follows from the wish for a new sale. Pure, as `decide` is. Errors: those of `OrderDriver.place`. */
export function decidePlacing(
  operationId: OperationId,
  sale: NewSale,
  surroundings: Surroundings,
): Result<Placing, Failure> {
  const { existing, areRecordsOwn, nowMs, terms, pinned } = surroundings;
  if (existing !== null)
    return isSameSale(existing.intent, sale)
      ? ok({ kind: 'known', order: existing })
      : err({ code: 'operation_id_in_use', field: 'operation-id', operationId });
  if (!areRecordsOwn) return err({ code: 'records_not_reconciled' });
  const fault = faultBeside(sale, surroundings);
  if (fault !== null) return err(fault);
  const intent = intentOf(sale, terms, pinned, nowMs);
  if (!intent.ok) return intent;
  return ok({
    kind: 'new',
    eventsAfter: (chainHead) => [
      orderEvent(operationId, 'order-intended', intent.value(chainHead)),
      ...(sale.replaces === undefined ? [] : [orderEvent(sale.replaces, 'order-replaced', { by: operationId })]),
    ],
  });
}

/**
 * What stands against a new operation beside its own members: what it replaces, what could not be revealed, what is the
 * same.
 */
function faultBeside(
  { quantity }: NewSale,
  { predecessors, twins, mayRevealCards, nowMs }: Surroundings,
): Failure | null {
  for (const { operationId, order } of predecessors) {
    const fault = standingFault(operationId, order, nowMs);
    if (fault !== null) return fault;
  }
  if (quantity > invoiceRevealMaximum && !mayRevealCards)
    return { code: 'input_invalid', field: 'quantity', detail: 'needs_cards_reveal' };
  if (twins.pending !== null) return { code: 'same_sale_pending', operationId: twins.pending };
  // The customer may be waiting for that one.
  return twins.unshown === null
    ? null
    : { code: 'same_sale_pending', detail: 'codes_not_shown', operationId: twins.unshown };
}

/**
 * A new try needs a predecessor that is over and bought nothing, and so must every try be that was made instead of it
 * before.
 */
function standingFault(operationId: OperationId, order: Order | null, nowMs: number): Failure | null {
  const state = order === null ? null : stateOf(order, nowMs);
  if (state === null || !isFinal(state)) return { code: 'operation_not_final', field: 'replaces', operationId };
  return state === 'completed' ? { code: 'operation_final', field: 'replaces', operationId } : null;
}
