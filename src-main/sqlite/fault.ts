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
