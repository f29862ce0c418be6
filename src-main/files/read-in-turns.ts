import { closeSync, constants, openSync, readSync } from 'node:fs';
import type { Pausable } from '../core/pausable.ts';

const bytesAtATime = 1024 * 1024;

/** Hands the bytes of a file to `take`, a megabyte a turn. */
export function* readInTurns(path: string, take: (bytes: Uint8Array) => void): Pausable<void> {
  // A pipe that was put there meanwhile is not waited for.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const buffer = new Uint8Array(bytesAtATime);
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, null);
      if (length === 0) return;
      take(buffer.subarray(0, length));
      yield;
    }
  } finally {
    closeSync(file);
  }
}
