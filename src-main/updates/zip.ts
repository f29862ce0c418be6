import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { plainFiles } from '../files/plain-files.ts';

/** A regular file in a package. */
export interface ZipEntry {
  /** Below the one folder that holds everything in the package. */
  readonly path: string;
  readonly isProgram: boolean;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly crc32: number;
  readonly isDeflated: boolean;
  /** Where its local header begins. */
  readonly offset: number;
}

const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const;
const [localBytes, entryBytes, endBytes] = [30, 46, 22];
const methods = { stored: 0, deflated: 8 } as const;
/** The program of a counter is far below these. */
const limits = { entries: 20_000, directoryBytes: 8 * 1024 * 1024, bytes: 2_000_000_000, levels: 16 } as const;
/** In the mode of a file, as UNIX has it: its kind, and whether its owner may run it. */
const modes = { kind: 0o170000, regular: 0o100000, run: 0o100 } as const;
/** A name that stays in its folder, and is one name on every system. */
const plainName = /^[A-Za-z0-9@_+~.,()-]{0,200}[A-Za-z0-9@_+~)-]$/;
const chunkBytes = 256 * 1024;

/** The files of a zip, or null for what no package of ours has: links, comments, ways out of its one folder. */
export async function readZipEntries(zip: FileHandle): Promise<readonly ZipEntry[] | null> {
  const { size } = await zip.stat();
  const end = await readAt(zip, size - endBytes, endBytes);
  if (end?.readUInt32LE(0) !== signatures.end || end.readUInt16LE(20) !== 0) return null;
  const [count, length, offset] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (count > limits.entries || length > limits.directoryBytes || offset + length !== size - endBytes) return null;
  const directory = await readAt(zip, offset, length);
  return directory === null ? null : entriesOf(directory, count);
}

function entriesOf(directory: Buffer, count: number): readonly ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  const tops = new Set<string>();
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== signatures.entry) return null;
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28);
    const [top = '', ...path] = directory.toString('utf8', at + entryBytes, nameEnd).split('/');
    tops.add(top);
    // A folder has an entry of its own in some zips; it comes with its files.
    if (path.at(-1) !== '') {
      const entry = entryAt(directory, at, path);
      if (entry === null) return null;
      entries.push(entry);
    }
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return tops.size === 1 && haveEachAPlace(entries) && unpackedBytes(entries) <= limits.bytes && at === directory.length
    ? entries
    : null;
}

function entryAt(directory: Buffer, at: number, path: readonly string[]): ZipEntry | null {
  const [flags, method] = [directory.readUInt16LE(at + 8), directory.readUInt16LE(at + 10)];
  const mode = directory.readUInt32LE(at + 38) >>> 16;
  const isEncrypted = (flags & 1) !== 0;
  if (path.length === 0 || path.length > limits.levels || !path.every((name) => plainName.test(name))) return null;
  if (isEncrypted || (mode & modes.kind) !== modes.regular) return null;
  if (method !== methods.stored && method !== methods.deflated) return null;
  return {
    path: path.join('/'),
    isProgram: (mode & modes.run) !== 0,
    crc32: directory.readUInt32LE(at + 16),
    packedBytes: directory.readUInt32LE(at + 20),
    bytes: directory.readUInt32LE(at + 24),
    isDeflated: method === methods.deflated,
    offset: directory.readUInt32LE(at + 42),
  };
}

/** No two have one place, whatever a system makes of capitals, and no file stands where another needs a folder. */
function haveEachAPlace(entries: readonly ZipEntry[]): boolean {
  const places = new Set(entries.map(({ path }) => path.toLowerCase()));
  const folders = new Set(entries.flatMap(({ path }) => foldersOf(path.toLowerCase())));
  return places.size === entries.length && [...folders].every((folder) => !places.has(folder));
}

function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}

export function unpackedBytes(entries: readonly ZipEntry[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Writes one file of the zip below `folder` and makes it durable; false where it is not what the directory says. */
export async function unpackEntry(zip: FileHandle, entry: ZipEntry, folder: string): Promise<boolean> {
  const header = await readAt(zip, entry.offset, localBytes);
  if (header?.readUInt32LE(0) !== signatures.file) return false;
  const start = entry.offset + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
  const path = join(folder, entry.path);
  await plainFiles().mkdir(dirname(path), { recursive: true });
  const file = await plainFiles().open(path, 'wx', entry.isProgram ? 0o755 : 0o644);
  try {
    const isWhole = await writeContent(chunksOf(zip, start, entry.packedBytes), entry, file);
    await file.sync();
    return isWhole;
  } finally {
    await file.close();
  }
}

/** Stops as soon as more comes than was said. */
async function writeContent(packed: AsyncIterable<Buffer>, entry: ZipEntry, file: FileHandle): Promise<boolean> {
  let [written, sum] = [0, 0];
  const write = async (content: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of content) {
      written += chunk.length;
      if (written > entry.bytes) return;
      sum = crc32(chunk, sum);
      await file.appendFile(chunk);
    }
  };
  if (!entry.isDeflated) await write(packed);
  else if (!(await isInflated(packed, write))) return false;
  return written === entry.bytes && sum === entry.crc32;
}

/** False where the packed bytes are no deflated content, or `write` had enough of it. */
async function isInflated(
  packed: AsyncIterable<Buffer>,
  write: (content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<boolean> {
  try {
    await pipeline(Readable.from(packed), createInflateRaw(), write);
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && /^(?:Z_|ABORT_ERR$)/.test(String(thrown.code))) return false;
    throw thrown;
  }
}

async function* chunksOf(zip: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length;) {
    const chunk = await readAt(zip, start + done, Math.min(chunkBytes, length - done));
    if (chunk === null) return;
    yield chunk;
    done += chunk.length;
  }
}

async function readAt(file: FileHandle, start: number, length: number): Promise<Buffer | null> {
  if (start < 0) return null;
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, start);
  return bytesRead === length ? bytes : null;
}
