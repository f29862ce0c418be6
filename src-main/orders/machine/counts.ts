/**
 * How often something comes to nothing before the machine goes another way. The proof of all states hands in others.
 */
export interface Counts {
  /** Reads of a completed order that show no invoice to reveal its codes by. */
  readonly readsForInvoice: number;
  /** Refusals to say once more what may be the first report. */
  readonly reportRefusals: number;
  /** Reads that were due, and that nobody answered in a way that can be believed. */
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
