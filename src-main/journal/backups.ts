import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ok, type Result } from '../core/result.ts';
import type { Turns } from '../core/turns.ts';
import type { Database } from '../sqlite/database.ts';
import type { DatabaseFault } from '../sqlite/fault.ts';
import { walkChain } from './chain.ts';
import { inCopy, withCopy } from './copy.ts';
import type { ChainHead } from './event.ts';
import { readHead } from './events-table.ts';
import { readMeta, writeMeta } from './meta-table.ts';
import { answerRoomBytes } from './reserve.ts';

/** A whole copy of the journal that the counter made by itself. */
export interface BackupFile {
  readonly path: string;
  /** What this machine's clock said when it was made. It may have been wrong, and decides nothing. */
  readonly atMs: number;
}

/** What a backup says of itself. */
interface BackupState {
  /** The how many-eth of its folder it is, from 1; 0 where it was made by an older build. */
  readonly number: number;
  readonly end: ChainHead;
}

/** The key of `meta` with the number of the backup that is being made; in a backup its own. */
const numberKey = 'backup-number';
const keptBackups = 7;
const dayMs = 24 * 60 * 60 * 1000;
const namePattern = /^journal-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.db$/;

/**
 * The automatic backups of a data folder, the one made last first, whatever the clock said then. They can be listed
 * whatever became of the journal itself; those that cannot be read come last.
 */
export function automaticBackups(directory: string): readonly BackupFile[] {
  return newestFirst(directory).map(({ backup }) => backup);
}

/** Whether there is any, without opening one. */
export function hasBackups(directory: string): boolean {
  return backupsIn(directory).length > 0;
}

/** Whether one was made within a day. */
export function isBackedUp(directory: string, nowMs: number): boolean {
  return backupsIn(directory).some(({ atMs }) => !isDayAway(nowMs, atMs));
}

/**
 * Whether something that is done once a day is due. A time within a day of now counts on either side: the clock may
 * have been set back.
 */
export function isDayAway(nowMs: number, atMs: number | null): boolean {
  return atMs === null || Math.abs(nowMs - atMs) >= dayMs;
}

/** Whether no backup was made within a day, and the disk has room for one: what comes in is worth more than a copy. */
export function isBackupDue(journalPath: string, nowMs: number): boolean {
  return !isBackedUp(dirname(journalPath), nowMs) && hasRoomForCopy(journalPath);
}

/** Notes in the journal which backup comes next, so that the copy says it. Call it inside a transaction. */
export function numberNextBackup(database: Database, journalPath: string): void {
  const last = Math.max(0, ...newestFirst(dirname(journalPath)).map(numberOf));
  writeMeta(database, numberKey, String(last + 1));
}

/**
 * Makes a backup, and lets those beyond the kept ones go once the new one was read whole: its structure and all of its
 * chain. Gives false, and leaves the others, where it is not whole.
 */
export function* backUpNow(
  database: Database,
  journalPath: string,
  nowMs: number,
): Turns<Result<boolean, DatabaseFault>> {
  const directory = dirname(journalPath);
  try {
    mkdirSync(backupsFolder(directory), { recursive: true, mode: 0o700 });
  } catch {
    return ok(false);
  }
  const path = join(backupsFolder(directory), `journal-${stampOf(nowMs)}.db`);
  const made = database.backup(path);
  if (!made.ok) return made;
  yield;
  const isWhole = (yield* inCopy(path, isWholeCopy)) === true;
  if (isWhole) letGo(directory);
  else removeCopy(path);
  return ok(isWhole);
}

interface KeptCopies {
  readonly backups: readonly string[];
  readonly fromMigrations: readonly string[];
}

/** Every whole copy that lies in the folder because the counter made it: backups, and those from before a migration. */
export function keptCopies(journalPath: string): KeptCopies {
  const folder = dirname(journalPath);
  const migrated = new RegExp(String.raw`^${basename(journalPath).replaceAll('.', String.raw`\.`)}\.before-\d+$`);
  return {
    backups: backupsIn(folder).map(({ path }) => path),
    fromMigrations: namesIn(folder)
      .filter((name) => migrated.test(name))
      .map((name) => join(folder, name)),
  };
}

/** Removes a copy, and what SQLite may have left beside it. */
export function removeCopy(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** A time as a name of a file, on any system. */
export function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
}

function* isWholeCopy(copy: Database): Turns<boolean> {
  return copy.get('PRAGMA integrity_check(1)')?.['integrity_check'] === 'ok' && (yield* walkChain(copy)).ok;
}

/** A folder that is gone, or a disk that was pulled out, takes no copy either. */
function hasRoomForCopy(journalPath: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(journalPath));
    return bavail * bsize >= 2 * (statSync(journalPath).size + answerRoomBytes);
  } catch {
    return false;
  }
}

/**
 * Removes backups beyond those that are kept: damaged ones first, then those that a later one repeats, then the oldest.
 * Damaged ones stand last.
 */
function letGo(directory: string): void {
  const backups = newestFirst(directory);
  const kept = backups.map(({ backup, state }) => ({ path: backup.path, end: state?.end.hash ?? null }));
  while (kept.length > keptBackups) {
    const isRepeated = (end: string, at: number): boolean => kept.findIndex((other) => other.end === end) < at;
    const needless = kept.findLastIndex(({ end }, at) => end === null || isRepeated(end, at));
    // Where none is found this is -1: the last of the list.
    for (const { path } of kept.splice(needless, 1)) removeCopy(path);
  }
}

interface ReadBackup {
  readonly backup: BackupFile;
  /** Null where it cannot be read. */
  readonly state: BackupState | null;
}

/** By their numbers; those of older builds by how far the journal had come, since a date may be of a wrong clock. */
function newestFirst(directory: string): readonly ReadBackup[] {
  const read = backupsIn(directory).map((backup) => ({ backup, state: withCopy(backup.path, stateOf) }));
  return read.toSorted((a, b) => numberOf(b) - numberOf(a) || endOf(b) - endOf(a) || b.backup.atMs - a.backup.atMs);
}

function numberOf({ state }: ReadBackup): number {
  return state?.number ?? -1;
}

function endOf({ state }: ReadBackup): number {
  return state?.end.seq ?? 0;
}

function stateOf(copy: Database): BackupState {
  return { number: Number(readMeta(copy, numberKey) ?? 0), end: readHead(copy) };
}

function backupsIn(directory: string): readonly BackupFile[] {
  return namesIn(backupsFolder(directory))
    .filter((name) => namePattern.test(name))
    .flatMap((name) => {
      const atMs = Date.parse(name.replace(namePattern, '$1T$2:$3:$4.$5Z'));
      return Number.isNaN(atMs) ? [] : [{ path: join(backupsFolder(directory), name), atMs }];
    });
}

function backupsFolder(directory: string): string {
  return join(directory, 'backups');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
