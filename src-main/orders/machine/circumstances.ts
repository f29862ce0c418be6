import type { Counts } from './counts.ts';
import type { Terms } from './next-call.ts';
import type { NotBoughtTerms } from './not-bought.ts';

/** What counts beside the order when something is decided about it. */
export interface Circumstances {
  /** This machine's time. */
  readonly nowMs: number;
  /** The service's, as far as it is known. */
  readonly serviceNowMs: number;
  /** How far this machine's clock is behind (positive) or ahead of the service; null while nothing has told. */
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
