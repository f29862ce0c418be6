import type { Failure } from '../../src-shared/contract/codes.ts';
import { err, type Result } from '../core/result.ts';
import { attempt, DatabaseUnavailable, writeTroubleOf, type DatabaseFault } from '../sqlite/fault.ts';

const failureCodes = {
  in_use: 'journal_in_use',
  corrupt: 'journal_corrupt',
  not_writable: 'journal_not_writable',
  newer: 'journal_newer',
  no_driver: 'driver_unavailable',
} as const satisfies Record<DatabaseFault['code'], Failure['code']>;

/** Thrown by a read whose file fails under it. Carries a closed code; the call boundary answers with `failure`. */
export class JournalUnavailable extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.code);
    this.name = 'JournalUnavailable';
    this.failure = failure;
  }
}

export function journalFailure(fault: DatabaseFault): Failure {
  return { code: failureCodes[fault.code], detail: fault.detail };
}

/** What `work` gives, or the failure of the file or the system behind what it threw; bugs pass through. */
export function attempted<T>(work: () => Result<T, Failure>): Result<T, Failure> {
  try {
    const done = attempt(work);
    return done.ok ? done.value : err(journalFailure(done.error));
  } catch (thrown) {
    if (thrown instanceof JournalUnavailable) return err(thrown.failure);
    throw thrown;
  }
}

export function isDiskFull({ detail }: Failure): boolean {
  return writeTroubleOf(detail ?? '') === 'disk_full';
}

/**
 * After these nobody can say what the next write would meet: no sale begins until the file was opened and checked
 * again.
 */
export function isLasting({ code, detail }: Failure): boolean {
  return code === 'journal_corrupt' || writeTroubleOf(detail ?? '') === 'device';
}

/** Runs a read, so that a fault of the file leaves the journal as `JournalUnavailable` only. */
export function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    throw thrown instanceof DatabaseUnavailable ? new JournalUnavailable(journalFailure(thrown.fault)) : thrown;
  }
}
