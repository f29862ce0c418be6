import { accessSync, constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '../core/result.ts';
import { writeFileAtomically } from '../files/atomic-write.ts';
import { plainFiles } from '../files/plain-files.ts';
import { readBounded } from '../files/read-bounded.ts';
import type { UpdateFault } from './fault.ts';

/** A folder of the user's own, with a folder for each version that was unzipped into it. */
export interface Installation {
  readonly folder: string;
  /** The folder of the version that is started. */
  readonly current: string;
  /** That of the one before, for when the current one cannot start. */
  readonly before: string | null;
}

const versionFolder = /^counterfoil-(\d+\.\d+\.\d+)(?:-[a-z0-9]+)*$/;

export function folderOfVersion(version: string): string {
  return `counterfoil-${version}`;
}

/** The version that a folder is named after; null for any other folder. */
export function versionOfFolder(name: string): string | null {
  return versionFolder.exec(name)?.[1] ?? null;
}

/**
 * The installation that the running program, in `programFolder`, belongs to. Null where it cannot swap versions: a
 * package manager put it there, the person may not write there, or the launcher is none for this system.
 */
export function installationOf(programFolder: string, platform = process.platform): Installation | null {
  const [folder, running] = [dirname(programFolder), basename(programFolder)];
  if (platform !== 'linux' || versionOfFolder(running) === null || !isWritable(folder)) return null;
  return readCurrent(folder) ?? { folder, current: running, before: null };
}

/** What `current` names; null where it was never written. */
export function readCurrent(folder: string): Installation | null {
  try {
    const [current = '', before = ''] = readBounded(join(folder, 'current')).toString('utf8').split('\n');
    // Both are names of folders here and no ways to others: the older one is removed once it is not needed.
    return versionOfFolder(current) === null
      ? null
      : { folder, current, before: versionOfFolder(before) === null ? null : before };
  } catch {
    return null;
  }
}

/** From when this returns `ok` on, the launcher starts `current`. */
export function writeCurrent({ folder, current, before }: Installation): Result<void, UpdateFault> {
  const text = [current, ...(before === null ? [] : [before]), ''].join('\n');
  const written = writeFileAtomically(join(folder, 'current'), new TextEncoder().encode(text));
  return written.ok ? written : err({ code: 'not_writable', detail: 'current' });
}

/** Makes it lasting that `running` took over from a version that could not start. Touches no record. */
export async function keepRunning(
  installation: Installation,
  running: string,
): Promise<Result<Installation, UpdateFault>> {
  if (installation.before !== running) return ok(installation);
  const kept = { ...installation, current: running, before: null };
  const written = writeCurrent(kept);
  if (!written.ok) return written;
  await removeVersion(installation.folder, installation.current);
  return ok(kept);
}

/** What cannot be removed only takes room. */
export async function removeVersion(folder: string, name: string): Promise<void> {
  await plainFiles()
    .rm(join(folder, name), { recursive: true, force: true })
    .catch(() => undefined);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
