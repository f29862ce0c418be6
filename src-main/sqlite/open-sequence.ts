import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { opened } from './driver.ts';
import { DatabaseUnavailable, emptyFile } from './fault.ts';
import { latestOf, migrate, versionOf, type Migration } from './migration.ts';
import { fitsSchema, hasNothingStrange, hasOnlySchema } from './schema-fit.ts';

/**
 * `synchronous` levels of SQLite: NORMAL may lose the last commits in a power cut, FULL loses none. At OFF whoever
 * writes the file syncs it before it counts.
 */
const synchronousLevels = { durable: 2, disposable: 1, unsynced: 0 } as const;

/**
 * `durable`: one process, FULL synchronous, nothing is ever thrown away. `disposable`: a cache; a damaged or newer file
 * is deleted and begun afresh. `unsynced`: a copy that is being written.
 */
export type DatabaseProfile = keyof typeof synchronousLevels;

export interface DatabaseOptions {
  readonly profile: Exclude<DatabaseProfile, 'unsynced'>;
  /** Marks the file as ours (`PRAGMA application_id`, 32 bits); any other file is refused as `corrupt`. */
  readonly applicationId: number;
  /** Numbered from 1 without gaps. */
  readonly migrations: readonly Migration[];
  /** Something was kept in the file before: an empty one is then damaged, and not a new one to begin. */
  readonly hasBegun?: boolean;
  /**
   * What is read of it at its opening. `structure`: every page. `whole`: each index is compared with its table as well,
   * which takes about twice as long. `form`: nothing that grows with the file. A file that is to be migrated has at
   * least its structure checked.
   */
  readonly check?: 'whole' | 'structure' | 'form';
  /** The operating system, where it is not the one that this runs on. */
  readonly platform?: NodeJS.Platform;
}

/** What a copy may hold: tables of these migrations, and others by the statements that made them. */
export interface CopyForm extends Pick<DatabaseOptions, 'migrations'> {
  readonly others: ReadonlyMap<string, string>;
}

/** Opens, checks and migrates the file. Call it within `attempt`: it throws the driver's and the system's errors. */
export function openHandle(path: string, options: DatabaseOptions): BetterSqlite3.Database {
  const latest = latestOf(options.migrations);
  const mustHold = options.hasBegun === true && existsSync(path);
  makeOwnerOnly(path);
  // SQLite removes the log beside an empty file as soon as it reads: such a file is not even opened.
  if (mustHold && statSync(path).size === 0) throw new DatabaseUnavailable(emptied);
  // Another process that holds the journal will hold it for hours: waiting helps nobody. A cache is shared for moments.
  const timeout = options.profile === 'durable' ? 0 : 2_000;
  return opened(path, { timeout }, (handle) => {
    if (options.profile === 'durable') handle.pragma('locking_mode = EXCLUSIVE');
    // Nothing is changed before the file is known to be ours.
    identify(handle, options.applicationId, mustHold);
    refuseNewer(handle, latest, options.migrations);
    configure(handle, options);
    check(handle, path, options);
    migrate(handle, path, options.applicationId, options.migrations);
    return handle;
  });
}

/** Opens a copy without changing its form. Call it within `attempt`: it throws the driver's and the system's errors. */
export function openCopyHandle(path: string, applicationId: number, form?: CopyForm): BetterSqlite3.Database {
  return opened(path, { fileMustExist: true, timeout: 0 }, (handle) => {
    identify(handle, applicationId, true);
    harden(handle, { profile: 'durable' });
    // A part of a backup holds some of the tables, and not all that they point to.
    handle.pragma('foreign_keys = OFF');
    if (form !== undefined && !hasNothingStrange(handle, form.migrations, form.others))
      throw new DatabaseUnavailable({ code: 'corrupt', detail: 'schema' });
    return handle;
  });
}

/** Makes a file, for its owner alone, that is whole and counts only once its maker has synced it. Call it likewise. */
export function newCopyHandle(path: string, applicationId: number): BetterSqlite3.Database {
  closeSync(openSync(path, 'wx', 0o600));
  return opened(path, { fileMustExist: true, timeout: 0 }, (handle) => {
    handle.pragma(`application_id = ${applicationId}`);
    handle.pragma('journal_mode = MEMORY');
    harden(handle, { profile: 'unsynced' });
    handle.pragma('foreign_keys = OFF');
    return handle;
  });
}

export function synchronousLevelOf(
  handle: BetterSqlite3.Database,
): BetterSqlite3.Statement<[], { readonly synchronous: unknown }> {
  return handle.prepare('SELECT synchronous FROM pragma_synchronous');
}

/**
 * Refuses to go on at any level but the profile's. The driver is built so that WAL falls back to NORMAL at a file's
 * first write, whatever was read before it; so the level is set explicitly and asked for inside each transaction. The
 * statement is planned once and asks anew each time.
 */
export function assertSynchronous(
  statement: BetterSqlite3.Statement<[], { readonly synchronous: unknown }>,
  profile: DatabaseProfile,
): void {
  const level = statement.get()?.synchronous;
  if (level !== synchronousLevels[profile])
    throw new DatabaseUnavailable({ code: 'not_writable', detail: `synchronous_${String(level)}` });
}

