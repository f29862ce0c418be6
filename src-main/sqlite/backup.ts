import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { syncDirectory, syncFile } from '../files/atomic-write.ts';
import { DatabaseUnavailable } from './fault.ts';

/**
 * Writes a whole copy of an open database to `path`, which must not exist. Call it within `attempt`: it throws
 * the driver's and the system's errors.
 */
export function backUpInto(handle: BetterSqlite3.Database, path: string): void {
  if (existsSync(path)) throw new DatabaseUnavailable({ code: 'not_writable', detail: 'EEXIST' });
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  // SQLite accepts an empty file as target, and so the copy is never readable by others.
  closeSync(openSync(partial, 'wx', 0o600));
  try {
    handle.prepare('VACUUM INTO ?').run(partial);
    // VACUUM INTO does not sync what it writes (sqlite.org/lang_vacuum.html).
    syncFile(partial);
    renameSync(partial, path);
    syncDirectory(dirname(path));
  } finally {
    rmSync(partial, { force: true });
  }
}
