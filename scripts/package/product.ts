import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../lib/say.mjs';
import { projectRoot } from '../lib/tools.ts';
import { architectures, platforms, type Architecture, type Platform } from './electron-runtime.ts';
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

/** The one that packages. */
export function thisMachine(): Machine {
  const platform = platforms.find((known) => known === process.platform);
  const arch = architectures.find((known) => known === process.arch);
  if (platform === undefined || arch === undefined)
    throw new Refusal(`Nothing is packaged on ${process.platform} ${process.arch}.`);
  return { platform, arch };
}

const build = join(projectRoot, 'out/packaged');
/** The two packages: a Node beside the window's program would undo its fuses, so the command line has its own. */
const kinds = {
  app: { builds: ['main', 'preload', 'renderer', 'sandbox'], first: 'main/main.js', driverOf: driverForElectron },
  tools: { builds: ['counter', 'sandbox'], first: 'counter.mjs', driverOf: publishedDriver },
} as const;
/** What Node loads of a package; the rest is for those who develop with it. */
const loaded = /\.(?:js|cjs|mjs|json)$/;
const notLoaded = [
  /^(?:tests?|types|benchmarks?|bench|docs?|examples?|integration|scripts|build|src|deps)[./]/,
  /(?:^|\/)(?:__)?tests?(?:__)?\//,
  /\.(?:test|config|min)\.[cm]?js$/,
  /\.ts$/,
  /(?:^|\/)\./,
  /tsconfig.*\.json$/,
];
/** The driver ships its entry for every system. */
const otherSystems = /^lib\/(?:darwin|linux|linuxmusl|win32)-\w+\.js$/;

/** The built files of a package, the packages that they load, and what was bundled into them. */
export async function readProduct(
  kind: keyof typeof kinds,
  release: Release,
  lock: LockFile,
  machine: Machine,
): Promise<Product> {
  const { builds, first, driverOf } = kinds[kind];
  const built = (await readFolder(build)).filter(
    ({ path }) =>
      builds.some((name) => path.startsWith(`${name}/`) || path === `${name}.mjs`) && !path.endsWith('.map'),
  );
  const running = runningPackages(lock, await dependencies()).filter(({ name }) => name !== 'node-addon-api');
  const bundled = await Promise.all(builds.map(bundledIn));
  const keys = new Set([...running.map(({ key }) => key), ...bundled.flat()]);
  const ofPackages = await Promise.all(running.map((needed) => filesOf(needed, machine, driverOf)));
  const description = { name: release.name, version: release.version, type: 'module', main: first };
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

async function filesOf(
  needed: LockedPackage,
  machine: Machine,
  driverOf: (machine: Machine) => string,
): Promise<readonly PackageFile[]> {
  const all = await readFolder(join(projectRoot, needed.key));
  const kept = all.filter(
    ({ path }) =>
      loaded.test(path) &&
      !notLoaded.some((form) => form.test(path)) &&
      !path.startsWith('node_modules/') &&
      !otherSystems.test(path),
  );
  const files = needed.name === 'better-sqlite3' ? [...kept, await readDriver(driverOf(machine), machine)] : kept;
  return files.map(({ path, bytes }) => ({ path: `${needed.key}/${path}`, mode: 0o644, bytes }));
}

async function readDriver(file: string, machine: Machine): Promise<PackageFile> {
  if (!existsSync(file)) throw new Refusal(`There is no driver of SQLite at ${file}.`);
  return { path: driverName(machine), mode: 0o644, bytes: await readFile(file) };
}

function driverName({ platform, arch }: Machine): string {
  return `prebuilds/${platform}-${arch}.node`;
}

function publishedDriver(machine: Machine): string {
  return join(projectRoot, 'node_modules/better-sqlite3', driverName(machine));
}

function driverForElectron(machine: Machine): string {
  return namedDriver(machine) ?? publishedDriver(machine);
}

/** The driver that the environment names for an Electron that the published one is too new for. */
export function namedDriver({ platform, arch }: Machine): string | undefined {
  const named = process.env['SQLITE_NATIVE_BINDING'] ?? '';
  return named !== '' && platform === process.platform && arch === process.arch ? named : undefined;
}
