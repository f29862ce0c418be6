import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { runningSha256 } from '../core/hash.ts';
import type { Pausable } from '../core/pausable.ts';
import { readInTurns } from '../files/read-in-turns.ts';
import type { Database } from '../sqlite/database.ts';
import { textOf } from '../sqlite/row.ts';
import { withCopy } from './copy.ts';
import type { ChainHead } from './event.ts';
import { recordTables, segmentTable } from './record-tables.ts';

/** `CFsg`: marks a file as a part of a backup, which is no journal by itself. */
export const segmentApplicationId = 0x43467367;

const headShape = z.object({ seq: z.number().int().nonnegative(), hash: z.string() });
const headerShape = z.object({
  /** The how many-eth backup of its folder it is. */
  number: z.number().int().nonnegative(),
  /** The end of the segment before it; the beginning of the chain where it is a base. */
  after: headShape,
  end: headShape,
  /** Which journal numbered the rows: a salvage numbers them anew. */
  rowsOf: z.string(),
  /** By table: the last row before it, its own last row, and the id of that. */
  sealed: z.partialRecord(
    z.enum(recordTables.sealed.map(({ rows }) => rows)),
    z.object({ after: z.number().int().nonnegative(), end: z.number().int().nonnegative(), lastId: z.string() }),
  ),
});

/** What a segment says of itself. */
export type SegmentHeader = z.infer<typeof headerShape>;

/** One part of a backup: rows that never change, and beside them the keys that a purge may destroy. */
export interface Segment {
  readonly path: string;
  readonly keysPath: string;
  readonly isBase: boolean;
  /** What this computer's clock said when it was made. It may have been wrong, and decides nothing. */
  readonly atMs: number;
}

/** One whose header can be read. */
export interface KnownSegment extends Segment {
  readonly header: SegmentHeader;
}

const namePattern = /^(base|segment)-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.db$/;
const partialName = /^(?:base|segment|journal)-[\dTZ-]+\.db(?:\.keys)?\.partial$/;
const keysSuffix = '.keys';
export const partialSuffix = '.partial';

/** A time as a name of a file, on any system. */
export function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
}

/** The time in the parts of a stamp; null where that is none. */
export function timeOf(day: string, ...[hour, minute, second, ms]: readonly string[]): number | null {
  const atMs = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(atMs) ? null : atMs;
}

export function segmentAt(folder: string, isBase: boolean, atMs: number): Segment {
  const path = join(folder, `${isBase ? 'base' : 'segment'}-${stampOf(atMs)}.db`);
  return { path, keysPath: keysOf(path), isBase, atMs };
}

/** The segment of this name, where it is the name of one. */
export function segmentNamed(folder: string, name: string): Segment | null {
  const [, kind, day = '', ...time] = namePattern.exec(name) ?? [];
  const atMs = kind === undefined ? null : timeOf(day, ...time);
  const path = join(folder, name);
  return atMs === null ? null : { path, keysPath: keysOf(path), isBase: kind === 'base', atMs };
}

/** Every file of keys in a folder, also one that is being written or that a process left so. */
export function keysIn(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => segmentNamed(folder, name.replace(partialSuffix, '').replace(keysSuffix, '')) !== null)
    .filter((name) => name.endsWith(keysSuffix) || name.endsWith(keysSuffix + partialSuffix))
    .map((name) => join(folder, name));
}

/** What a process left that ended while it wrote one. Whatever else lies in the folder is somebody's own. */
export function partialsIn(folder: string): readonly string[] {
  return namesIn(folder)
    .filter((name) => partialName.test(name))
    .map((name) => join(folder, name))
    .filter((path) => !isFolder(path));
}

export function segmentsIn(folder: string): readonly Segment[] {
  return namesIn(folder).flatMap((name) => {
    const segment = segmentNamed(folder, name);
    return segment === null ? [] : [segment];
  });
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function keysOf(path: string): string {
  return path + keysSuffix;
}

/** What a segment says of itself is some hundred bytes. */
const headerMostBytes = 64 * 1024;
const headerSql = 'SELECT header FROM segment WHERE octet_length(header) <= ? LIMIT 1';

/** Null where it cannot be read. */
export function readHeader({ path }: Segment): SegmentHeader | null {
  const text = withCopy(
    path,
    (copy) => textOf(copy.get(headerSql, headerMostBytes) ?? { header: '' }, 'header'),
    segmentApplicationId,
  );
  try {
    return headerShape.safeParse(JSON.parse(text ?? '')).data ?? null;
  } catch {
    return null;
  }
}

export function writeHeader(copy: Database, header: SegmentHeader): void {
  copy.run(segmentTable);
  copy.run('INSERT INTO segment (header) VALUES (?)', JSON.stringify(header));
}

/**
 * The segments that a restore of `last` takes, the base first; null where one of them is missing. Segments that hold no
 * event are only ever the last.
 */
export function prefixOf(segments: readonly KnownSegment[], last: KnownSegment): readonly KnownSegment[] | null {
  const prefix = [last];
  for (let first = last; first.header.after.seq > 0;) {
    const before = segmentEnding(segments, first.header.after);
    if (before === null) return null;
    prefix.unshift(before);
    first = before;
  }
  return prefix;
}

/** The segment that ends there, the base where an older one does too. */
export function segmentEnding(segments: readonly KnownSegment[], end: ChainHead): KnownSegment | null {
  const ending = segments.filter(({ header }) => isSameHead(header.end, end) && header.after.seq < header.end.seq);
  return ending.find(({ isBase }) => isBase) ?? ending[0] ?? null;
}

export function isSameHead(a: ChainHead, b: ChainHead): boolean {
  return a.seq === b.seq && a.hash === b.hash;
}

/** SHA-256 over all of a file. */
export function* sumOf(path: string): Pausable<string> {
  const sum = runningSha256();
  yield* readInTurns(path, (bytes) => sum.add(bytes));
  return sum.hex();
}
