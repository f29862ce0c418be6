import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A file of ours beside the records: each of them is far below this. */
const companionBytes = 4 * 1024 * 1024;

const chunkBytes = 64 * 1024;

/**
 * The whole of a regular file of at most so many bytes. Whoever can write in the folder can put a pipe there, whose
 * opening does not end, or a device or a file of holes, whose reading does not. Throws what the system throws, `EINVAL`
 * for what is no file, and `EFBIG` for a larger one.
 */
export function readBounded(path: string, mostBytes: number = companionBytes): Buffer {
  return withRegularFile(path, (file, sizeBytes) => {
    if (sizeBytes > mostBytes) throw unread('EFBIG');
    return readUpTo(file, mostBytes);
  });
}

/** What `use` makes of a regular file, read by its descriptor. Throws as `readBounded` does for what is none. */
export function withRegularFile<T>(path: string, use: (file: number, sizeBytes: number) => T): T {
  // Windows has no such flag, and no such pipes in its folders.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw unread('EINVAL');
    return use(file, status.size);
  } finally {
    closeSync(file);
  }
}

/** Whether a file was not read because it is too large. */
export function isTooLarge(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EFBIG';
}

/** By what is read, whatever the size was said to be: a file may grow meanwhile, and a device has none. */
function readUpTo(file: number, mostBytes: number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; ;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(file, chunk, 0, chunk.length, null);
    if (length === 0) return Buffer.concat(chunks, total);
    total += length;
    if (total > mostBytes) throw unread('EFBIG');
    chunks.push(chunk.subarray(0, length));
  }
}

/** In the form in which the system says why: whoever reads files knows that form. */
function unread(code: 'EINVAL' | 'EFBIG'): Error {
  return Object.assign(new Error(code), { code, syscall: 'read' });
}
