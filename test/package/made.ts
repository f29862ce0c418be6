import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findElectron } from '../../scripts/lib/electron.ts';
import { takeLock } from '../../scripts/lib/lock.mjs';
import { readRelease } from '../../scripts/package/release.ts';
import { canOpenDisplays } from '../e2e/display.ts';
import { projectRoot } from '../support/project.ts';

const run = promisify(execFile);

/** What `npm run package` made. */
export interface Made {
  readonly folder: string;
  /** The program, ready to start. */
  readonly program: string;
  readonly manifest: Manifest;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly commit: string | null;
  readonly electron: string;
  readonly platform: string;
  readonly arch: string;
  readonly fuses: Readonly<Record<string, boolean>>;
  readonly files: readonly { readonly path: string; readonly size: number; readonly sha256: string }[];
}

/** Why no package can be made here, or null: such tests are skipped and counted. */
export function whyNoPackage(): string | null {
  if (process.platform !== 'linux') return 'it is packaged for Linux here';
  if (findElectron() === undefined) return 'there is no Electron runtime';
  if (spawnSync('dpkg-shlibdeps', ['--version']).error !== undefined) return 'there is no dpkg-dev';
  return canOpenDisplays() ? null : 'there is no Xvfb';
}

/** One time for all. */
const epoch = { SOURCE_DATE_EPOCH: '1700000000' };

/** All that the bytes of a package come from. */
function sourcesHash(): string {
  const { commit, changed } = readRelease(epoch);
  const hash = createHash('sha256').update(
    JSON.stringify([findElectron(), process.env['SQLITE_NATIVE_BINDING'], commit, changed]),
  );
  const files = [
    'out/.stamps/packaged',
    'package.json',
    ...globSync('scripts/package/**/*.*', { cwd: projectRoot }).sort(),
  ];
  for (const file of files)
    if (existsSync(join(projectRoot, file))) hash.update(`\0${file}\0`).update(readFileSync(join(projectRoot, file)));
  return hash.digest('hex').slice(0, 16);
}

const targets = ['zip', 'deb', 'tools'].flatMap((target) => ['--target', target]);
const cache = join(projectRoot, '.cache/package');

/** Packages once for all tests and runs, until the sources change. */
export async function makePackage(): Promise<Made> {
  const folder = join(cache, sourcesHash());
  const release = await takeLock(join(projectRoot, '.cache/package.lock'));
  try {
    const done = join(folder, 'done');
    if (!existsSync(done)) {
      rmSync(cache, { recursive: true, force: true });
      await runPackage(folder);
      writeFileSync(done, '');
    }
  } finally {
    release();
  }
  return madeIn(folder);
}

/** Runs the command itself, as whoever releases does. It does not block: who holds the lock must be heard meanwhile. */
export async function runPackage(out: string, env: NodeJS.ProcessEnv = {}, umask = '022'): Promise<Made> {
  await packageInto(out, targets, env, umask);
  return madeIn(out);
}

/** The same for targets of which some make no program. */
export async function packageInto(
  out: string,
  asked: readonly string[],
  env: NodeJS.ProcessEnv = {},
  umask = '022',
): Promise<void> {
  mkdirSync(out, { recursive: true });
  const command = [join(projectRoot, 'scripts/package/main.ts'), ...asked, '--out', out];
  await run('/bin/sh', ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, ...command], {
    cwd: projectRoot,
    env: { ...process.env, ...epoch, ...env },
  });
}

function madeIn(folder: string): Made {
  const [manifest = ''] = globSync('*.manifest.json', { cwd: folder });
  return {
    folder,
    program: join(folder, manifest.replace('.manifest.json', '')),
    manifest: JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as Manifest,
  };
}

/** The version that is offered to what is packaged here, whichever that is. */
export function versionAfter({ manifest }: Made): string {
  const [major = 0, minor = 0] = manifest.version.split('.').map(Number);
  return `${String(major)}.${String(minor + 1)}.0`;
}
