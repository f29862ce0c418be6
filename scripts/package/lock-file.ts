import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../lib/tools.ts';

export interface LockedPackage {
  /** Its folder, from the project's on: the lock file's own key. */
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** `sha512-` and the digest of its archive, in base64. */
  readonly integrity: string;
  readonly dependencies: readonly string[];
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export type LockFile = ReadonlyMap<string, LockedPackage>;

export function readLockFile(text: string = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')): LockFile {
  const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, Entry>> };
  const named = Object.entries(packages).filter(([key]) => key !== '');
  return new Map(named.map(([key, entry]) => [key, lockedPackage(key, entry)]));
}

function lockedPackage(key: string, entry: Entry): LockedPackage {
  return {
    key,
    name: key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version: entry.version ?? '',
    licence: entry.license ?? '',
    integrity: entry.integrity ?? '',
    dependencies: Object.keys(entry.dependencies ?? {}),
  };
}

export function lockedAt(lock: LockFile, key: string): LockedPackage {
  const found = lock.get(key);
  if (found === undefined) throw new Error(`The lock file has no ${key}`);
  return found;
}

/** The packages that the project's own `dependencies` need when they run, themselves among them. */
export function runningPackages(lock: LockFile, dependencies: readonly string[]): readonly LockedPackage[] {
  const found = new Set<LockedPackage>();
  const add = (needed: LockedPackage): void => {
    if (found.has(needed)) return;
    found.add(needed);
    for (const name of needed.dependencies) add(seenFrom(lock, needed.key, name));
  };
  for (const name of dependencies) add(lockedAt(lock, `node_modules/${name}`));
  return [...found].toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** As Node looks for a package: beside the folder that needs it, then in each folder above. */
function seenFrom(lock: LockFile, key: string, name: string): LockedPackage {
  const found = lock.get(`${key}/node_modules/${name}`);
  if (found !== undefined) return found;
  const above = key.lastIndexOf('/node_modules/');
  return above === -1 ? lockedAt(lock, `node_modules/${name}`) : seenFrom(lock, key.slice(0, above), name);
}
