import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src-main/core/hash.ts';
import type { Package, Release } from '../../src-main/updates/documents.ts';
import { installationOf, type Installation } from '../../src-main/updates/installation.ts';
import { launcherName, programName } from '../../src-main/updates/launcher.ts';
import { newPublisher, signedWith, type Publisher } from './publisher.ts';
import { zipOf, type ZippedFile } from './zip-file.ts';

/** It stands in for the counter: it says its version and becomes good. */
function programOf(version: string): string {
  const lines = [
    '#!/bin/sh',
    `echo ${version}`,
    'here=$(dirname -- "$0")',
    'echo "good $(basename -- "$here")" >>"$here/../starts"',
  ];
  return `${lines.join('\n')}\n`;
}

export const brokenProgram = '#!/bin/sh\nexit 1\n';

/** The files of a package. `noise` bytes that cannot be packed make it as long as a test needs it. */
export function packageFiles(version: string, noise: Buffer, program = programOf(version)): readonly ZippedFile[] {
  const top = `counterfoil-${version}-linux-x64`;
  return [
    { path: `${top}/${programName}`, content: program, mode: 0o100755 },
    { path: `${top}/resources/app.asar`, content: noise, isStored: true },
    { path: `${top}/locales/ar.pak`, content: `locale of ${version}` },
    { path: `${top}/locales/en-GB.pak`, content: '' },
  ];
}

export function packageOfBytes(file: string, bytes: Uint8Array, from = '0.1.0'): Package {
  return { file, bytes: bytes.length, sha256: Buffer.from(sha256(bytes)).toString('hex'), from };
}

/** The root that the program of the shop brings along. */
export const firstRootName = 'first-root.json';

/** A computer with version 0.1.0, its records, and a feed in a folder. */
export interface UpdateShop {
  readonly root: string;
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
  writeFileSync(join(program, programName), programOf('0.1.0'), { mode: 0o755 });
  const publisher = newPublisher();
  writeFileSync(join(root, firstRootName), signedWith(publisher.root(), publisher.rootKeys.slice(0, 2)));
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
  return { root, publisher, feed, records, installation, publish };
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
