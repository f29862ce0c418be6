import type { JsonObject } from './json.ts';

/**
 * One row of the projection: what lists and schedules read of a subject. Its events are the truth (law 8). The table is
 * named `operations`, and its columns as these members, by the first migration: operations are what is projected.
 */
export interface ProjectionRow {
  readonly operationId: string;
  readonly state: string;
  readonly pending: boolean;
  /** Whether somebody still has to do or wait for something, though nothing may be pending. */
  readonly unsettled: boolean;
  readonly walletId: string;
  readonly cardId: string;
  readonly quantity: number;
  readonly invoiceId: string | null;
  readonly externalReference: string | null;
  readonly intendedAtMs: number;
  readonly updatedAtMs: number;
  readonly nextAttemptAtMs: number | null;
  /** The words that it is found by. */
  readonly search: string;
  /** The short number of its sale, which several rows may have. */
  readonly saleNumber: string | null;
  /** The whole reference, in the form in which it is looked for. */
  readonly referenceKey: string | null;
  /** Whatever else is read back at once. No secret: this is not sealed. */
  readonly view: JsonObject;
}

/** What sums are made of: a row without the words that it is found by and what its schedule needs. */
export type ShortRow = Pick<
  ProjectionRow,
  'operationId' | 'state' | 'pending' | 'walletId' | 'cardId' | 'quantity' | 'saleNumber' | 'intendedAtMs' | 'view'
>;

export interface ProjectionQuery {
  readonly pending?: boolean;
  readonly unsettled?: boolean;
  /** In one of these states, or pending too where that is said. */
  readonly states?: { readonly anyOf: readonly string[]; readonly orPending: boolean };
  readonly walletId?: string;
  readonly cardId?: string;
  readonly quantity?: number;
  /** The name of a member of `view` that is true. */
  readonly flag?: string;
  /** Only of these rows. */
  readonly among?: readonly string[];
  /** Begun at this time or later, and before that one. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Each of them is in `search`, in one of the forms that it has. */
  readonly words?: readonly (readonly string[])[];
  /**
   * What the words are as a whole. Rows that are named so stand before all others, then those of that reference. Where
   * `isSure` is true and there are such rows, nothing else is meant.
   */
  readonly whole?: {
    readonly operationIds: readonly string[];
    readonly saleNumbers: readonly string[];
    readonly reference: string | null;
    readonly isSure: boolean;
  };
  /** `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  readonly limit: number;
}

/** So many rows of the schedule, after one that was read before. */
export interface ScheduledPage {
  readonly after: Pick<ProjectionRow, 'intendedAtMs' | 'operationId'> | null;
  readonly limit: number;
}

export interface ProjectionPage {
  readonly items: readonly ProjectionRow[];
  readonly nextCursor?: string;
}