/** The file, and its folder where we make it, belong to their owner only; SQLite gives its log the file's mode. */
function makeOwnerOnly(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Closing any descriptor of an open database drops this process's locks on it (sqlite.org/howtocorrupt.html 2.2), so
  // an existing file is only named here, never opened.
  if (existsSync(path)) {
    if (!statSync(path).isFile()) throw new DatabaseUnavailable({ code: 'not_writable', detail: 'not_a_file' });
    chmodSync(path, 0o600);
  } else {
    closeSync(openSync(path, 'wx', 0o600));
  }
}

/**
 * How many pages the log holds before it is moved into the file. A disk that fills up then finds little that is still
 * to be moved: what room is held for can be used (decision 0027).
 */
const logPages = 64;

const emptied = { code: 'corrupt', detail: emptyFile } as const;

function identify(handle: BetterSqlite3.Database, ours: number, mustHold: boolean): void {
  const applicationId = Number(handle.pragma('application_id', { simple: true }));
  const tables = asRead(() => Number(handle.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()));
  const isEmpty = applicationId === 0 && tables === 0;
  if (isEmpty && mustHold) throw new DatabaseUnavailable(emptied);
  if (!isEmpty && applicationId !== ours) throw new DatabaseUnavailable({ code: 'corrupt', detail: foreignFile });
}

function refuseNewer(handle: BetterSqlite3.Database, latest: number, migrations: readonly Migration[]): void {
  const version = versionOf(handle);
  if (version <= latest) return;
  // A newer build changes what is in the file, too; where one bit of the number is all that is changed, that is what
  // was damaged.
  if (version > latest + 1 && isOneBit(version ^ latest) && hasOnlySchema(handle, migrations))
    throw new DatabaseUnavailable({ code: 'corrupt', detail: 'version' });
  throw new DatabaseUnavailable({ code: 'newer', detail: `version_${version}` });
}

function isOneBit(difference: number): boolean {
  return (difference & (difference - 1)) === 0;
}

/** The detail of a file that some other program made. It is never deleted, not even by the disposable profile. */
export const foreignFile = 'foreign_file';

function configure(handle: BetterSqlite3.Database, options: DatabaseOptions): void {
  const mode = handle.pragma('journal_mode = WAL', { simple: true });
  if (mode !== 'wal') throw new DatabaseUnavailable({ code: 'not_writable', detail: 'no_write_ahead_log' });
  if (options.profile === 'durable') handle.pragma(`wal_autocheckpoint = ${logPages}`);
  harden(handle, options);
}

/** The driver's own 16 MB for each open file would stay for as long as it is open; the system caches the file, too. */
const cacheKib = 2_000;

function harden(
  handle: BetterSqlite3.Database,
  { profile, platform = process.platform }: { profile: DatabaseProfile; platform?: NodeJS.Platform | undefined },
): void {
  handle.pragma(`synchronous = ${synchronousLevels[profile]}`);
  if (platform === 'darwin' && profile === 'durable') {
    // fsync on macOS does not reach the medium; F_FULLFSYNC does (sqlite.org/pragma.html#pragma_fullfsync).
    handle.pragma('fullfsync = ON');
    handle.pragma('checkpoint_fullfsync = ON');
  }
  handle.pragma('foreign_keys = ON');
  handle.pragma('trusted_schema = OFF');
  handle.pragma('cell_size_check = ON');
  handle.pragma('secure_delete = ON');
  handle.pragma(`cache_size = -${cacheKib}`);
}

function check(
  handle: BetterSqlite3.Database,
  path: string,
  { migrations, check: asked = 'structure' }: DatabaseOptions,
): void {
  // A log that still lies beside the file may hold its last pages.
  const isCutShort = pagesOf(handle) * pageSizeOf(handle) > statSync(path).size + logBytes(path);
  if (isCutShort) throw new DatabaseUnavailable({ code: 'corrupt', detail: 'cut_short' });
  const isCurrent = versionOf(handle) === latestOf(migrations);
  if (asked !== 'form' || !isCurrent) checkPages(handle, asked === 'whole' ? 'integrity_check' : 'quick_check');
  if (!fitsSchema(handle, migrations, versionOf(handle)))
    throw new DatabaseUnavailable({ code: 'corrupt', detail: 'schema' });
}

function checkPages(handle: BetterSqlite3.Database, pragma: 'integrity_check' | 'quick_check'): void {
  if (asRead(() => handle.pragma(`${pragma}(1)`, { simple: true })) !== 'ok')
    throw new DatabaseUnavailable({ code: 'corrupt', detail: pragma });
}

function pagesOf(handle: BetterSqlite3.Database): number {
  return Number(handle.pragma('page_count', { simple: true }));
}

function pageSizeOf(handle: BetterSqlite3.Database): number {
  return Number(handle.pragma('page_size', { simple: true }));
}

function logBytes(path: string): number {
  return existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0;
}

/**
 * The statement is the same for every file: one that fails as a statement fails by what the file says of its own form.
 */
function asRead<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (!(thrown instanceof BetterSqlite3.SqliteError) || thrown.code !== 'SQLITE_ERROR') throw thrown;
    throw new DatabaseUnavailable({ code: 'corrupt', detail: 'form' });
  }
}
