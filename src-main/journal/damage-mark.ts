import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../files/atomic-write.ts';

/**
 * A file beside the journal that says that damage was seen in it: the next opening reads all of it, however large it
 * is. It lies outside, because the damaged file may take no more writes.
 */
function markOf(directory: string): string {
  return join(directory, 'damage-seen');
}

/** Where it cannot be written, the check at leisure finds the damage again. */
export function markDamage(directory: string): void {
  if (!isMarkedDamaged(directory)) writeFileAtomically(markOf(directory), new Uint8Array(0));
}

export function isMarkedDamaged(directory: string): boolean {
  return existsSync(markOf(directory));
}

/** Call it once all of the journal was read and found whole. Where it stays, the next opening reads all again. */
export function removeDamageMark(directory: string): void {
  try {
    rmSync(markOf(directory), { force: true });
  } catch {
    // Nothing else is wrong.
  }
}
