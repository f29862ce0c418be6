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

/** A disk may refuse all that was asked for because of one sector: what lies before that is asked for alone. */
function readSome(window: Buffer, file: number, start: number, length: number): number {
  const asked = window.length - length;
  const whole = readUnlessUnreadable(window, file, start, length, asked);
  if (whole !== null) return whole;
  const at = start + length;
  const inSector = Math.min(sectorBytes - (at % sectorBytes), asked, fstatSync(file).size - at);
  const some = readUnlessUnreadable(window, file, start, length, inSector);
  if (some !== null) return some;
  window.fill(0, length, length + inSector);
  return inSector;
}

function readUnlessUnreadable(
  window: Buffer,
  file: number,
  start: number,
  length: number,
  asked: number,
): number | null {
  try {
    return readSync(file, window, length, asked, start + length);
  } catch (thrown) {
    if (isUnreadable(thrown)) return null;
    throw thrown;
  }
}
