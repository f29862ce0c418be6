import { rmSync } from 'node:fs';
import type BetterSqlite3 from 'better-sqlite3';
import { backUpInto } from './backup.ts';

/** One numbered step of a file's schema. Once released it is never edited: a later step changes what it made. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** Where the copy of `path` lies that was made before migrating it to `version`. */
export function migrationBackupPath(path: string, version: number): string {
  return `${path}.before-${version}`;
}

/**
 * Brings the file to the last migration, each step in one transaction with its version; an existing file is copied
 * first. Close the handle where it throws: that undoes the step.
 */
export function migrate(
  handle: BetterSqlite3.Database,
  path: string,
  applicationId: number,
  migrations: readonly Migration[],
): void {
  const version = versionOf(handle);
  const due = migrations.filter((migration) => migration.version > version);
  if (due.length === 0) return;
  if (version > 0) copyBefore(handle, path, latestOf(migrations));
  for (const migration of due) apply(handle, migration, applicationId);
}

export function versionOf(handle: BetterSqlite3.Database): number {
  return Number(handle.pragma('user_version', { simple: true }));
}

/** The version this build knows. Throws where the numbers have a gap: that is a mistake in the list. */
export function latestOf(migrations: readonly Migration[]): number {
  migrations.forEach((migration, index) => {
    if (migration.version !== index + 1) throw new Error(`migration ${migration.version} stands at place ${index + 1}`);
  });
  return migrations.length;
}

function copyBefore(handle: BetterSqlite3.Database, path: string, version: number): void {
  const copy = migrationBackupPath(path, version);
  // An earlier try at this migration left it; the file has not moved on since, so the copy is made anew.
  rmSync(copy, { force: true });
  backUpInto(handle, copy);
}

function apply(handle: BetterSqlite3.Database, migration: Migration, applicationId: number): void {
  handle.exec('BEGIN IMMEDIATE');
  handle.exec(migration.sql);
  handle.pragma(`application_id = ${applicationId}`);
  handle.pragma(`user_version = ${migration.version}`);
  handle.exec('COMMIT');
}
