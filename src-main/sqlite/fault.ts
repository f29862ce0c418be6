import BetterSqlite3 from 'better-sqlite3';

/** The closed list of what a database file can fail with. */
export interface DatabaseFault {
  readonly code: 'in_use' | 'corrupt' | 'not_writable' | 'newer';
  /** SQLite's or the system's own code, for engineers. Never a statement, a value or a path. */
  readonly detail: string;
}

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
  ['BUSY', 'in_use'], ['LOCKED', 'in_use'], ['PROTOCOL', 'in_use'],
  ['CORRUPT', 'corrupt'], ['NOTADB', 'corrupt'], ['FORMAT', 'corrupt'],
  ['FULL', 'not_writable'], ['IOERR', 'not_writable'], ['READONLY', 'not_writable'], ['CANTOPEN', 'not_writable'],
  ['PERM', 'not_writable'], ['NOLFS', 'not_writable'],
]);

/** The fault behind a thrown value, or null where it is a bug and must stay an exception. */
export function faultOf(thrown: unknown): DatabaseFault | null {
  if (thrown instanceof DatabaseUnavailable) return thrown.fault;
  if (thrown instanceof BetterSqlite3.SqliteError) return sqliteFault(thrown.code, thrown.message);
  return isSystemError(thrown) ? { code: 'not_writable', detail: thrown.code } : null;
}

/** Only whole JSON is ever written. SQLite has no code of its own for a text that is none any more. */
const damagedJson = 'malformed JSON';

function sqliteFault(resultCode: string, message: string): DatabaseFault | null {
  if (resultCode === 'SQLITE_IOERR_CORRUPTFS') return { code: 'corrupt', detail: resultCode };
  if (message === damagedJson) return { code: 'corrupt', detail: 'malformed_json' };
  const code = faultCodes.get(resultCode.split('_')[1] ?? '');
  return code === undefined ? null : { code, detail: resultCode };
}

function isSystemError(thrown: unknown): thrown is Error & { readonly code: string } {
  return thrown instanceof Error && 'syscall' in thrown && 'code' in thrown && typeof thrown.code === 'string';
}

/** Runs `work`, turning what the driver throws into `DatabaseUnavailable`; bugs pass through. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const fault = faultOf(thrown);
    throw fault === null ? thrown : new DatabaseUnavailable(fault);
  }
}
