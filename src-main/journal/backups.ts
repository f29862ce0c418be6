import { existsSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Pausable } from '../core/pausable.ts';
import type { StepMark } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { wholeNumberIn } from '../core/whole-number.ts';
import type { Database } from '../sqlite/database.ts';
import { faultOf, type DatabaseFault } from '../sqlite/fault.ts';
import { integerOf, textOf } from '../sqlite/row.ts';
import { base64url, genesisHash } from './chain.ts';
import { withCopy } from './copy.ts';
import type { ChainHead } from './event.ts';
import { readHashAt, readHead } from './events-table.ts';
import { foldMark, type KeepingStep } from './keeping-steps.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import { recordTables } from './record-tables.ts';
import { answerRoomBytes } from './reserve.ts';
import {
  keysIn,
  namesIn,
  partialsIn,
  prefixOf,
  readHeader,
  segmentApplicationId,
  segmentAt,
  segmentEnding,
  segmentNamed,
  segmentsIn,
  timeOf,
  type KnownSegment,
  type Segment,
  type SegmentHeader,
} from './segment.ts';
import { isAsWritten, writeSegment } from './write-segment.ts';

/** A state of the journal that can be restored: a segment with all before it, or a whole copy of an older build. */
export interface BackupFile {
  readonly path: string;
  /** What this computer's clock said when it was made. It may have been wrong, and decides nothing. */
  readonly atMs: number;
}

/** The key of `meta` with the number of the backup that is being made; in a backup its own. */
const numberKey = 'backup-number';
/** The key of `meta` that says which journal numbered the rows of the tables that have no numbers of their own. */
export const rowsKey = 'backup-rows';

/** As many days can be restored at least. */
const keptBackups = 7;
/** So many segments after a base, and all but the last are made one with it. */
const mostSegments = 30;
const dayMs = 24 * 60 * 60 * 1000;
const wholeName = /^journal-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.db$/;
const start: ChainHead = { seq: 0, hash: base64url(genesisHash) };

/**
 * The automatic backups of a data folder, the one made last first, whatever the clock said then. They can be listed
 * whatever became of the journal itself; those that cannot be read, or lack a part, come last.
 */
export function automaticBackups(directory: string): readonly BackupFile[] {
  return statesIn(backupsFolder(directory)).map(({ path, atMs }) => ({ path, atMs }));
}

/** Those that cannot be read, or lack a part. */
export function brokenBackups(directory: string): readonly string[] {
  return statesIn(backupsFolder(directory)).flatMap(({ path, end }) => (end === null ? [path] : []));
}

/** Whether there is any, without opening one. */
export function hasBackups(directory: string): boolean {
  return namedIn(backupsFolder(directory)).length > 0;
}

/** Whether one was made within a day. */
export function isBackedUp(directory: string, nowMs: number): boolean {
  return namedIn(backupsFolder(directory)).some(({ atMs }) => !isDayAway(nowMs, atMs));
}

/**
 * Whether something that is done once a day is due. A time within a day of now counts on either side: the clock may
 * have been set back.
 */
export function isDayAway(nowMs: number, atMs: number | null): boolean {
  return atMs === null || Math.abs(nowMs - atMs) >= dayMs;
}

/** Notes in the journal which backup comes next, so that the backup says it. Call it inside a transaction. */
export function numberNextBackup(database: Database, journalPath: string): void {
  const last = Math.max(0, ...statesIn(backupsFolder(dirname(journalPath))).map(({ number }) => number));
  writeMeta(database, numberKey, String(last + 1));
  if (readMeta(database, rowsKey) === null) writeMeta(database, rowsKey, readHead(database).hash);
}

export interface BackupRun {
  readonly nowMs: number;
  /** Whether it may also look after the older segments, which may take as long as the first backup. */
  readonly isUnhurried: boolean;
  /** Where tests end the process. */
  readonly step?: StepMark<KeepingStep>;
}

