import { rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The system says in whole seconds since when it runs, and from that when a process began. */
const toleranceMs = 1000;

/**
 * Removes the empty folders at the end of a path that were made since this process began: Chromium makes the folder of
 * its data before any line of ours runs. What was there before, or holds anything, stays.
 */
export function removeMadeBefore(folder: string, begunMs: number): void {
  try {
    for (let each = folder; statSync(each).birthtimeMs >= begunMs - toleranceMs; each = dirname(each)) rmdirSync(each);
  } catch {
    // Not there, not empty, or not ours to remove.
  }
}
