import type { IntendedOrder } from './events.ts';
import type { NotBoughtTerms } from './not-bought.ts';

/** What counts beside the order when something is decided about it. */
export interface Circumstances {
  /** This computer's time. */
  readonly nowMs: number;
  /** The service's, as far as it is known. */
  readonly serviceNowMs: number;
  /** How far this computer's clock is behind (positive) or ahead of the service; null while it is not known. */
  readonly serviceOffsetMs: number | null;
  /** How long the service still wants the whole counter to leave it alone. */
  readonly restingMs: number;
  /** From 0 to 1, drawn for each decision: spreads the pauses of many counters. */
  readonly jitter: number;
  /** On what terms a request would leave now; null where there is no key to sign it with. */
  readonly terms: Terms | null;
  readonly notBoughtTerms: NotBoughtTerms;
  /** The usual ones where none are given. */
  readonly counts?: Counts;
}

/**
 * How often something comes to nothing before the machine goes another way. The proof of all states hands in others.
 */
export interface Counts {
  /** Reads of a completed order that show no invoice to reveal its codes by. */
  readonly readsForInvoice: number;
  /** Refusals to say once more what may be the first report. */
  readonly reportRefusals: number;
  /** Reads that were due, and that no verified answer came to. */
  readonly readsInVain: number;
  /** Verified refusals in a row that say nothing of the order. */
  readonly gates: number;
  /** Answers of any kind in a row that do not. */
  readonly silentAnswers: number;
}

export const usualCounts: Counts = {
  readsForInvoice: 12,
  reportRefusals: 12,
  readsInVain: 3,
  gates: 3,
  silentAnswers: 12,
};

/** On what terms a request would leave now. */
export interface Terms {
  readonly pinned: IntendedOrder['pinned'];
  readonly profileHash: string;
  /** How long the service remembers an id that it never acknowledged; null for ever. */
  readonly safeResendMs: number | null;
}