/**
 * Adds what came since the last backup as a segment, or begins with a base, and lets go what no kept backup needs, once
 * the new one was read back. Gives false, and leaves the others, where it is not whole.
 */
export function* backUpNow(
  database: Database,
  journalPath: string,
  run: BackupRun,
): Pausable<Result<boolean, DatabaseFault>> {
  try {
    return ok(yield* backedUp(database, backupsFolder(dirname(journalPath)), run));
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault === null) throw thrown;
    return err(fault);
  }
}

function* backedUp(
  database: Database,
  folder: string,
  { nowMs, isUnhurried, step = () => undefined }: BackupRun,
): Pausable<boolean> {
  for (const partial of partialsIn(folder)) removeCopy(partial);
  const last = lastInChain(database, knownIn(folder));
  const before = last !== null && isUnhurried && !(yield* isOneWhole(database, folder, last)) ? null : last;
  const header = nextHeader(database, before);
  const segment = segmentAt(folder, before === null, nowMs);
  step('segment-begun');
  if (!(yield* writeSegment(database, { segment, header, meta: metaOf(database), keysOf: null }, step))) return false;
  if (isUnhurried && !(yield* fold(database, folder, { ...segment, header }, step))) return false;
  letGo(folder, step);
  step('needless-removed');
  return true;
}

interface KeptCopies {
  readonly backups: readonly string[];
  readonly fromMigrations: readonly string[];
  readonly keys: readonly string[];
  readonly partialKeys: readonly string[];
}

/** Every file with keys that lies in the folder because the counter made it. */
export function keptCopies(journalPath: string): KeptCopies {
  const directory = dirname(journalPath);
  const folder = backupsFolder(directory);
  const migrated = new RegExp(String.raw`^${basename(journalPath).replaceAll('.', String.raw`\.`)}\.before-\d+$`);
  const partial = new Set(partialsIn(folder));
  return {
    backups: wholeIn(folder).map(({ path }) => path),
    fromMigrations: namesIn(directory)
      .filter((name) => migrated.test(name))
      .map((name) => join(directory, name)),
    keys: keysIn(folder).filter((path) => !partial.has(path)),
    partialKeys: keysIn(folder).filter((path) => partial.has(path)),
  };
}

/** Every file of the backups, for a salvage, which takes from each what the chain names. */
export function backupFiles(directory: string): readonly string[] {
  const folder = backupsFolder(directory);
  return namedIn(folder).flatMap((one) => ('keysPath' in one ? [one.path, one.keysPath] : [one.path]));
}

