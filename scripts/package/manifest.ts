import { sha256Of } from './checksums.ts';
import type { ElectronRuntime } from './electron-runtime.ts';
import type { PackageFile } from './file.ts';
import type { Release } from './release.ts';

/** What lies in a package, and what it was made of: the same on every machine that makes it. */
export function manifestOf(
  { name, version, commit, changed }: Release,
  runtime: Pick<ElectronRuntime, 'version' | 'platform' | 'arch'>,
  fuses: Readonly<Record<string, boolean>>,
  files: readonly PackageFile[],
): string {
  const manifest = {
    name,
    version,
    commit,
    changed,
    electron: runtime.version,
    platform: runtime.platform,
    arch: runtime.arch,
    fuses,
    files: files.map(({ path, bytes }) => ({ path, size: bytes.length, sha256: sha256Of(bytes) })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
