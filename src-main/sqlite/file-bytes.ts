import { fstatSync, readSync, statSync } from 'node:fs';
import { withRegularFile } from '../files/read-bounded.ts';
import { isUnreadable } from './fault.ts';
import type { ByteSource } from './pages.ts';

/** Several pages: they are read one after the other, but for those that a long row goes on in. */
const windowBytes = 64 * 1024;
/** What a disk gives or not, and a page of the journal. */
const sectorBytes = 4096;

/**
 * The bytes at `path`, of which a piece is in memory at a time: five years of sales do not fit there. Where nothing
 * lies there are none; what the disk no longer gives back is zeros. The file is open only while a piece is read, which
 * throws what else the system throws, and `EINVAL` where that is no file.
 */
export function fileBytes(path: string): ByteSource {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return new Uint8Array(0);
  const window = Buffer.alloc(windowBytes);
  let [from, to] = [0, 0];
  return {
    length: status.size,
    subarray: (start, end) => {
      if (start < from || end > to)
        [from, to] = [start, start + withRegularFile(path, (file) => readInto(window, file, start))];
      return new Uint8Array(window.subarray(start - from, Math.max(start, Math.min(end, to)) - from));
    },
  };
}

/** How many bytes there were, from `start` on. */
function readInto(window: Buffer, file: number, start: number): number {
  for (let length = 0; ;) {
    const read = readSome(window, file, start, length);
    length += read;
    if (read === 0 || length === window.length) return length;
  }
}

function readSome(window: Buffer, file: number, start: number, length: number): number {
  try {
    return readSync(file, window, length, window.length - length, start + length);
  } catch (thrown) {
    if (!isUnreadable(thrown)) throw thrown;
    const sectorEnd = (Math.floor((start + length) / sectorBytes) + 1) * sectorBytes;
    const end = Math.min(sectorEnd - start, window.length, fstatSync(file).size - start);
    window.fill(0, length, end);
    return end - length;
  }
}
