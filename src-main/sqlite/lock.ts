import { closeSync, lstatSync, openSync } from 'node:fs';
import type { Result } from '../core/result.ts';
import { appendOnly } from '../files/append-only.ts';
import { cutOwnFile } from '../files/own-file.ts';
import { opened } from './driver.ts';
import { attempt, DatabaseUnavailable, type DatabaseFault } from './fault.ts';

/** Held until it is released or the process ends, however it ends: the system lets it go. */
export interface HeldLock {
  release(): void;
}

/**
 * Takes the lock that lies at `path`, an empty file, which is made on first use. Faults: `in_use` where anybody holds
 * it, in this process too; `not_writable`. The file is never removed: two processes would each hold a lock of another
 * file.
 */
export function holdLock(path: string): Result<HeldLock, DatabaseFault> {
  const held = attempt(() => hold(path));
  if (held.ok || held.error.code !== 'corrupt') return held;
  return attempt(() => {
    // Nothing is ever written into it, so that what is in it says nothing, unless it is a file of somebody else.
    if (!cutOwnFile(path, 0)) throw notAFile();
    return hold(path);
  });
}

function hold(path: string): HeldLock {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status?.isSymbolicLink() === true) throw notAFile();
  if (status === undefined) closeSync(openSync(path, appendOnly, 0o600));
  return opened(path, { timeout: 0 }, (handle) => {
    // Without it a transaction that is begun leaves a file of its own beside it.
    handle.pragma('journal_mode = MEMORY');
    handle.exec('BEGIN EXCLUSIVE');
    return { release: () => void handle.close() };
  });
}

function notAFile(): DatabaseUnavailable {
  return new DatabaseUnavailable({ code: 'not_writable', detail: 'not_a_file' });
}
