import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src-main/core/hash.ts';
import type { Package, Release } from '../../src-main/updates/documents.ts';
import { installationOf, type Installation } from '../../src-main/updates/installation.ts';
import { launcherName, programName } from '../../src-main/updates/launcher.ts';
import { newPublisher, signedWith, type Publisher } from './publisher.ts';
import { zipOf, type ZippedFile } from './zip-file.ts';

/** A program that says its version and then does what `rest` says; it stands in for the counter. */
function programOf(version: string, rest: string): string {
  return `#!/bin/sh\necho ${version}\n${rest}\n`;
}

/** The files of a package. `noise` bytes that cannot be packed make it as long as a test needs it. */
export function packageFiles(version: string, noise: Buffer, rest = ''): readonly ZippedFile[] {
  const top = `counterfoil-${version}-linux-x64`;
  return [
    { path: `${top}/${programName}`, content: programOf(version, rest), mode: 0o100755 },
    { path: `${top}/resources/app.asar`, content: noise, isStored: true },
    { path: `${top}/locales/ar.pak`, content: `locale of ${version}` },
    { path: `${top}/locales/en-GB.pak`, content: '' },
  ];
}

export function packageOfBytes(file: string, bytes: Uint8Array, from = '0.1.0'): Package {
  return { file, bytes: bytes.length, sha256: Buffer.from(sha256(bytes)).toString('hex'), from };
}

/** A computer with version 0.1.0, its records, and a feed in a folder. */
export interface UpdateShop {
  readonly publisher: Publisher;
  readonly feed: string;
  readonly records: string;
  readonly installation: Installation;
  /** Puts a release with a package of these files into the feed. */
  readonly publish: (files: readonly ZippedFile[], changes?: Partial<Release>) => Buffer;
}

export function openUpdateShop(root: string): UpdateShop {
  const [feed, records, programs] = ['feed', 'records', 'programs'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [feed, records, programs]) mkdirSync(folder);
  for (const name of ['journal.db', 'keyring.json', 'vault.json']) writeFileSync(join(records, name), `the ${name}`);
  const program = join(programs, 'counterfoil-0.1.0-linux-x64');
  mkdirSync(program);
  writeFileSync(join(program, programName), programOf('0.1.0', ''), { mode: 0o755 });
  const publisher = newPublisher();
  const installation = installationOf(program);
  if (installation === null) throw new Error('no installation');
  const publish = (files: readonly ZippedFile[], changes: Partial<Release> = {}): Buffer => {
    const bytes = zipOf(files);
    writeFileSync(join(feed, 'counterfoil.zip'), bytes);
    const targets = { 'linux-x64-zip': packageOfBytes('counterfoil.zip', bytes) };
    const release = signedWith(publisher.release({ targets, ...changes }), publisher.releaseKeys.slice(0, 2));
    writeFileSync(join(feed, 'release.json'), release);
    return bytes;
  };
  return { publisher, feed, records, installation, publish };
}

/** Starts the counter as its person does; the version that it says, or null where it does not open. */
export function versionOpened({ folder, current }: Installation): string | null {
  const launcher = join(folder, launcherName);
  try {
    const program = existsSync(launcher) ? launcher : join(folder, current, programName);
    return execFileSync(program, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return null;
  }
}

/** All that the records are, as text to compare. What updates keep is beside them and no record. */
export function recordsIn(folder: string): string {
  const names = readdirSync(folder).filter((name) => !name.startsWith('updates'));
  return names.map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8')}`).join('\n');
}
