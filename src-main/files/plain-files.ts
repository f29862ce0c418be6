import * as nodeFiles from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * The files as they lie on the disk. Electron's own functions take the archive of a program (`app.asar`) for a folder:
 * they can neither write nor remove it.
 */
export const { mkdir, open, readdir, rename, rm }: typeof nodeFiles =
  'electron' in process.versions ? originalFiles() : nodeFiles;

function originalFiles(): typeof nodeFiles {
  const original = createRequire(import.meta.url)('original-fs') as { readonly promises: typeof nodeFiles };
  return original.promises;
}
