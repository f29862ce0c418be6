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

/** Bytes in memory, or in a file that is read where it lies (`file-bytes.ts`). */
export interface ByteSource {
  readonly length: number;
  subarray(start: number, end: number): Uint8Array;
}

interface Frame {
  readonly page: number;
  /** Where its page begins in the log. */
  readonly at: number;
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
const frameBytes = frameHeaderBytes + pageBytes;
/** 64 MB that an earlier log left, or nobody: no damage makes so many frames of this one strangers in a row. */
const mostStrangers = 16_384;
/**
 * The magic number of logs that are summed with the lesser byte first, as on every system that this product runs on.
 */
const logMagic = 0x377f_0682;

/**
 * What the file and its log can be read as, the likeliest first: as SQLite would read them, with every frame of the log
 * as it comes, and without the log.
 */
export function viewsOf(file: ByteSource, log: ByteSource): readonly PageView[] {
  const frames = [...framesIn(log)].filter(({ isOfThisLog }) => isOfThisLog);
  const committed = frames.findLastIndex(({ isCommit, isWhole }) => isCommit && isWhole) + 1;
  return [...new Set([committed, frames.length, 0])].map((count) => viewOf(file, log, frames.slice(0, count)));
}

/**
 * Whether the log was damaged after it was written: SQLite would silently pass over what comes after the damage.
 */
export function isLogDamaged(log: ByteSource): boolean {
  if (!hasHeader(log)) return log.length >= logHeaderBytes + frameBytes;
  for (const { isCommit, isWhole, isOfThisLog } of framesIn(log))
    // What was being written when the process ended is not committed; a frame of an earlier log ends this one.
    if (isOfThisLog && isCommit && !isWhole) return true;
  return false;
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

function viewOf(file: ByteSource, log: ByteSource, frames: readonly Frame[]): PageView {
  const count = Math.floor(file.length / pageBytes);
  const inLog = new Map(frames.map(({ page, at }) => [page, at]));
  const others = [...inLog.keys()].filter((number) => number < 1 || number > count);
  return {
    pages: [...Array.from({ length: count }, (_, index) => index + 1), ...others],
    page: (number) => {
      const at = inLog.get(number);
      if (at !== undefined) return log.subarray(at, at + pageBytes);
      return number < 1 || number > count ? null : file.subarray((number - 1) * pageBytes, number * pageBytes);
    },
  };
}

/** Every frame, those too whose page number is damaged: what else is in them may still be read. */
function* framesIn(log: ByteSource): Generator<Frame> {
  const header = log.subarray(0, logHeaderBytes);
  let sum: Checksum = [longAt(header, 24), longAt(header, 28)];
  let isWhole = hasHeader(header);
  let strangers = 0;
  for (let at = logHeaderBytes; at + frameBytes <= log.length && strangers <= mostStrangers; at += frameBytes) {
    const frame = log.subarray(at, at + frameBytes);
    const isSalted = longAt(frame, 8) === longAt(header, 16) && longAt(frame, 12) === longAt(header, 20);
    sum = added(added(sum, frame.subarray(0, 8)), frame.subarray(frameHeaderBytes));
    const isSummed = isSumAt(sum, frame, 16);
    isWhole &&= isSalted && isSummed;
    // The checksum does not cover the salt: each of the two shows what log a frame is of where the other was damaged.
    const isOfThisLog = isSalted || isSummed;
    strangers = isOfThisLog ? 0 : strangers + 1;
    yield { page: longAt(frame, 0), at: at + frameHeaderBytes, isCommit: longAt(frame, 4) > 0, isWhole, isOfThisLog };
  }
}

function hasHeader(log: ByteSource): boolean {
  const header = log.subarray(0, logHeaderBytes);
  return longAt(header, 0) === logMagic && isSumAt(added([0, 0], header.subarray(0, 24)), header, 24);
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
