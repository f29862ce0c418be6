import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { StepMark } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { syncDirectory } from '../files/atomic-write.ts';
import { plainFiles } from '../files/plain-files.ts';
import type { Package } from './documents.ts';
import { hasRoom, isPackage } from './download.ts';
import { diskFault, type UpdateFault } from './fault.ts';
import { folderOfVersion, removeVersion, versionOfFolder, writeCurrent, type Installation } from './installation.ts';
import { prepareInstallation, programName } from './launcher.ts';
import { readZipEntries, unpackEntry, unpackedBytes, type ZipEntry } from './zip.ts';

/** Whoever is killed at one of these leaves an installation that starts; the next swap begins anew. */
export const swapSteps = [
  'launcher-written',
  'unfinished-cleared',
  'file-unpacked',
  'all-unpacked',
  'version-named',
  'current-written',
  'swap-done',
] as const;
export type SwapStep = (typeof swapSteps)[number];

export interface Swap {
  readonly installation: Installation;
  readonly version: string;
  readonly package: Package;
  /** The package that was downloaded. It is checked again: days may have passed. */
  readonly path: string;
  /** What must stay free on the disk: sales need it (law 1). */
  readonly roomBytes: number;
  readonly mark: StepMark<SwapStep>;
}

/** Puts a version beside the running one and names it the one to start. The running one goes on undisturbed. */
export async function swapIn(swap: Swap): Promise<Result<Installation, UpdateFault>> {
  const { folder, current, before } = swap.installation;
  const next = { folder, current: folderOfVersion(swap.version), before: current };
  const partial = join(folder, `${next.current}.partial`);
  if (next.current === current || next.current === before) return err({ code: 'not_swappable', detail: next.current });
  let zip: FileHandle | null = null;
  try {
    // A pipe in its place is not waited for.
    zip = await plainFiles().open(swap.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const entries = await fitEntries(zip, swap);
    if (!entries.ok) return entries;
    const prepared = prepareInstallation(swap.installation);
    if (!prepared.ok) return prepared;
    swap.mark('launcher-written');
    await clearUnfinished(folder, next.current);
    swap.mark('unfinished-cleared');
    const unpacked = await unpack(zip, entries.value, partial, swap.mark);
    if (!unpacked.ok) return unpacked;
    swap.mark('all-unpacked');
    await plainFiles().rename(partial, join(folder, next.current));
    syncDirectory(folder);
    swap.mark('version-named');
    const written = writeCurrent(next);
    if (!written.ok) return written;
    swap.mark('current-written');
    if (before !== null) await removeVersion(folder, before);
    swap.mark('swap-done');
    return ok(next);
  } catch (thrown) {
    return err(diskFault(thrown, swap.path));
  } finally {
    await zip?.close();
    await removeVersion(folder, `${next.current}.partial`);
  }
}

/** What the zip holds, if it is the package that was signed, it can start, and the disk has room for it. */
async function fitEntries(
  zip: FileHandle,
  { installation, package: wanted, roomBytes }: Swap,
): Promise<Result<readonly ZipEntry[], UpdateFault>> {
  if (!(await isPackage(zip, wanted))) return err({ code: 'package_tampered', detail: wanted.file });
  const entries = await readZipEntries(zip);
  if (entries?.some(({ path, isProgram }) => path === programName && isProgram) !== true)
    return err({ code: 'package_unfit', detail: wanted.file });
  const fits = await hasRoom(installation.folder, unpackedBytes(entries), roomBytes);
  return fits ? ok(entries) : err({ code: 'disk_full' });
}

/** Removes what swaps left that were killed. A version with its name on it may have been changed since. */
async function clearUnfinished(folder: string, next: string): Promise<void> {
  const names = await plainFiles().readdir(folder);
  const partials = names.filter((name) => name.endsWith('.partial') && versionOfFolder(name.slice(0, -8)) !== null);
  for (const name of [...partials, next]) await plainFiles().rm(join(folder, name), { recursive: true, force: true });
}

/** Every file and folder of it is durable when this returns `ok`. */
async function unpack(
  zip: FileHandle,
  entries: readonly ZipEntry[],
  folder: string,
  mark: StepMark<SwapStep>,
): Promise<Result<void, UpdateFault>> {
  await plainFiles().mkdir(folder);
  for (const entry of entries) {
    if (!(await unpackEntry(zip, entry, folder))) return err({ code: 'package_unfit', detail: entry.path });
    mark('file-unpacked');
  }
  const below = await plainFiles().readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of below) if (entry.isDirectory()) syncDirectory(join(entry.parentPath, entry.name));
  syncDirectory(folder);
  return ok(undefined);
}
