import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, statfs, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { runningSha256, type RunningSha256 } from '../core/hash.ts';
import type { Clock } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { isAbsent } from '../files/absent.ts';
import { syncDirectory } from '../files/atomic-write.ts';
import type { Package } from './documents.ts';
import { diskFault, type UpdateFault } from './fault.ts';
import type { Feed } from './feed.ts';

export interface Download {
  readonly feed: Feed;
  readonly package: Package;
  /** Where the file will lie, under its own name. */
  readonly folder: string;
  readonly clock: Clock;
  readonly pace: Pace;
  /** What must stay free on the disk: sales need it (law 1). */
  readonly roomBytes: number;
  readonly signal: AbortSignal;
}

export interface Pace {
  readonly pieceBytes: number;
  readonly bytesPerSecond: number;
}

/** Slow enough for a shop's connection to sell over: 200 s for 100 MB. */
export const backgroundPace: Pace = { pieceBytes: 256 * 1024, bytesPerSecond: 512 * 1024 };
/** A stick is in the hand of somebody who waits. */
export const stickPace: Pace = { pieceBytes: 4 * 1024 * 1024, bytesPerSecond: Number.POSITIVE_INFINITY };

/**
 * Fetches the package, or goes on where an earlier call stopped. The path of the file when it is whole, is the one that
 * was signed, and is durable; only then does it have its name.
 */
export async function downloadPackage(download: Download): Promise<Result<string, UpdateFault>> {
  const { folder, package: wanted } = download;
  const path = join(folder, wanted.file);
  // Another package may come under the same name: what was fetched of one is never gone on with for another.
  const partial = join(folder, `${wanted.sha256}.partial`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // What lies in another folder, to which a link leads, is not ours to remove.
    if (!(await lstat(folder)).isDirectory()) return err({ code: 'not_writable', detail: basename(folder) });
    await removeOthers(folder, [basename(path), basename(partial)]);
    if (await isThere(path, wanted)) return ok(path);
    const fetched = await withAppended(partial, (file) => fetchRest(file, download));
    if (!fetched.ok) {
      if (isToGo(fetched.error)) await rm(partial, { force: true });
      return fetched;
    }
    await rename(partial, path);
    syncDirectory(folder);
    return ok(path);
  } catch (thrown) {
    const fault = diskFault(thrown, wanted.file);
    if (isToGo(fault)) await rm(partial, { force: true });
    return err(fault);
  }
}

/** Whether the file is the package that was signed. */
export async function isPackage(file: FileHandle, { bytes, sha256 }: Package): Promise<boolean> {
  const status = await file.stat();
  if (!status.isFile() || status.size !== bytes) return false;
  const sum = runningSha256();
  await addFrom(file, sum);
  return sum.hex() === sha256;
}

/** Whether `bytes` fit on the disk of `folder` so that `roomBytes` stay free. */
export async function hasRoom(folder: string, bytes: number, roomBytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= bytes + roomBytes;
}

async function isThere(path: string, wanted: Package): Promise<boolean> {
  let file: FileHandle | null = null;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return await isPackage(file, wanted);
  } catch (thrown) {
    if (isAbsent(thrown)) return false;
    throw thrown;
  } finally {
    await file?.close();
  }
}

async function fetchRest(file: FileHandle, download: Download): Promise<Result<void, UpdateFault>> {
  const { feed, package: wanted, clock, pace, signal } = download;
  const { size } = await file.stat();
  if (size > wanted.bytes) return err({ code: 'package_tampered', detail: wanted.file });
  const sum = runningSha256();
  let start = await addFrom(file, sum);
  while (start < wanted.bytes) {
    if (signal.aborted) return err({ code: 'feed_stopped' });
    if (!(await hasRoom(download.folder, wanted.bytes - start, download.roomBytes))) return err({ code: 'disk_full' });
    const length = Math.min(pace.pieceBytes, wanted.bytes - start);
    const begunMs = clock.monotonicMs();
    const piece = await feed.piece(wanted.file, start, length);
    if (!piece.ok) return piece;
    sum.add(piece.value);
    await file.appendFile(piece.value);
    start += length;
    const leftMs = (length / pace.bytesPerSecond) * 1000 - (clock.monotonicMs() - begunMs);
    if (leftMs > 0) await clock.sleep(leftMs, signal);
  }
  if (sum.hex() !== wanted.sha256) return err({ code: 'package_tampered', detail: wanted.file });
  await file.sync();
  return ok(undefined);
}

/** What was fetched cannot become the package, or the disk needs its room more. */
function isToGo({ code }: UpdateFault): boolean {
  return code === 'package_tampered' || code === 'disk_full';
}

/** One package lies in the folder at a time. */
async function removeOthers(folder: string, kept: readonly string[]): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names.filter((name) => !kept.includes(name)).map((name) => rm(join(folder, name), { recursive: true })),
  );
}

/** Not through a link, which leads to a file of somebody's. Windows knows no such flag. */
const appended = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

async function withAppended<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, appended, 0o600);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Adds the whole file to the sum; its length. */
async function addFrom(file: FileHandle, sum: RunningSha256): Promise<number> {
  const chunk = new Uint8Array(1024 * 1024);
  for (let start = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, start);
    if (bytesRead === 0) return start;
    sum.add(chunk.subarray(0, bytesRead));
    start += bytesRead;
  }
}
