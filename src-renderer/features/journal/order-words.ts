import type { OrderView } from '../../../src-preload/contract/schemas.ts';
import type { Text } from '../../app/i18n/use-text.ts';

/** How an order stands and what comes next. What rests on a person's word is never told as proved. */
export function standingOf(order: OrderView, text: Text): { readonly says: string; readonly next: string } {
  const { state, decided, codesState, recoveryExhausted } = order;
  const says = text(decided !== undefined ? `timeline.decided.${decided}` : recoveryExhausted === true ? 'state.exhausted.says' : `state.${state}.says`);
  if (codesState === 'handedOver') return { says, next: text('timeline.handedOver') };
  if (state === 'completed' && codesState === 'none') return { says, next: text('decision.noCodes') };
  return { says, next: text(state === 'settling' && !order.wantedDecides ? 'state.settling.onlyAsked' : `state.${state}.next`) };
}

/** The refusal that stands. What leaves the outcome open, or was decided upon, is no advice on what to do next. */
export function standingRefusal({ refusal, attention, decided }: OrderView): OrderView['refusal'] {
  return attention === undefined && decided === undefined ? refusal : undefined;
}

/** The refusal that is a question: the customer's word settles it, and the sale can go on as a new order. */
export function answerableRefusal({ state, refusal }: OrderView): OrderView['refusal'] {
  const isQuestion = refusal?.code === 'price_changed' || refusal?.code === 'allowed_debt_consent_required';
  return state === 'refused' && isQuestion ? refusal : undefined;
}
