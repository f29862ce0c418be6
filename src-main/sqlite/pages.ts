import { existsSync, readFileSync } from 'node:fs';

/**
 * The pages of a SQLite file and of its write-ahead log, read as they lie (sqlite.org/fileformat2.html): nothing is opened, locked or
 * changed, and no page is believed for what another one says of it.
 */

/** One state of the file: what lies on each page, by its number from 1. */
export interface PageView {
  readonly pageBytes: number;
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

const usualPageBytes = 4096;
const logHeaderBytes = 32;
const frameHeaderBytes = 24;

/**
 * What the file and its log can be read as, the likeliest first: as SQLite would read them, with every frame of the log as it comes, and
 * without the log.
 */
export function viewsOf(file: Uint8Array, log: Uint8Array): readonly PageView[] {
  const pageBytes = pageBytesOf(file, log);
  const frames = framesIn(log, pageBytes).filter(({ isOfThisLog }) => isOfThisLog);
  const lastCommit = frames.findLastIndex(({ isCommit, isWhole }) => isCommit && isWhole);
  const committed = frames.slice(0, lastCommit + 1);
  const views = [viewOf(file, committed, pageBytes)];
  if (frames.length > committed.length) views.push(viewOf(file, frames, pageBytes));
  if (committed.length > 0) views.push(viewOf(file, [], pageBytes));
  return views;
}

/** Whether the log was damaged after it was written: SQLite would pass over what comes after the damage without a word. */
export function isLogDamaged(log: Uint8Array): boolean {
  if (log.length < logHeaderBytes + frameHeaderBytes) return false;
  const frames = framesIn(log, pageBytesOf(new Uint8Array(0), log));
  const hasHeader = isMagic(word(log, 0, false)) && checksumFits(log);
  if (!hasHeader) return frames.length > 0;
  // What was being written when the process ended is not committed; a frame of an earlier log ends this one.
  const firstBad = frames.findIndex(({ isWhole, isOfThisLog }) => isOfThisLog && !isWhole);
  return firstBad >= 0 && frames.slice(firstBad).some(({ isCommit, isOfThisLog }) => isCommit && isOfThisLog);
}

/** Whether the two bytes that say how the file is written are none that SQLite writes itself ("File format version numbers"). */
export function hasDamagedHeader(path: string): boolean {
  const [write = 0, read = 0] = existsSync(path) ? readFileSync(path).subarray(18, 20) : [];
  return write !== read || write < 1 || write > 2;
}

function viewOf(file: Uint8Array, frames: readonly Frame[], pageBytes: number): PageView {
  const overlaid = new Map(frames.map(({ page, bytes }) => [page, bytes]));
  const inFile = Math.floor(file.length / pageBytes);
  // The number in a damaged frame may be any: nothing is as long as the highest.
  const beyond = [...overlaid.keys()].filter((page) => page > inFile).sort((a, b) => a - b);
  return {
    pageBytes,
    pages: [...Array.from({ length: inFile }, (_, index) => index + 1), ...beyond],
    page: (number) => overlaid.get(number) ?? (number >= 1 && number <= inFile ? file.subarray((number - 1) * pageBytes, number * pageBytes) : null),
  };
}

/** What the headers say, where it can be; a journal of this product never has another size than SQLite's usual one. */
function pageBytesOf(file: Uint8Array, log: Uint8Array): number {
  const inFile = file.length < 100 ? 0 : (file[16] ?? 0) * 256 + (file[17] ?? 0);
  const inLog = log.length < logHeaderBytes ? 0 : word(log, 8, false);
  // Both are there where a log is, and damage takes one of them at most.
  return inFile === inLog && isPageSize(inFile) ? inFile : usualPageBytes;
}

function isPageSize(bytes: number): boolean {
  return bytes >= 512 && bytes <= 32_768 && (bytes & (bytes - 1)) === 0;
}

function framesIn(log: Uint8Array, pageBytes: number): readonly Frame[] {
  const frames: Frame[] = [];
  if (log.length < logHeaderBytes) return frames;
  const isLittleEndian = word(log, 0, false) % 2 === 0;
  let sum: Checksum = [word(log, 24, false), word(log, 28, false)];
  let isWhole = isMagic(word(log, 0, false)) && checksumFits(log);
  for (let at = logHeaderBytes; at + frameHeaderBytes + pageBytes <= log.length; at += frameHeaderBytes + pageBytes) {
    const bytes = log.subarray(at + frameHeaderBytes, at + frameHeaderBytes + pageBytes);
    const isSalted = word(log, at + 8, false) === word(log, 16, false) && word(log, at + 12, false) === word(log, 20, false);
    sum = added(added(sum, log.subarray(at, at + 8), isLittleEndian), bytes, isLittleEndian);
    const isSummed = sum[0] === word(log, at + 16, false) && sum[1] === word(log, at + 20, false);
    isWhole &&= isSalted && isSummed;
    const page = word(log, at, false);
    // The checksum does not cover the salt: each of the two shows what log a frame is of where the other was damaged.
    if (page > 0 && page < 0x7fff_ffff) frames.push({ page, bytes, isCommit: word(log, at + 4, false) > 0, isWhole, isOfThisLog: isSalted || isSummed });
  }
  return frames;
}

type Checksum = readonly [number, number];

function checksumFits(log: Uint8Array): boolean {
  const sum = added([0, 0], log.subarray(0, 24), word(log, 0, false) % 2 === 0);
  return sum[0] === word(log, 24, false) && sum[1] === word(log, 28, false);
}

/** The log's own checksum; the last bit of its magic number says in which order of bytes it was made. */
function added([first, second]: Checksum, bytes: Uint8Array, isLittleEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let [one, two] = [first, second];
  for (let at = 0; at + 8 <= bytes.length; at += 8) {
    one = (one + view.getUint32(at, isLittleEndian) + two) >>> 0;
    two = (two + view.getUint32(at + 4, isLittleEndian) + one) >>> 0;
  }
  return [one, two];
}

function isMagic(magic: number): boolean {
  return magic === 0x377f_0682 || magic === 0x377f_0683;
}

function word(bytes: Uint8Array, at: number, isLittleEndian: boolean): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, isLittleEndian);
}
