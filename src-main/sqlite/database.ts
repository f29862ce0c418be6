import type { Result } from '../core/result.ts';
import type { Row, SqlValue } from './row.ts';
import type { DatabaseFault } from './fault.ts';
import type { Migration } from './migration.ts';

/**
 * `durable`: one process, FULL synchronous, nothing is ever thrown away. `disposable`: a cache; a damaged or newer file is
 * deleted and begun afresh.
 */
export type DatabaseProfile = 'durable' | 'disposable';

export interface DatabaseOptions {
  readonly profile: DatabaseProfile;
  /** Marks the file as ours (`PRAGMA application_id`, 32 bits); any other file is refused as `corrupt`. */
  readonly applicationId: number;
  /** Numbered from 1 without gaps. */
  readonly migrations: readonly Migration[];
}

/** One SQLite connection. Calls are synchronous; a file that fails throws `DatabaseUnavailable`, which `transaction` turns into a value. */
export interface Database {
  /** Runs `work` in one IMMEDIATE transaction; a throw or a fault rolls all of it back. Not nestable. */
  transaction<T>(work: () => T): Result<T, DatabaseFault>;
  run(sql: string, ...values: readonly SqlValue[]): number;
  get(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  all(sql: string, ...values: readonly SqlValue[]): readonly Row[];
  /** Writes a whole, durable copy to `path`, which must not exist. */
  backup(path: string): Result<void, DatabaseFault>;
  /** Moves the write-ahead log into the file, so that deleted bytes lie in neither. */
  checkpoint(): void;
  close(): void;
}

/** Opens the file at `path`, making it and its folder on first use (owner only), checks it and migrates it. */
export function openDatabase(path: string, options: DatabaseOptions): Result<Database, DatabaseFault> {
  throw new Error(`not built yet: ${path} ${options.profile}`);
}
