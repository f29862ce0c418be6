import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { longAt } from './numbers.ts';

/**
 * The pages of a SQLite file and of its write-ahead log, read as they lie (sqlite.org/fileformat2.html): nothing is
 * opened, locked or changed, and no page is trusted for what another one says of it.
 */

/** One state of the file: what lies on each page, by its number from 1. */
export interface PageView {
  readonly pages: readonly number[];
  page(number: number): Uint8Array | null;
}

interface Frame {
  readonly page: number;
  readonly bytes: Uint8Array;
  readonly isCommit: boolean;
  /** Whether it and all before it are as they were written. */
  readonly isWhole: boolean;
  /** False for what an earlier log left behind this one: all of that lies in the file, and newer pages too. */
  readonly isOfThisLog: boolean;
}

/** SQLite's usual size, which every journal of this product has: what a damaged header says of it is not asked. */
const pageBytes = 4096;
const logHeaderBytes = 32;
const frameHeaderBytes = 24;
/**
 * The magic number of logs that are summed with the lesser byte first, as on every system that this product runs on.
 */
const logMagic = 0x377f_0682;

/**
 * What the file and its log can be read as, the likeliest first: as SQLite would read them, with every frame of the log
 * as it comes, and without the log.
 */
export function viewsOf(file: Uint8Array, log: Uint8Array): readonly PageView[] {
  const frames = framesIn(log).filter(({ isOfThisLog }) => isOfThisLog);
  const committed = frames.findLastIndex(({ isCommit, isWhole }) => isCommit && isWhole) + 1;
  return [...new Set([committed, frames.length, 0])].map((count) => viewOf(file, frames.slice(0, count)));
}

/**
 * Whether the log was damaged after it was written: SQLite would silently pass over what comes after the damage.
 */
export function isLogDamaged(log: Uint8Array): boolean {
  const frames = framesIn(log);
  if (!hasHeader(log)) return frames.length > 0;
  // What was being written when the process ended is not committed; a frame of an earlier log ends this one.
  return frames.some(({ isCommit, isWhole, isOfThisLog }) => isOfThisLog && isCommit && !isWhole);
}

/**
 * Whether the two bytes that say how the file is written are none that SQLite writes itself ("File format version
 * numbers"). The file must not be open: closing it here would drop the locks of this process on it.
 */
export function hasDamagedHeader(path: string): boolean {
  const versions = new Uint8Array(2);
  if (existsSync(path)) {
    const file = openSync(path, 'r');
    try {
      readSync(file, versions, 0, versions.length, 18);
    } finally {
      closeSync(file);
    }
  }
  const [write = 0, read = 0] = versions;
  return write !== read || write < 1 || write > 2;
}

function viewOf(file: Uint8Array, frames: readonly Frame[]): PageView {
  const pages = new Map<number, Uint8Array>();
  for (let number = 1; number * pageBytes <= file.length; number += 1)
    pages.set(number, file.subarray((number - 1) * pageBytes, number * pageBytes));
  for (const { page, bytes } of frames) pages.set(page, bytes);
  return { pages: [...pages.keys()], page: (number) => pages.get(number) ?? null };
}

/** Every frame, those too whose page number is damaged: what else is in them may still be read. */
function framesIn(log: Uint8Array): readonly Frame[] {
  const frames: Frame[] = [];
  let sum: Checksum = [longAt(log, 24), longAt(log, 28)];
  let isWhole = hasHeader(log);
  for (let at = logHeaderBytes; at + frameHeaderBytes + pageBytes <= log.length; at += frameHeaderBytes + pageBytes) {
    const bytes = log.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageBytes);
    const isSalted = longAt(log, at + 8) === longAt(log, 16) && longAt(log, at + 12) === longAt(log, 20);
    sum = added(added(sum, log.subarray(at, at + 8)), bytes);
    const isSummed = isSumAt(sum, log, at + 16);
    isWhole &&= isSalted && isSummed;
    // The checksum does not cover the salt: each of the two shows what log a frame is of where the other was damaged.
    frames.push({
      page: longAt(log, at),
      bytes,
      isCommit: longAt(log, at + 4) > 0,
      isWhole,
      isOfThisLog: isSalted || isSummed,
    });
  }
  return frames;
}

function hasHeader(log: Uint8Array): boolean {
  return longAt(log, 0) === logMagic && isSumAt(added([0, 0], log.subarray(0, 24)), log, 24);
}

type Checksum = readonly [number, number];

/** The log's own checksum, continued ("Checksum Algorithm"). */
function added([first, second]: Checksum, bytes: Uint8Array): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, two] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + view.getUint32(at, true) + two) >>> 0;
    two = (two + view.getUint32(at + 4, true) + one) >>> 0;
  }
  return [one, two];
}

function isSumAt([first, second]: Checksum, bytes: Uint8Array, at: number): boolean {
  return first === longAt(bytes, at) && second === longAt(bytes, at + 4);
}
