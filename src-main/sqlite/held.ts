import { existsSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { faultOf } from './fault.ts';
import { nativeBindingOverride } from './native-binding.ts';

/** Whether another process has the file at `path` open for itself. Says nothing of what is in it, damaged or not. */
export function isHeld(path: string): boolean {
  // SQLite would remove the log beside an empty file.
  if (!existsSync(path) || statSync(path).size === 0) return false;
  const nativeBinding = nativeBindingOverride();
  let handle: BetterSqlite3.Database | null = null;
  try {
    handle = new BetterSqlite3(path, { readonly: true, fileMustExist: true, timeout: 0, ...(nativeBinding === undefined ? {} : { nativeBinding }) });
    handle.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault === null) throw thrown;
    return fault.code === 'in_use';
  } finally {
    handle?.close();
  }
}
