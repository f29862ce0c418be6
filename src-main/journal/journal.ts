import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Clock, Randomness } from '../core/ports.ts';
import type { Result } from '../core/result.ts';
import type { SealedRecord } from '../vault/vault.ts';
import type { ChainHead, EventQuery, NewEvent, SealedReference, StoredEvent } from './event.ts';
import type { OperationFold, OperationPage, OperationQuery, OperationRow } from './operation-row.ts';

/** The writes of one transaction: all of them become durable, or none. */
export interface JournalTransaction {
  append(event: NewEvent): StoredEvent;
  /** Files a sealed answer; name the returned reference in an event's body under `sealed`. */
  fileSealed(id: string, record: SealedRecord): SealedReference;
  /** Destroys the key of a sealed answer: its ciphertext stays in the chain's care and says nothing any more. */
  purgeSealed(id: string): void;
  upsertOperation(row: OperationRow): void;
  setMeta(key: string, value: string): void;
}

/** Where the chain first fails, and how. */
export interface ChainFault {
  readonly firstBadSeq: number;
  readonly reason: 'row_missing' | 'previous_hash_differs' | 'hash_differs' | 'body_not_canonical' | 'sealed_missing' | 'sealed_differs';
}

/**
 * The append-only, chained record of this installation (law 8). Writes return a failure and leave nothing half-written;
 * reads throw `JournalUnavailable` where the file fails under them, and inside `transaction` that too becomes a failure.
 */
export interface Journal {
  readonly installationId: string;
  /** Runs `write` in one immediate transaction. When this returns `ok` the rows survive a power cut. `write` must be synchronous. */
  transaction<T>(write: (tx: JournalTransaction) => T): Result<T, Failure>;
  append(...events: readonly NewEvent[]): Result<readonly StoredEvent[], Failure>;
  events(query?: EventQuery): readonly StoredEvent[];
  /** The subjects that have an event of this kind, in the order of their first one. */
  subjects(kind: string): readonly string[];
  operation(operationId: string): OperationRow | null;
  /** Newest first. Fails only for a cursor that is not ours (`input_invalid`, field `cursor`). */
  operations(query: OperationQuery): Result<OperationPage, Failure>;
  /** Every pending operation, oldest first. */
  pendingOperations(): readonly OperationRow[];
  sealed(id: string): SealedRecord | 'purged' | null;
  meta(key: string): string | null;
  head(): ChainHead;
  /** The hash of event `seq`, or null: whether a head kept elsewhere still lies in this chain. */
  hashAt(seq: number): string | null;
  verify(): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault>;
  /** Throws the projection away and derives it again; gives the number of operations. */
  rebuildOperations(fold: OperationFold): Result<number, Failure>;
  /** The ids of operations whose row differs from what their events give. */
  compareOperations(fold: OperationFold): readonly string[];
  /** Writes a whole copy to `path`, which must not exist. */
  backup(path: string): Result<void, Failure>;
  close(): void;
}

export interface JournalOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** Opens `journal.db` in `directory`, making both on first use. Codes: `journal_in_use|_corrupt|_not_writable|_newer`. */
export function openJournal(options: JournalOptions): Result<Journal, Failure> {
  throw new Error(`not built yet: ${options.directory}`);
}
