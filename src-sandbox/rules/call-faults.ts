import type { OrderOutcome } from '../state/orders.ts';
import type { Refusal, RetryAfter } from '../wire/refusals.ts';

/** What is refused now is done all the same, so much later. */
export interface Execution {
  readonly afterMs: number;
  readonly reported: boolean;
}

/** What a fault changes in what is decided of a call, by the point at which it does. */
export interface RuleFaults {
  readonly decision: { readonly refusal: Refusal; readonly execution?: Execution };
  readonly outcome: { readonly outcome: OrderOutcome; readonly retryAfter?: RetryAfter };
  readonly visibility: { readonly reads: number; readonly ms: number };
}

/** The faults of one call. */
export interface CallFaults<ByPoint = RuleFaults> {
  /** Uses up the fault for this point of the call, if there is one. */
  take<P extends keyof ByPoint>(point: P): ByPoint[P] | undefined;
}
