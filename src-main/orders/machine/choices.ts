import type { DecisionChoice } from '../../../src-shared/contract/codes.ts';
import { bodyUnreadableReason, conflictReason } from './events.ts';
import { attentionOf, isReadOnly, stateOf, type Order } from './order.ts';

/**
 * What a person can decide about an order in `attention`; nothing in any other state. What was bought cannot be decided
 * away, what the service holds cannot be decided unbought, and where a resend would not be the same request, or would
 * not go out, it is not offered.
 */
export function choicesFor(order: Order, nowMs: number): DecisionChoice[] {
  const reason = attentionOf(order);
  if (reason === null || stateOf(order, nowMs) !== 'attention') return [];
  if (order.completed !== null) return ['accept-as-bought'];
  if (reason === conflictReason) return ['accept-not-bought', 'accept-as-bought'];
  if (order.failed) return ['accept-not-bought', 'accept-as-bought'];
  const resend: DecisionChoice[] = isSendable(order) ? ['resend'] : [];
  if (order.acknowledged) return [...resend, 'accept-as-bought'];
  if (reason === 'pinned_differs' || reason === 'fence_other_terms' || reason === 'records_restored')
    return ['accept-not-bought', 'accept-as-bought'];
  return [...resend, 'accept-not-bought', 'accept-as-bought'];
}

/** What was cancelled or refused stays so whoever has it sent again: for that there is a new try. */
function isSendable(order: Order): boolean {
  const isOver = !order.acknowledged && (order.cancelled || order.refusedCode !== null);
  return !isOver && !isReadOnly(order) && attentionOf(order) !== bodyUnreadableReason;
}
