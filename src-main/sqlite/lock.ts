import { closeSync, existsSync, openSync, truncateSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { err, ok, type Result } from '../core/result.ts';
import { faultOf, type DatabaseFault } from './fault.ts';
import { nativeBindingOverride } from './native-binding.ts';

/** Held until it is released or the process ends, however it ends: the system lets it go. */
export interface HeldLock {
  release(): void;
}

/**
 * Takes the lock that lies at `path`, an empty file, which is made on first use. Faults: `in_use` where anybody holds it, in this
 * process too; `not_writable`. The file is never removed: two processes would each hold a lock of another file.
 */
export function holdLock(path: string): Result<HeldLock, DatabaseFault> {
  const held = tryHold(path);
  if (held.ok || held.error.code !== 'corrupt') return held;
  // Nothing is ever written into it, so that what is in it says nothing.
  truncateSync(path, 0);
  return tryHold(path);
}

function tryHold(path: string): Result<HeldLock, DatabaseFault> {
  const nativeBinding = nativeBindingOverride();
  let handle: BetterSqlite3.Database | null = null;
  try {
    if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
    handle = new BetterSqlite3(path, { timeout: 0, ...(nativeBinding === undefined ? {} : { nativeBinding }) });
    // Without it a transaction that is begun leaves a file of its own beside it.
    handle.pragma('journal_mode = MEMORY');
    handle.exec('BEGIN EXCLUSIVE');
    const taken = handle;
    return ok({ release: () => void taken.close() });
  } catch (thrown) {
    handle?.close();
    const fault = faultOf(thrown);
    if (fault === null) throw thrown;
    return err(fault);
  }
}