/** Removes a copy, and what SQLite may have left beside it. */
export function removeCopy(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** What a restore of this file takes, the base first; null where it is no segment, or lacks one before it. */
export function segmentsOf(path: string): readonly KnownSegment[] | null {
  const known = knownIn(dirname(path));
  const last = known.find((segment) => segment.path === path);
  return last === undefined ? null : prefixOf(known, last);
}

/** The last event that a backup has; null where it cannot be read. */
export function endOf(path: string): ChainHead | null {
  const segment = segmentNamed(dirname(path), basename(path));
  if (segment !== null) return readHeader(segment)?.end ?? null;
  return withCopy(path, readHead);
}

/** Looks at one of the segments each day: where a disk has lost one, the next backup does not join on to it. */
function* isOneWhole(database: Database, folder: string, last: KnownSegment): Pausable<boolean> {
  const prefix = prefixOf(knownIn(folder), last) ?? [];
  const one = prefix[(wholeNumberIn(readMeta(database, numberKey)) ?? 0) % Math.max(prefix.length, 1)];
  return one === undefined || (yield* isAsWritten(one));
}

/** Makes all but the last segments one with the base, once there are many. */
function* fold(database: Database, folder: string, last: KnownSegment, step: StepMark<KeepingStep>): Pausable<boolean> {
  const prefix = prefixOf(knownIn(folder), last) ?? [];
  const together = prefix.slice(0, 1 - keptBackups);
  const end = together.at(-1);
  if (prefix.length <= mostSegments || end === undefined || end.isBase) return true;
  const sealed = Object.fromEntries(Object.entries(end.header.sealed).map(([name, to]) => [name, { ...to, after: 0 }]));
  const header: SegmentHeader = { ...end.header, after: start, sealed };
  const meta = withCopy(end.path, metaOf, segmentApplicationId);
  if (meta === null) return false;
  const segment = segmentAt(folder, true, end.atMs);
  const mark = foldMark(step);
  mark('segment-begun');
  return yield* writeSegment(database, { segment, header, meta, keysOf: together }, mark);
}

/** The segment that the next one joins on: the last that can be restored and is a part of this chain. */
function lastInChain(database: Database, known: readonly KnownSegment[]): KnownSegment | null {
  const rowsOf = readMeta(database, rowsKey);
  const [last] = known
    .filter(({ header }) => header.rowsOf === rowsOf && readHashAt(database, header.end.seq) === header.end.hash)
    .filter(({ header }) => Object.entries(header.sealed).every(([name, to]) => hasRow(database, name, to)))
    .filter((segment) => prefixOf(known, segment) !== null)
    .toSorted((a, b) => b.header.end.seq - a.header.end.seq);
  return last === undefined ? null : segmentEnding(known, last.header.end);
}

function hasRow(database: Database, name: string, { end, lastId }: { end: number; lastId: string }): boolean {
  if (!recordTables.sealed.some(({ rows }) => rows === name)) return false;
  return end === 0 || database.get(`SELECT id FROM ${name} WHERE rowid = ?`, end)?.['id'] === lastId;
}

function nextHeader(database: Database, before: KnownSegment | null): SegmentHeader {
  const sealed = recordTables.sealed.map(({ rows }) => {
    const last = database.get(`SELECT rowid AS row_number, id FROM ${rows} ORDER BY rowid DESC LIMIT 1`);
    const end = last === undefined ? 0 : integerOf(last, 'row_number');
    const lastId = last === undefined ? '' : textOf(last, 'id');
    return [rows, { after: before?.header.sealed[rows]?.end ?? 0, end, lastId }] as const;
  });
  return {
    number: wholeNumberIn(readMeta(database, numberKey)) ?? 0,
    after: before?.header.end ?? start,
    end: readHead(database),
    rowsOf: readMeta(database, rowsKey) ?? '',
    sealed: Object.fromEntries(sealed),
  };
}

function metaOf(database: Database): ReadonlyMap<string, string> {
  return new Map(
    database.all('SELECT key, value FROM meta').map((row) => [textOf(row, 'key'), textOf(row, 'value')] as const),
  );
}

/** Why there is no room for the next backup: a folder that is gone or a disk that was pulled out takes none either. */
export function roomFault(database: Database, journalPath: string): DatabaseFault | null {
  try {
    const before = lastInChain(database, knownIn(backupsFolder(dirname(journalPath))));
    const { seq } = readHead(database);
    const share = before === null || seq === 0 ? 1 : 1 - before.header.end.seq / seq;
    const { bavail, bsize } = statfsSync(dirname(journalPath));
    const hasRoom = bavail * bsize >= 2 * (share * statSync(journalPath).size + answerRoomBytes);
    return hasRoom ? null : { code: 'not_writable', detail: 'ENOSPC' };
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault === null) throw thrown;
    return fault;
  }
}

/**
 * Removes what the last backups do not need, once there are as many as are kept: those that differ. Of those that end
 * at the same event the last is kept. Until then even one that cannot be read stays: a salvage may read it.
 */
