import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../src-preload/contract/codes.ts';
import type { Clock, Randomness } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { openDatabase, type Database } from '../sqlite/database.ts';
import type { DatabaseFault } from '../sqlite/fault.ts';
import { textOf } from '../sqlite/row.ts';
import type { SealedRecord } from '../vault/vault.ts';
import { verifyChain, type ChainFault } from './chain.ts';
import type { ChainHead, EventQuery, NewEvent, SealedReference, StoredEvent } from './event.ts';
import { appendEvent, readEvents, readHashAt, readHead, readSubjects } from './events-table.ts';
import { journalFailure, JournalUnavailable, reading } from './journal-failure.ts';
import { eventsMigration } from './migrations/001-events.ts';
import type { OperationFold, OperationPage, OperationQuery, OperationRow } from './operation-row.ts';
import { differing, readOperation, readPage, readPending, rebuild, upsertOperation } from './operations-table.ts';
import { fileSealed, purgeSealed, readSealed } from './sealed-table.ts';

export type { ChainFault } from './chain.ts';

/** `CFjn`: marks the file as a journal of this app. */
const applicationId = 0x43466a6e;
const fileName = 'journal.db';
const installationKey = 'installation-id';

/** The writes of one transaction: all of them become durable, or none. The journal's own reads see them at once. */
export interface JournalTransaction {
  append(event: NewEvent): StoredEvent;
  /** Files a sealed answer; name the returned reference in an event's body under `sealed`. */
  fileSealed(id: string, record: SealedRecord): SealedReference;
  /** Destroys the key of a sealed answer: its ciphertext stays in the chain's care and says nothing any more. */
  purgeSealed(id: string): void;
  upsertOperation(row: OperationRow): void;
  setMeta(key: string, value: string): void;
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
  const opened = openDatabase(join(options.directory, fileName), { profile: 'durable', applicationId, migrations: [eventsMigration] });
  if (!opened.ok) return err(journalFailure(opened.error));
  const installationId = installationIdOf(opened.value, options.randomness);
  if (installationId.ok) return ok(new SqliteJournal(opened.value, options.clock, installationId.value));
  opened.value.close();
  return err(journalFailure(installationId.error));
}

/** Whether there is a journal in `directory`. Where that cannot be told, opening it says why. */
export function hasJournal(directory: string): boolean {
  try {
    statSync(join(directory, fileName));
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
  }
}

function installationIdOf(database: Database, randomness: Randomness): Result<string, DatabaseFault> {
  return database.transaction(() => {
    const known = readMeta(database, installationKey);
    if (known !== null) return known;
    const made = randomness.uuid();
    writeMeta(database, installationKey, made);
    return made;
  });
}

class SqliteJournal implements Journal {
  readonly installationId: string;
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock, installationId: string) {
    this.#database = database;
    this.#clock = clock;
    this.installationId = installationId;
  }

  transaction<T>(write: (tx: JournalTransaction) => T): Result<T, Failure> {
    const database = this.#database;
    const purged: string[] = [];
    const done = this.#write(() => write({
      append: (event) => appendEvent(database, event, this.#clock.nowMs()),
      fileSealed: (id, record) => fileSealed(database, id, record),
      purgeSealed: (id) => {
        purgeSealed(database, id);
        purged.push(id);
      },
      upsertOperation: (row) => upsertOperation(database, row),
      setMeta: (key, value) => writeMeta(database, key, value),
    }));
    // A purged key must not live on in the write-ahead log. Where this fails, closing does it.
    if (done.ok && purged.length > 0) database.checkpoint();
    return done;
  }

  append(...events: readonly NewEvent[]): Result<readonly StoredEvent[], Failure> {
    return this.transaction((tx) => events.map((event) => tx.append(event)));
  }

  events(query: EventQuery = {}): readonly StoredEvent[] {
    return reading(() => readEvents(this.#database, query));
  }

  subjects(kind: string): readonly string[] {
    return reading(() => readSubjects(this.#database, kind));
  }

  operation(operationId: string): OperationRow | null {
    return reading(() => readOperation(this.#database, operationId));
  }

  operations(query: OperationQuery): Result<OperationPage, Failure> {
    return reading(() => readPage(this.#database, query));
  }

  pendingOperations(): readonly OperationRow[] {
    return reading(() => readPending(this.#database));
  }

  sealed(id: string): SealedRecord | 'purged' | null {
    return reading(() => readSealed(this.#database, id));
  }

  meta(key: string): string | null {
    return reading(() => readMeta(this.#database, key));
  }

  head(): ChainHead {
    return reading(() => readHead(this.#database));
  }

  hashAt(seq: number): string | null {
    return reading(() => readHashAt(this.#database, seq));
  }

  verify(): Result<{ readonly rows: number; readonly head: ChainHead }, ChainFault> {
    return reading(() => verifyChain(this.#database));
  }

  rebuildOperations(fold: OperationFold): Result<number, Failure> {
    return this.#write(() => rebuild(this.#database, fold));
  }

  compareOperations(fold: OperationFold): readonly string[] {
    return reading(() => differing(this.#database, fold));
  }

  backup(path: string): Result<void, Failure> {
    const copied = this.#database.backup(path);
    return copied.ok ? copied : err(journalFailure(copied.error));
  }

  close(): void {
    this.#database.close();
  }

  #write<T>(work: () => T): Result<T, Failure> {
    try {
      const done = this.#database.transaction(work);
      return done.ok ? done : err(journalFailure(done.error));
    } catch (thrown) {
      if (thrown instanceof JournalUnavailable) return err(thrown.failure);
      throw thrown;
    }
  }
}

function readMeta(database: Database, key: string): string | null {
  const row = database.get('SELECT value FROM meta WHERE key = ?', key);
  return row === undefined ? null : textOf(row, 'value');
}

function writeMeta(database: Database, key: string, value: string): void {
  database.run('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', key, value);
}
