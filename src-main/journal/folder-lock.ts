import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../core/result.ts';
import { attempt, type DatabaseFault } from '../sqlite/fault.ts';
import { holdLock, type HeldLock } from '../sqlite/lock.ts';

/**
 * Keeps every other process from the records in `directory`, which is made on first use: whoever opens them holds it as
 * long as they are open, and whoever puts others in their place from the first look to the last rename. Faults:
 * `in_use`, `not_writable`.
 */
export function holdFolder(directory: string): Result<HeldLock, DatabaseFault> {
  const done = attempt(() => {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return holdLock(join(directory, 'journal.lock'));
  });
  return done.ok ? done.value : done;
}
