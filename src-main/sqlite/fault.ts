import BetterSqlite3 from 'better-sqlite3';
import { err, ok, type Result } from '../core/result.ts';

/** The closed list of what a database file can fail with. */
export interface DatabaseFault {
  readonly code: 'in_use' | 'corrupt' | 'not_writable' | 'newer' | 'no_driver';
  /** SQLite's or the system's own code, for engineers. Never a statement, a value or a path. */
  readonly detail: string;
}

/** What is behind a file that does not take what is written, as far as anything is decided by it. */
export type WriteTrouble = 'disk_full' | 'file_too_large' | 'device' | 'not_permitted' | 'other';

/** By the beginning of a code, to which SQLite adds what it was doing. The first that fits counts. */
const writeTroubles: readonly (readonly [WriteTrouble, readonly string[]])[] = [
  // FULL is said only for ENOSPC; a quota or a limit on the size of files comes as a write that failed.
  ['disk_full', ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE']],
  ['file_too_large', ['EFBIG']],
  ['device', ['SQLITE_IOERR']],
  // A file in the place of a folder counts among these.
  [
    'not_permitted',
    ['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PERM'],
  ],
];

/** The one place that reads SQLite's and the system's own codes in a detail. */
export function writeTroubleOf(detail: string): WriteTrouble {
  const [trouble] = writeTroubles.find(([, codes]) => codes.some((code) => detail.startsWith(code))) ?? ['other'];
  return trouble;
}

/** The detail of a file that holds nothing. */
export const emptyFile = 'empty';

/** Thrown by reads and writes outside `transaction` when the file fails under them. */
export class DatabaseUnavailable extends Error {
  readonly fault: DatabaseFault;

  constructor(fault: DatabaseFault) {
    super(`database ${fault.code} (${fault.detail})`);
    this.name = 'DatabaseUnavailable';
    this.fault = fault;
  }
}

/** SQLite's primary result codes (sqlite.org/rescode.html) that speak of the file, not of a mistake in a statement. */
const faultCodes: ReadonlyMap<string, DatabaseFault['code']> = new Map([
  ['SQLITE_BUSY', 'in_use'],
  ['SQLITE_LOCKED', 'in_use'],
  ['SQLITE_PROTOCOL', 'in_use'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_FORMAT', 'corrupt'],
  ['SQLITE_FULL', 'not_writable'],
  ['SQLITE_IOERR', 'not_writable'],
  ['SQLITE_READONLY', 'not_writable'],
  ['SQLITE_CANTOPEN', 'not_writable'],
  ['SQLITE_PERM', 'not_writable'],
  ['SQLITE_NOLFS', 'not_writable'],
]);

/** The fault behind a thrown value, or null where it is a bug and must stay an exception. */
export function faultOf(thrown: unknown): DatabaseFault | null {
  if (thrown instanceof DatabaseUnavailable) return thrown.fault;
  if (thrown instanceof BetterSqlite3.SqliteError) return sqliteFault(thrown.code, thrown.message);
  if (!isSystemError(thrown)) return null;
  return { code: isUnreadable(thrown) ? 'corrupt' : 'not_writable', detail: thrown.code };
}

/** Whether the disk did not give back what lies on it. */
export function isUnreadable(thrown: unknown): boolean {
  return isSystemError(thrown) && thrown.code === 'EIO' && thrown.syscall === 'read';
}

/** Whether a copy failed on a disk: where it was read or where it was written, the system does not say. */
export function isUncopied(thrown: unknown): boolean {
  return isSystemError(thrown) && thrown.code === 'EIO' && thrown.syscall === 'copyfile';
}

/** A disk that does not give back what was written to it. */
const damagedOnDisk: readonly string[] = [
  'SQLITE_IOERR_CORRUPTFS',
  'SQLITE_IOERR_DATA',
  'SQLITE_IOERR_READ',
  'SQLITE_IOERR_SHORT_READ',
];

/** Only whole JSON is ever written. SQLite has no code of its own for a text that is none any more. */
const damagedJson = 'malformed JSON';

function sqliteFault(resultCode: string, message: string): DatabaseFault | null {
  if (damagedOnDisk.includes(resultCode)) return { code: 'corrupt', detail: resultCode };
  if (message === damagedJson) return { code: 'corrupt', detail: 'malformed_json' };
  const code = faultCodes.get(resultCode.split('_', 2).join('_'));
  return code === undefined ? null : { code, detail: resultCode };
}

function isSystemError(thrown: unknown): thrown is Error & { readonly code: string; readonly syscall: string } {
  if (!(thrown instanceof Error && 'syscall' in thrown && 'code' in thrown)) return false;
  return typeof thrown.code === 'string' && typeof thrown.syscall === 'string';
}

/** Whether a statement failed because the file lacks a table: SQLite has no code of its own for that. */
export function lacksTable(thrown: unknown): boolean {
  return thrown instanceof BetterSqlite3.SqliteError && thrown.message.startsWith('no such table: ');
}

/** Whether rows that came from elsewhere break what their table holds to; of our own rows it would be a bug. */
export function breaksConstraint(thrown: unknown): boolean {
  return thrown instanceof BetterSqlite3.SqliteError && thrown.code.startsWith('SQLITE_CONSTRAINT');
}

/** Runs `work`, turning what the driver throws into `DatabaseUnavailable`; bugs pass through. */
export function throwingUnavailable<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const fault = faultOf(thrown);
    throw fault === null ? thrown : new DatabaseUnavailable(fault);
  }
}

/** What `work` gives, or the fault behind what it threw; bugs pass through. */
export function attempt<T>(work: () => T): Result<T, DatabaseFault> {
  try {
    return ok(work());
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault === null) throw thrown;
    return err(fault);
  }
}
