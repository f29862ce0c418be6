import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ok, type Result } from '../core/result.ts';
import type { Database } from '../sqlite/database.ts';
import type { DatabaseFault } from '../sqlite/fault.ts';
import { answerRoomBytes } from './reserve.ts';

/** A whole copy of the journal that the counter made by itself. */
export interface BackupFile {
  readonly path: string;
  readonly atMs: number;
}

const keptBackups = 7;
const dayMs = 24 * 60 * 60 * 1000;
const namePattern = /^journal-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.db$/;

/** The automatic backups of a data folder, newest first. They can be listed whatever became of the journal itself. */
export function automaticBackups(directory: string): readonly BackupFile[] {
  return namesIn(backupsFolder(directory)).flatMap((name) => {
    const [, day, hour, minute, second, thousandth] = namePattern.exec(name) ?? [];
    const atMs = Date.parse(`${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}.${thousandth ?? ''}Z`);
    return Number.isNaN(atMs) ? [] : [{ path: join(backupsFolder(directory), name), atMs }];
  }).sort((a, b) => b.atMs - a.atMs);
}

/** Whether the last backup is a day old. One from the future says that the clock was put back: it does not count. */
export function isBackupDue(journalPath: string, nowMs: number): boolean {
  const [newest] = automaticBackups(dirname(journalPath));
  return newest === undefined || newest.atMs > nowMs || nowMs - newest.atMs >= dayMs;
}

/** A backup where one is due, unless the disk is too full for it: what comes in is worth more than a copy. */
export function backUpDaily(database: Database, journalPath: string, nowMs: number): Result<void, DatabaseFault> {
  return isBackupDue(journalPath, nowMs) && hasRoomForCopy(journalPath) ? backUpNow(database, journalPath, nowMs) : ok(undefined);
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

/** Makes a backup and lets the oldest beyond the kept ones go. */
function backUpNow(database: Database, journalPath: string, nowMs: number): Result<void, DatabaseFault> {
  const directory = dirname(journalPath);
  try {
    mkdirSync(backupsFolder(directory), { recursive: true, mode: 0o700 });
  } catch {
    return ok(undefined);
  }
  const made = database.backup(join(backupsFolder(directory), `journal-${stampOf(nowMs)}.db`));
  if (made.ok) remove(automaticBackups(directory).slice(keptBackups));
  return made;
}

/** Copies from before a purge still hold the keys that it destroyed: a fresh backup takes their place. */
export function replaceBackups(database: Database, journalPath: string, nowMs: number): Result<void, DatabaseFault> {
  const older = automaticBackups(dirname(journalPath));
  const made = backUpNow(database, journalPath, older.reduce((latest, { atMs }) => Math.max(latest, atMs + 1), nowMs));
  if (made.ok) remove([...older, ...migrationCopies(journalPath)]);
  return made;
}

/** A time as a name of a file, on any system. */
export function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
}

function migrationCopies(journalPath: string): readonly { readonly path: string }[] {
  const folder = dirname(journalPath);
  return namesIn(folder).filter((name) => name.startsWith(`${basename(journalPath)}.before-`)).map((name) => ({ path: join(folder, name) }));
}

function remove(backups: readonly { readonly path: string }[]): void {
  for (const { path } of backups) rmSync(path, { force: true });
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
