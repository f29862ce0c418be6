import type { StoredEvent } from './event.ts';
import type { JsonObject } from './json.ts';

/** The projection of one operation: what lists and schedules read. Its events are the truth (law 8). */
export interface OperationRow {
  readonly operationId: string;
  readonly state: string;
  readonly pending: boolean;
  /** Whether somebody still has to do or wait for something: it is pending, or its codes wait to be handed over. */
  readonly unsettled: boolean;
  readonly walletId: string;
  readonly cardId: string;
  readonly quantity: number;
  readonly invoiceId: string | null;
  readonly externalReference: string | null;
  readonly intendedAtMs: number;
  readonly updatedAtMs: number;
  readonly nextAttemptAtMs: number | null;
  /** The words that it is found by, as `orders` writes them. */
  readonly search: string;
  /** Whatever `orders` wants to read back at once. No secret: this is not sealed. */
  readonly view: JsonObject;
}

/** Derives an operation's row from its events, oldest first; null where they make no operation. */
export type OperationFold = (operationId: string, events: readonly StoredEvent[]) => OperationRow | null;

export interface OperationQuery {
  readonly pending?: boolean;
  readonly unsettled?: boolean;
  /** In one of these states, or pending too where that is said. */
  readonly states?: { readonly anyOf: readonly string[]; readonly orPending: boolean };
  readonly walletId?: string;
  readonly cardId?: string;
  readonly quantity?: number;
  /** The name of a member of `view` that is true. */
  readonly flag?: string;
  /** Intended at this time or later, and before that one. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Each of them is in `search`. */
  readonly words?: readonly string[];
  /** `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  readonly limit: number;
}

export interface OperationPage {
  readonly items: readonly OperationRow[];
  readonly nextCursor?: string;
}
