import { createHash } from 'node:crypto';
import { sorted, type PackageFile } from './file.ts';

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** As `sha256sum --check` reads them. */
export function checksumsOf(files: readonly Pick<PackageFile, 'path' | 'bytes'>[]): string {
  return sorted(files)
    .map(({ path, bytes }) => `${sha256Of(bytes)}  ${path}\n`)
    .join('');
}

/** The files that such a list names, each beside it. */
export function namedIn(list: string): readonly string[] {
  return [...list.matchAll(/^[0-9a-f]{64} {2}([\w.~+-]+)$/gm)].map(([, name = '']) => name);
}
