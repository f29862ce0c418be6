import * as nodeFiles from 'node:fs/promises';
import { createRequire } from 'node:module';

/**
 * The files as they lie on the disk. Electron's own functions take the archive of a program (`app.asar`) for a folder:
 * they can neither write nor remove it. Asked for when it is needed, since no start needs it.
 */
export function plainFiles(): typeof nodeFiles {
  if (!('electron' in process.versions)) return nodeFiles;
  const original = createRequire(import.meta.url)('original-fs') as { readonly promises: typeof nodeFiles };
  return original.promises;
}
