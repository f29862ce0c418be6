import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../lib/say.mjs';
import { projectRoot } from '../lib/tools.ts';
import type { Architecture, Platform } from './electron-runtime.ts';
import { sorted, type PackageFile } from './file.ts';
import { readFolder } from './folder.ts';
import { lockedAt, runningPackages, type LockedPackage, type LockFile } from './lock-file.ts';
import type { Release } from './release.ts';

/** What the counter itself is made of, without the runtime that it runs in. */
export interface Product {
  readonly files: readonly PackageFile[];
  /** What it has of others, bundled into its files or beside them. */
  readonly packages: readonly LockedPackage[];
}

/** A kind of computer. */
export interface Machine {
  readonly platform: Platform;
  readonly arch: Architecture;
}

const build = join(projectRoot, 'out/packaged');
/** The builds that the window runs; the command line is a package of its own. */
const appBuilds = ['main', 'preload', 'renderer', 'sandbox'];
/** What Node loads of a package; the rest is for those who develop with it. */
const loaded = /\.(?:js|cjs|mjs|json)$/;
const notLoaded =
  /^(?:tests?|types|benchmarks?|bench|docs?|examples?|integration|scripts|build|src|deps)[./]|(?:^|\/)(?:__)?tests?(?:__)?\/|\.(?:test|config|min)\.[cm]?js$|\.ts$|(?:^|\/)\.|tsconfig.*\.json$/;
/** The driver ships its entry for every system. */
const otherSystems = /^lib\/(?:darwin|linux|linuxmusl|win32)-\w+\.js$/;

/** The files of the app's archive. */
export async function readApp(release: Release, lock: LockFile, machine: Machine): Promise<Product> {
  const built = (await readFolder(build)).filter(
    ({ path }) =>
      appBuilds.some((name) => path.startsWith(`${name}/`) || path === `${name}.mjs`) && !path.endsWith('.map'),
  );
  return withPackages(built, appBuilds, lock, machine, {
    name: release.name,
    version: release.version,
    type: 'module',
    main: 'main/main.js',
  });
}

/** The built files named here, the packages that they load, and what was bundled into them. */
async function withPackages(
  built: readonly PackageFile[],
  builds: readonly string[],
  lock: LockFile,
  machine: Machine,
  description: Readonly<Record<string, string>>,
): Promise<Product> {
  const running = runningPackages(lock, await dependencies()).filter(({ name }) => name !== 'node-addon-api');
  const bundled = await Promise.all(builds.map(bundledIn));
  const keys = new Set([...running.map(({ key }) => key), ...bundled.flat()]);
  const ofPackages = await Promise.all(running.map((needed) => filesOf(needed, machine)));
  const files = [
    { path: 'package.json', mode: 0o644, bytes: Buffer.from(`${JSON.stringify(description)}\n`) },
    ...built,
    ...ofPackages.flat(),
  ];
  return { files: sorted(files), packages: [...keys].sort().map((key) => lockedAt(lock, key)) };
}

async function dependencies(): Promise<readonly string[]> {
  const text = await readFile(join(projectRoot, 'package.json'), 'utf8');
  return Object.keys((JSON.parse(text) as { dependencies: Readonly<Record<string, string>> }).dependencies);
}

async function bundledIn(name: string): Promise<readonly string[]> {
  return JSON.parse(await readFile(join(build, `packages/${name}.json`), 'utf8')) as readonly string[];
}

async function filesOf(needed: LockedPackage, machine: Machine): Promise<readonly PackageFile[]> {
  const all = await readFolder(join(projectRoot, needed.key));
  const kept = all.filter(
    ({ path }) =>
      loaded.test(path) && !notLoaded.test(path) && !path.startsWith('node_modules/') && !otherSystems.test(path),
  );
  const files = needed.name === 'better-sqlite3' ? [...kept, await driver(machine)] : kept;
  return files.map(({ path, bytes }) => ({ path: `${needed.key}/${path}`, mode: 0o644, bytes }));
}

/**
 * The native part of the driver: the published one, or the one that the environment names for an Electron that the
 * published one is too new for.
 */
async function driver({ platform, arch }: Machine): Promise<PackageFile> {
  const name = `prebuilds/${platform}-${arch}.node`;
  const file = namedDriver({ platform, arch }) ?? join(projectRoot, 'node_modules/better-sqlite3', name);
  if (!existsSync(file)) throw new Refusal(`There is no driver of SQLite at ${file}.`);
  return { path: name, mode: 0o644, bytes: await readFile(file) };
}

export function namedDriver({ platform, arch }: Machine): string | undefined {
  const named = process.env['SQLITE_NATIVE_BINDING'] ?? '';
  return named !== '' && platform === process.platform && arch === process.arch ? named : undefined;
}