function letGo(folder: string, step: StepMark<KeepingStep>): void {
  for (const keysPath of keysIn(folder)) if (!existsSync(keysPath.replace(/\.keys$/, ''))) removeCopy(keysPath);
  const states = statesIn(folder);
  if (states.length <= keptBackups) return;
  const whole = states.filter(({ end }) => end !== null);
  const differing = whole.filter(({ end }, at) => whole.findIndex((other) => other.end === end) === at);
  const kept = differing.slice(0, keptBackups);
  const others = states.filter((state) => !kept.includes(state)).slice(0, keptBackups - kept.length);
  const needed = new Set([...kept, ...others].flatMap(({ path, parts }) => [path, ...parts]));
  // What joins on to another goes before it: a process may end within this, and a part that is left lacks nothing.
  const partsOf = new Map(states.map(({ path, parts }) => [path, parts.length]));
  const joinedOn = ({ path }: { readonly path: string }): number => partsOf.get(path) ?? Infinity;
  const needless = namedIn(folder).filter(({ path }) => !needed.has(path));
  for (const one of needless.toSorted((a, b) => joinedOn(b) - joinedOn(a))) {
    removeCopy(one.path);
    if ('keysPath' in one) removeCopy(one.keysPath);
    step('one-removed');
  }
}

interface State extends BackupFile {
  /** -1 where it cannot be read or lacks a part; 0 where it was made by an older build that gave none. */
  readonly number: number;
  readonly endSeq: number;
  /** The hash at its end; null where it cannot be restored. */
  readonly end: string | null;
  /** Every file that it needs. */
  readonly parts: readonly string[];
}

/** By their numbers; those of older builds by how far the journal had come, since a date may be of a wrong clock. */
function statesIn(folder: string): readonly State[] {
  const states = [...wholeIn(folder).map(wholeState), ...segmentStates(folder)];
  return states.toSorted((a, b) => b.number - a.number || b.endSeq - a.endSeq || b.atMs - a.atMs);
}

function wholeState(backup: BackupFile): State {
  const state = withCopy(backup.path, (copy) => ({
    number: wholeNumberIn(readMeta(copy, numberKey)) ?? 0,
    end: readHead(copy),
  }));
  const { end = null, number = -1 } = state ?? {};
  return { ...backup, number, endSeq: end?.seq ?? 0, end: end?.hash ?? null, parts: [backup.path] };
}

/** Where a process ended before the segments of a new base were removed, the base stands for the last of them. */
function segmentStates(folder: string): readonly State[] {
  const known = knownIn(folder);
  const states = segmentsIn(folder).map((segment): State => {
    const own = known.find(({ path }) => path === segment.path);
    const prefix = own === undefined ? null : prefixOf(known, own);
    if (own === undefined || prefix === null)
      return { path: segment.path, atMs: segment.atMs, number: -1, endSeq: 0, end: null, parts: [segment.path] };
    const { number, end } = own.header;
    const parts = prefix.flatMap(({ path, keysPath }) => [path, keysPath]);
    return { path: own.path, atMs: own.atMs, number, endSeq: end.seq, end: end.hash, parts };
  });
  const isReplaced = ({ number, end, path }: State): boolean =>
    states.some((other) => other.number === number && other.end === end && other.path < path && end !== null);
  return states.filter((state) => !isReplaced(state));
}

function knownIn(folder: string): readonly KnownSegment[] {
  return segmentsIn(folder).flatMap((segment) => {
    const header = readHeader(segment);
    return header === null || !existsSync(segment.keysPath) ? [] : [{ ...segment, header }];
  });
}

function namedIn(folder: string): readonly (BackupFile | Segment)[] {
  return [...wholeIn(folder), ...segmentsIn(folder)];
}

function wholeIn(folder: string): readonly BackupFile[] {
  return namesIn(folder).flatMap((name) => {
    const [, day = '', ...time] = wholeName.exec(name) ?? [];
    const atMs = day === '' ? null : timeOf(day, ...time);
    return atMs === null ? [] : [{ path: join(folder, name), atMs }];
  });
}

function backupsFolder(directory: string): string {
  return join(directory, 'backups');
}
