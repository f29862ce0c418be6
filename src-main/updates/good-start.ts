import { basename } from 'node:path';
import { ok, type Result } from '../core/result.ts';
import type { UpdateFault } from './fault.ts';
import { installationOf, keepRunning, versionOfFolder, writeCurrent, type Installation } from './installation.ts';
import { prepareInstallation } from './launcher.ts';
import { addStart, mayChangeForm, readStarts, versionToStart, type Start } from './starts.ts';
import { compareVersions } from './version.ts';

/**
 * Notes that the program in `programFolder` opened its journal and drew its window. It stays where it took over from a
 * version that could not start, and where a person unzipped it beside an older one.
 */
export async function noteGoodStart(programFolder: string): Promise<Result<void, UpdateFault>> {
  const installation = installationOf(programFolder);
  if (installation === null) return ok(undefined);
  const running = basename(programFolder);
  const tookOver = versionToStart(installation, readStarts(installation.folder)) === running;
  const prepared = prepareInstallation(installation);
  if (!prepared.ok) return prepared;
  const noted = note(programFolder, 'good');
  if (!noted.ok) return noted;
  if (isNewer(running, installation))
    return writeCurrent({ ...installation, current: running, before: installation.current });
  const kept = tookOver ? await keepRunning(installation, running) : ok(installation);
  return kept.ok ? ok(undefined) : kept;
}

function isNewer(running: string, { current, before }: Installation): boolean {
  if (running === current || running === before) return false;
  return compareVersions(versionOfFolder(running) ?? '0.0.0', versionOfFolder(current) ?? '0.0.0') > 0;
}

/** Notes that this start only brought the counter to the front that was running already. */
export function noteSecondStart(programFolder: string): Result<void, UpdateFault> {
  return note(programFolder, 'again');
}

/** The version that the next start is of, where that is another one than the program in `programFolder`. */
export function versionOfNextStart(programFolder: string): string | null {
  const installation = installationOf(programFolder);
  if (installation === null) return null;
  const next = versionToStart(installation, readStarts(installation.folder));
  return next === basename(programFolder) ? null : versionOfFolder(next);
}

/**
 * Whether the program may write its records in a new form: the one question that a migration asks first (design,
 * "Updates"). A package manager has no version to fall back on.
 */
export function mayMigrate(programFolder: string): boolean {
  const installation = installationOf(programFolder);
  return installation === null || mayChangeForm(readStarts(installation.folder), basename(programFolder));
}

/** Once a version is lasting its starts are counted no more. */
function note(programFolder: string, kind: Start['kind']): Result<void, UpdateFault> {
  const installation = installationOf(programFolder);
  const name = basename(programFolder);
  if (installation === null || mayChangeForm(readStarts(installation.folder), name)) return ok(undefined);
  return addStart(installation.folder, { kind, name });
}
