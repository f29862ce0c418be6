import type { JsonObject } from './json.ts';
import type { StoredEvent } from './event.ts';

/** The projection of one operation: what lists and schedules read. Its events are the truth (law 8). */
export interface OperationRow {
  readonly operationId: string;
  readonly state: string;
  readonly pending: boolean;
  readonly walletId: string;
  readonly cardId: string;
  readonly quantity: number;
  readonly invoiceId: string | null;
  readonly externalReference: string | null;
  readonly intendedAtMs: number;
  readonly updatedAtMs: number;
  readonly nextAttemptAtMs: number | null;
  /** Whatever `orders` wants to read back at once. No secret: this is not sealed. */
  readonly view: JsonObject;
}

/** Derives an operation's row from its events, oldest first; null where they make no operation. */
export type OperationFold = (operationId: string, events: readonly StoredEvent[]) => OperationRow | null;

export interface OperationQuery {
  readonly pending?: boolean;
  readonly state?: string;
  /** Only operations that have no event of this kind. */
  readonly withoutKind?: string;
  /** `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  readonly limit: number;
}

export interface OperationPage {
  readonly items: readonly OperationRow[];
  readonly nextCursor?: string;
}
