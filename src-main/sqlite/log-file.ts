import { readSync } from 'node:fs';
import { withRegularFile } from '../files/read-bounded.ts';
import type { LogBytes } from './pages.ts';

/** Of several frames. */
const windowBytes = 1024 * 1024;

/**
 * What `use` makes of the write-ahead log at `path`, with a piece of it in memory at a time: once a large file was
 * brought to a new form in one transaction, its log is as large. Throws what the system throws, and `EINVAL` for what
 * is no file.
 */
export function withLogFile<T>(path: string, use: (log: LogBytes) => T): T {
  return withRegularFile(path, (file, length) => {
    const window = Buffer.alloc(windowBytes);
    let [from, to] = [0, 0];
    return use({
      length,
      subarray: (start, end) => {
        if (start < from || end > to) [from, to] = [start, start + readInto(window, file, start)];
        return window.subarray(start - from, Math.max(start, Math.min(end, to)) - from);
      },
    });
  });
}

/** How many bytes there were, from `start` on. */
function readInto(window: Buffer, file: number, start: number): number {
  for (let length = 0; ;) {
    const read = readSync(file, window, length, window.length - length, start + length);
    length += read;
    if (read === 0 || length === window.length) return length;
  }
}
