import { chmod, lstat, lutimes, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { sorted, type PackageFile } from './file.ts';

/** The permissions that a file is packed with, whatever the mask of whoever built it. */
const plainMode = 0o644;
const programMode = 0o755;

/** All files below a folder. */
export async function readFolder(folder: string): Promise<readonly PackageFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mode } = await lstat(path);
      return {
        path: relative(folder, path).split(sep).join('/'),
        mode: packedMode(mode & 0o777),
        bytes: await readFile(path),
      };
    });
  return sorted(await Promise.all(files));
}

export async function writeFolder(folder: string, files: readonly PackageFile[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { path, mode, bytes } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
    await chmod(join(folder, path), mode);
  }
}

/** Gives every file and folder the same time, and the permissions that they are packed with. */
export async function settleFolder(folder: string, epochSeconds: number): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => !one.isSymbolicLink())) {
    const path = join(entry.parentPath, entry.name);
    await chmod(path, packedMode((await lstat(path)).mode));
  }
  await chmod(folder, programMode);
  for (const path of [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))])
    await lutimes(path, epochSeconds, epochSeconds);
}

/** What only the owner may do others may do too, but for writing; what runs as its owner goes on to. */
function packedMode(mode: number): number {
  return (mode & 0o7000) | ((mode & 0o100) === 0 ? plainMode : programMode);
}
