import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { Refusal } from '../lib/say.mjs';
import { projectRoot } from '../lib/tools.ts';
import type { PackageFile } from './file.ts';
import { readFolder } from './folder.ts';
import { lockedAt, type LockFile } from './lock-file.ts';
import { readZip } from './zip.ts';

export const platforms = ['linux', 'win32', 'darwin'] as const;
export type Platform = (typeof platforms)[number];
export const architectures = ['x64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** Electron as it is published, for one kind of computer. */
export interface ElectronRuntime {
  /** Where it came from, for the person who packages. */
  readonly from: string;
  readonly version: string;
  readonly pinnedVersion: string;
  readonly platform: Platform;
  readonly arch: Architecture;
  readonly files: readonly PackageFile[];
}

/** Electron's program by the name that it has before it is the product's. */
export const programOf: Readonly<Record<Platform, string>> = {
  linux: 'electron',
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

export async function readElectron(lock: LockFile, given: string | undefined): Promise<ElectronRuntime> {
  const pinnedVersion = lockedAt(lock, 'node_modules/electron').version;
  const from = given === undefined ? await usualElectron(pinnedVersion) : resolve(given);
  if (!existsSync(from)) throw new Refusal(`There is no Electron at ${from}.`);
  const files = (await stat(from)).isDirectory() ? await readFolder(from) : readZip(await readFile(from));
  const platform = platforms.find((name) => files.some(({ path }) => path === programOf[name]));
  if (platform === undefined) throw new Refusal(`${from} holds no Electron.`);
  return { from, version: versionOf(files), pinnedVersion, platform, arch: architectureOf(files, platform), files };
}

/** What the environment names, else what the package electron has installed, else what it keeps for all projects. */
async function usualElectron(pinned: string): Promise<string> {
  const { env } = process;
  const named = env['ELECTRON_OVERRIDE_DIST_PATH'] ?? '';
  if (named !== '') return resolve(named);
  const installed = join(projectRoot, 'node_modules/electron/dist');
  if (existsSync(installed)) return installed;
  const cache = env['electron_config_cache'] ?? join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'electron');
  const zip = `electron-v${pinned}-${process.platform}-${process.arch}.zip`;
  const kept = existsSync(cache) ? await readdir(cache, { recursive: true }) : [];
  const found = kept.find((path) => path === zip || path.endsWith(`/${zip}`));
  if (found !== undefined) return join(cache, found);
  throw new Refusal(
    `There is no Electron ${pinned} here. ` +
      'Run npx install-electron, or name one: --electron ZIP or ELECTRON_OVERRIDE_DIST_PATH.',
  );
}

function versionOf(files: readonly PackageFile[]): string {
  const file = files.find(({ path }) => path === 'version');
  return file?.bytes.toString('utf8').trim().replace(/^v/, '') ?? 'unknown';
}

/** By the number that the program's own header has for the processor. */
function architectureOf(files: readonly PackageFile[], platform: Platform): Architecture {
  const program = files.find(({ path }) => path === programOf[platform])?.bytes ?? Buffer.alloc(0);
  const machine = {
    linux: () => program.readUInt16LE(18),
    win32: () => program.readUInt16LE(program.readUInt32LE(0x3c) + 4),
    darwin: () => program.readUInt32LE(4),
  }[platform]();
  const known: Readonly<Record<number, Architecture>> = {
    0x3e: 'x64',
    0xb7: 'arm64',
    0x8664: 'x64',
    0xaa64: 'arm64',
    0x1000007: 'x64',
    0x100000c: 'arm64',
  };
  const arch = known[machine];
  if (arch === undefined) throw new Refusal(`This Electron is for a processor that is not known here (${machine}).`);
  return arch;
}
