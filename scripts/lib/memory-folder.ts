import { accessSync, constants, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Counters and browsers of tests that run side by side fill some hundred megabytes. */
const enoughBytes = 4 * 1024 ** 3;

export interface MemoryFolder {
  readonly path: string;
  readonly remove: () => void;
}

/**
 * A folder in memory for what tests write, or null where memory is short or nothing in it can be run. Every commit of a
 * journal is synced: on a busy disk tests wait ten times as long as they work. What survives a power cut is shown by a
 * shim (test/crash/lost-writes.c), not by a disk.
 */
export function makeMemoryFolder(memory = '/dev/shm', wantedBytes = enoughBytes): MemoryFolder | null {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < wantedBytes) return null;
    const path = realpathSync(mkdtempSync(join(memory, 'counterfoil-')));
    const folder = { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 10 }) };
    if (canRun(path)) return folder;
    folder.remove();
  } catch {
    // Another system, or a folder that is not ours to write to.
  }
  return null;
}

/** Some containers mount it so that nothing in it can be executed. */
function canRun(folder: string): boolean {
  const probe = join(folder, 'probe');
  writeFileSync(probe, '', { mode: 0o700 });
  try {
    accessSync(probe, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(probe);
  }
}
