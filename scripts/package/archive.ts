import { Readable } from 'node:stream';
import { createPackageFromStreams, type AsarStreamType } from '@electron/asar';
import type { PackageFile } from './file.ts';

/** What the system loads must lie beside the archive: it cannot load from within. */
export const isNative = (path: string): boolean => path.endsWith('.node');

/** Writes the archive that Electron runs, and native modules into the folder beside it. */
export async function writeArchive(file: string, files: readonly PackageFile[]): Promise<void> {
  const folders = new Set(files.flatMap(({ path }) => foldersAbove(path)));
  const entries: AsarStreamType[] = [...folders]
    .sort()
    .map((path) => ({ type: 'directory', path, unpacked: false }) as const);
  for (const { path, mode, bytes } of files)
    entries.push({
      type: 'file',
      path,
      unpacked: isNative(path),
      stat: { mode, size: bytes.length },
      streamGenerator: () => Readable.from([bytes]),
    });
  await createPackageFromStreams(file, entries);
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
