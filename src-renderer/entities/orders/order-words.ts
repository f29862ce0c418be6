import { orderGates, type FailureCode } from '../../../src-shared/contract/codes.ts';
import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import type { MessageKey } from '../../../src-shared/words/page-messages.ts';
import type { Text } from '../../base/i18n/use-text.ts';
import type { Card } from '../catalogue/browse.ts';
import { allowedQuantity } from '../catalogue/quantity-limits.ts';

/** What to do about these is the same whatever became of the order. */
const gates: readonly FailureCode[] = Object.values(orderGates).flat();

/** How an order stands and what comes next. What rests on a person's word is never shown as proved. */
export function situationOf(order: OrderView, text: Text): { readonly says: string; readonly next: string } {
  const { state, decided, codesState, recoveryExhausted } = order;
  if (state === 'blocked' && mayBeBought(order))
    return { says: text('state.blocked.sent'), next: text('state.blocked.next') };
  const says = text(
    decided !== undefined
      ? `timeline.decided.${decided}`
      : recoveryExhausted === true
        ? 'state.exhausted.says'
        : `state.${state}.says`,
  );
  if (codesState === 'handedOver') return { says, next: text('timeline.handedOver') };
  if (codesState === 'keptBack') return { says, next: text('codes.keptBack') };
  if (order.makesGoodFor !== undefined && unbought.includes(state)) return { says, next: text('complaint.again') };
  if (state === 'completed' && codesState === 'none') return { says, next: text('decision.noCodes') };
  return {
    says,
    next: text(state === 'settling' && !order.wantedDecides ? 'state.settling.onlyAsked' : `state.${state}.next`),
  };
}

/** What makes a card good is begun anew at its complaint. */
const unbought: readonly OrderView['state'][] = ['refused', 'failed', 'cancelled', 'notBought'];

/** What a person counted it as, where the service itself has reported nothing. */
export function countedAs({ decided, codesState }: OrderView): 'countedBought' | 'countedNotBought' | null {
  if (decided === undefined || codesState !== 'none') return null;
  return decided === 'accept-as-bought' ? 'countedBought' : 'countedNotBought';
}

/**
 * Whether a request left that may have been taken: then no refusal proves the contrary, and nothing may be shown as
 * leave to sell it again.
 */
export function mayBeBought({ state, cancellable }: OrderView): boolean {
  return (
    state === 'unknown' ||
    state === 'accepted' ||
    state === 'settling' ||
    state === 'attention' ||
    (state === 'blocked' && !cancellable)
  );
}

/** The counter repeats the call of an order by itself; any other call only the person repeats who asked for it. */
const adviceOnOrders: Partial<Record<FailureCode, MessageKey>> = {
  replay_detected: 'order.refusal.byItself',
  rate_limited: 'order.refusal.byItself',
  internal_error: 'order.refusal.byItself',
  dependency_unavailable: 'order.refusal.byItself',
  request_timeout: 'order.refusal.byItself',
  operation_processing: 'order.refusal.byItself',
  connection_lost: 'order.refusal.byItself',
  answer_timeout: 'order.refusal.byItself',
  resource_not_found: 'order.refusal.notFound',
  validation_failed: 'order.refusal.notValid',
};

/** What to do about the refusal of this very order. */
export function nextOf(order: OrderView, { code }: NonNullable<OrderView['refusal']>, text: Text): string {
  return text(
    mayBeBought(order) && !gates.includes(code)
      ? 'order.refusal.noProof'
      : (adviceOnOrders[code] ?? `failure.${code}.next`),
  );
}

/**
 * The refusal that still counts. What leaves the result open, was decided upon or came before the sale was cancelled is
 * no advice on what to do next.
 */
export function lastingRefusal({ state, refusal, attention, decided }: OrderView): OrderView['refusal'] {
  return attention === undefined && decided === undefined && state !== 'cancelled' ? refusal : undefined;
}

/**
 * The refusal that is a question: the customer's word settles it, and the sale can go on as a new order. `limits` are
 * those that the service named for the card: a quantity beyond them was refused for it.
 */
export function answerableRefusal(
  { state, refusal, quantity, makesGoodFor }: OrderView,
  limits: Card['quantityLimits'],
): OrderView['refusal'] {
  const isForQuantity = refusal?.code === 'validation_failed' && allowedQuantity(quantity, limits) !== quantity;
  const isQuestion =
    refusal?.code === 'price_changed' || refusal?.code === 'allowed_debt_consent_required' || isForQuantity;
  // What makes a card good is begun anew at its complaint: here it would be charged.
  return state === 'refused' && isQuestion && makesGoodFor === undefined ? refusal : undefined;
}
