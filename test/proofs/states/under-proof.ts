/** What of the product is under proof, and what the proof asks of it: the one place where the machine is imported. */
export { orderAfter, orderOf } from '../../../src-main/orders/machine/apply.ts';
export { choicesFor } from '../../../src-main/orders/machine/choices.ts';
export type { Circumstances, Counts, Terms } from '../../../src-main/orders/machine/circumstances.ts';
export { decide, readOnlySince, type Decision, type OrderInput } from '../../../src-main/orders/machine/decide.ts';
export {
  conflictReason,
  orderEvent,
  type IntendedOrder,
  type NewOrderEvent,
  type OrderCall,
  type OrderEvent,
  type Verdict,
} from '../../../src-main/orders/machine/events.ts';
export {
  interpret,
  type AnsweredOrder,
  type Interpretation,
  type OrderAnswer,
  type VerifiedAnswer,
} from '../../../src-main/orders/machine/interpret.ts';
export { isOpenQuestion, mayLeave, nextStep, pauseByHandMs } from '../../../src-main/orders/machine/next-step.ts';
export {
  isDatedAhead,
  nextUsefulRead,
  readsSinceLastPost,
  settledBySeconds,
} from '../../../src-main/orders/machine/not-bought.ts';
export {
  doesWantedDecide,
  isCancellable,
  isFinal,
  keptAnswerTo,
  positionOf,
  stateOf,
  unjudged,
  unverified,
  verdictOf,
  wantedForMs,
  type Attempt,
  type Order,
} from '../../../src-main/orders/machine/order.ts';
export { hourMs } from '../../../src-main/orders/machine/pause.ts';
export type { NewSale } from '../../../src-main/orders/machine/new-sale.ts';
export { decidePlacing } from '../../../src-main/orders/machine/placing.ts';
export { isGate, type Position } from '../../../src-main/orders/machine/refusal-table.ts';
export type { SettlingEvidence } from '../../../src-main/orders/machine/settling.ts';
