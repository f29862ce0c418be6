import { closeSync, openSync, readSync } from 'node:fs';
import type { Pausable } from '../core/pausable.ts';

const bytesAtATime = 1024 * 1024;

/** Hands the bytes of a file to `take`, a megabyte a turn. */
export function* readInTurns(path: string, take: (bytes: Uint8Array) => void): Pausable<void> {
  const file = openSync(path, 'r');
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
