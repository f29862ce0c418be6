import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Failure } from '../../src-shared/contract/codes.ts';
import type { StepMark } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { syncDirectory, syncFile } from '../files/atomic-write.ts';
import { isFile } from '../files/is-file.ts';
import { openDatabase } from '../sqlite/database.ts';
import { isUncopied } from '../sqlite/fault.ts';
import { migrationBackupPath } from '../sqlite/migration.ts';
import type { ChainHead } from './event.ts';
import { readHead } from './events-table.ts';
import type { Installation } from './installation.ts';
import { attempted, journalFailure } from './journal-failure.ts';
import { journalFile, journalOptions } from './journal-file.ts';
import { stampOf } from './segment.ts';

/**
 * The steps of replacing the journal that is here by another, one after the other. A process may end at each.
 * `witness-set`: the folder's checkpoint is that of the new one.
 */
export const replacingSteps = [
  'folder-held',
  'replacement-staged',
  'journal-set-aside',
  'replacement-decided',
  'witness-set',
  'logs-removed',
  'journal-replaced',
] as const;
export type ReplacingStep = (typeof replacingSteps)[number];

const logSuffixes = ['-wal', '-shm', '-journal'];

/** Where a replacement is made; nothing comes of it until it is whole. */
export function stagedFile(directory: string): string {
  return `${journalFile(directory)}.restoring`;
}

/** Where a salvage notes what lies where, while it runs. */
export function liftingFile(directory: string): string {
  return `${journalFile(directory)}.lifting`;
}

/** Where it lies once it is decided: from then on whoever opens the folder next takes it for the journal. */
export function decidedFile(directory: string): string {
  return `${journalFile(directory)}.restored`;
}

/**
 * Puts the staged file, whole and closed, in the place of the journal, which is copied aside first. A process that ends
 * within it leaves the journal as it was, or the replacement to be put there by the next that opens the folder: never
 * one without its log. Gives the folder of the copy; null where there was no journal.
 */
export function replaceJournal(
  directory: string,
  installation: Installation,
  nowMs: number,
  step: StepMark<ReplacingStep>,
): Result<string | null, Failure> {
  // Closing moves the log into the file and syncs that, or leaves the log: its content would be lost with its name.
  if (existsSync(`${stagedFile(directory)}-wal`)) return err({ code: 'journal_not_writable', detail: 'log_not_moved' });
  step('replacement-staged');
  const setAside = keepAside(directory, nowMs);
  step('journal-set-aside');
  renameSync(stagedFile(directory), decidedFile(directory));
  syncDirectory(directory);
  step('replacement-decided');
  const finished = finishReplacing(directory, installation, step);
  return finished.ok ? ok(setAside) : finished;
}

/** Ends a replacement that was decided; does nothing where there is none. Hold the folder. */
export function finishReplacing(
  directory: string,
  installation: Installation,
  step: StepMark<ReplacingStep> = () => undefined,
): Result<void, Failure> {
  const decided = decidedFile(directory);
  if (!existsSync(decided)) return ok(undefined);
  const head = headOf(decided);
  if (!head.ok) return head;
  return attempted(() => {
    installation.resetCheckpoint(head.value);
    step('witness-set');
    // A log of the old file would be written into the new one (sqlite.org/howtocorrupt.html 1.4), so it goes first.
    for (const file of [journalFile(directory), decided]) removeLogs(file);
    syncDirectory(directory);
    step('logs-removed');
    renameSync(decided, journalFile(directory));
    syncDirectory(directory);
    step('journal-replaced');
    return ok(undefined);
  });
}

/** Whether a replacement was decided and its process ended before it was in place. */
export function isReplacing(directory: string): boolean {
  return existsSync(decidedFile(directory));
}

/** Removes what an earlier try left, or this one. */
export function removeStaged(directory: string): void {
  const staged = stagedFile(directory);
  removeLogs(staged);
  for (const file of [staged, migrationBackupPath(staged, journalOptions.migrations.length), liftingFile(directory)])
    rmSync(file, { force: true });
}

function headOf(path: string): Result<ChainHead, Failure> {
  const opened = openDatabase(path, journalOptions);
  if (!opened.ok) return err(journalFailure(opened.error));
  try {
    return attempted(() => ok(readHead(opened.value)));
  } finally {
    opened.value.close();
  }
}

/**
 * Copies what is here, damaged as it may be; only a whole copy lets the original be replaced. One that the disk does
 * not give back whole is kept itself, under its second name: somebody may yet read more of it.
 */
function keepAside(directory: string, nowMs: number): string | null {
  const journal = journalFile(directory);
  const files = ['', ...logSuffixes].map((suffix) => journal + suffix).filter(isFile);
  if (files.length === 0) return null;
  const folder = join(dirname(journal), 'set-aside', stampOf(nowMs));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const file of files) {
    const copy = join(folder, basename(file));
    try {
      copyFileSync(file, copy);
    } catch (thrown) {
      if (!isUncopied(thrown)) throw thrown;
      rmSync(copy, { force: true });
      linkSync(file, copy);
    }
    syncFile(copy);
  }
  syncDirectory(folder);
  return folder;
}

function removeLogs(path: string): void {
  for (const suffix of logSuffixes) rmSync(path + suffix, { force: true });
}
