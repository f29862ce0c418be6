/** What of the product is under proof, and what the proof asks of it: the one place where the machine is imported. */
export type { AnsweredOrder, BelievedAnswer, OrderAnswer } from '../../../src-main/orders/machine/answer.ts';
export { orderAfter, orderOf } from '../../../src-main/orders/machine/apply.ts';
export { hourMs } from '../../../src-main/orders/machine/backoff.ts';
export { choicesFor } from '../../../src-main/orders/machine/choices.ts';
export type { Circumstances } from '../../../src-main/orders/machine/circumstances.ts';
export type { Counts } from '../../../src-main/orders/machine/counts.ts';
export { decide, heldBackBy, type Decision, type OrderInput } from '../../../src-main/orders/machine/decide.ts';
export {
  orderEvent,
  type IntendedOrder,
  type NewOrderEvent,
  type OrderEvent,
} from '../../../src-main/orders/machine/events.ts';
export { wantedForMs, type NewSale } from '../../../src-main/orders/machine/intent.ts';
export { interpret, type Interpretation } from '../../../src-main/orders/machine/interpret.ts';
export { isOpenQuestion, type Terms } from '../../../src-main/orders/machine/next-call.ts';
export { mayLeave, nextStep, pauseByHandMs } from '../../../src-main/orders/machine/next-step.ts';
export {
  isDatedAhead,
  nextUsefulRead,
  readsSinceLastPlace,
  settledBySeconds,
} from '../../../src-main/orders/machine/not-bought.ts';
export {
  doesWantedDecide,
  isCancellable,
  isFinal,
  positionOf,
  stateOf,
  unjudged,
  unverified,
  type Attempt,
  type Order,
} from '../../../src-main/orders/machine/order.ts';
export { decidePlacing } from '../../../src-main/orders/machine/placing.ts';
export { isGate, type Position } from '../../../src-main/orders/machine/refusal-table.ts';
export type { SettlingEvidence } from '../../../src-main/orders/machine/settling.ts';
export { conflictReason, type OrderCall, type Verdict } from '../../../src-main/orders/machine/verdict.ts';
