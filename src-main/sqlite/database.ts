import { rmSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import type { Result } from '../core/result.ts';
import { backUpInto } from './backup.ts';
import { attempt, throwingUnavailable, type DatabaseFault } from './fault.ts';
import {
  assertSynchronous,
  foreignFile,
  newCopyHandle,
  openCopyHandle,
  openHandle,
  synchronousLevelOf,
  type CopyForm,
  type DatabaseOptions,
  type DatabaseProfile,
} from './open-sequence.ts';
import type { Row, SqlValue } from './row.ts';

export type { DatabaseOptions } from './open-sequence.ts';

/**
 * One SQLite connection. Calls are synchronous; a file that fails throws `DatabaseUnavailable`, which `transaction`
 * turns into a value.
 */
export interface Database {
  /** Runs `work` in one IMMEDIATE transaction; a throw or a fault rolls all of it back. Not nestable. */
  transaction<T>(work: () => T): Result<T, DatabaseFault>;
  /** Gives the number of rows changed. */
  run(sql: string, ...values: readonly SqlValue[]): number;
  get(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  all(sql: string, ...values: readonly SqlValue[]): readonly Row[];
  /** Writes a whole, durable copy to `path`, which must not exist. */
  backup(path: string): Result<void, DatabaseFault>;
  /** Moves the write-ahead log into the file; `TRUNCATE` so that deleted bytes lie in neither. */
  moveLog(how: LogMove): Result<void, DatabaseFault>;
  /** How many transactions failed so far: what was read in them, or remembered of them, may never have been. */
  rollbacks?(): number;
  close(): void;
}

/** How (sqlite.org/pragma.html#pragma_wal_checkpoint). */
export type LogMove = 'PASSIVE' | 'RESTART' | 'TRUNCATE';

/** Opens the file at `path`, making it and its folder on first use (owner only), checks it and migrates it. */
export function openDatabase(path: string, options: DatabaseOptions): Result<Database, DatabaseFault> {
  const opened = tryOpen(path, options);
  if (opened.ok || options.profile === 'durable' || !canBeginAfresh(opened.error)) return opened;
  // SQLite removes a log that lies beside an empty file. Another process may have begun it afresh first.
  attempt(() => rmSync(path));
  return tryOpen(path, options);
}

/**
 * Opens a whole copy that `backup` or a migration made, as it lies: it is neither migrated nor given a log, and what is
 * written to it is durable and leaves no deleted bytes.
 */
export function openCopy(path: string, applicationId: number, form?: CopyForm): Result<Database, DatabaseFault> {
  return attempt(() => new SqliteDatabase(openCopyHandle(path, applicationId, form), 'durable'));
}

/** Makes a file that its maker fills in turns and syncs at the end; `path` must not exist. */
export function newCopy(path: string, applicationId: number): Result<Database, DatabaseFault> {
  return attempt(() => new SqliteDatabase(newCopyHandle(path, applicationId), 'unsynced'));
}

function tryOpen(path: string, options: DatabaseOptions): Result<Database, DatabaseFault> {
  return attempt(() => new SqliteDatabase(openHandle(path, options), options.profile));
}

function canBeginAfresh(fault: DatabaseFault): boolean {
  return fault.code === 'newer' || (fault.code === 'corrupt' && fault.detail !== foreignFile);
}

class SqliteDatabase implements Database {
  readonly #handle: BetterSqlite3.Database;
  readonly #profile: DatabaseProfile;
  readonly #level: ReturnType<typeof synchronousLevelOf>;
  readonly #statements = new Map<string, BetterSqlite3.Statement<SqlValue[], Row>>();

  #rollbacks = 0;

  constructor(handle: BetterSqlite3.Database, profile: DatabaseProfile) {
    this.#handle = handle;
    this.#profile = profile;
    this.#level = synchronousLevelOf(handle);
  }

  transaction<T>(work: () => T): Result<T, DatabaseFault> {
    if (this.#handle.inTransaction) throw new Error('transactions do not nest');
    return attempt(() => {
      try {
        this.#handle.exec('BEGIN IMMEDIATE');
        const value = work();
        if (value instanceof Promise) throw new Error('a transaction cannot wait');
        assertSynchronous(this.#level, this.#profile);
        this.#handle.exec('COMMIT');
        return value;
      } catch (thrown) {
        this.#rollbacks += 1;
        // SQLite rolls back by itself on some faults (sqlite.org/lang_transaction.html), a full disk among them.
        if (this.#handle.inTransaction) this.#handle.exec('ROLLBACK');
        throw thrown;
      }
    });
  }

  run(sql: string, ...values: readonly SqlValue[]): number {
    return throwingUnavailable(() => this.#prepared(sql).run(...values).changes);
  }

  get(sql: string, ...values: readonly SqlValue[]): Row | undefined {
    return throwingUnavailable(() => this.#prepared(sql).get(...values));
  }

  all(sql: string, ...values: readonly SqlValue[]): readonly Row[] {
    return throwingUnavailable(() => this.#prepared(sql).all(...values));
  }

  backup(path: string): Result<void, DatabaseFault> {
    return attempt(() => backUpInto(this.#handle, path));
  }

  moveLog(how: LogMove): Result<void, DatabaseFault> {
    // Not as a question: the driver would compile anew how its row is read, and nobody reads it.
    return attempt(() => void this.#handle.exec(`PRAGMA wal_checkpoint(${how})`));
  }

  rollbacks(): number {
    return this.#rollbacks;
  }

  close(): void {
    this.#handle.close();
  }

  #prepared(sql: string): BetterSqlite3.Statement<SqlValue[], Row> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#handle.prepare<SqlValue[], Row>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
