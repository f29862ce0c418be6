import { existsSync, statSync } from 'node:fs';
import { readFrom } from './driver.ts';
import { attempt } from './fault.ts';

/**
 * Whether another process has the file at `path` open for itself. Says nothing of what is in it, damaged or not, and
 * changes nothing.
 */
export function isHeld(path: string): boolean {
  // SQLite would remove the log beside an empty file.
  if (!existsSync(path) || statSync(path).size === 0) return false;
  const read = attempt(() =>
    readFrom(path, { readonly: true, timeout: 0 }, (handle) =>
      handle.prepare('SELECT count(*) FROM sqlite_schema').get(),
    ),
  );
  return !read.ok && read.error.code === 'in_use';
}
