import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programName } from '../../src-main/updates/launcher.ts';
import { Refusal } from '../lib/say.mjs';
import { isNative, writeArchive } from './archive.ts';
import { checksumsOf } from './checksums.ts';
import { programOf, type ElectronRuntime, type Platform } from './electron-runtime.ts';
import type { PackageFile } from './file.ts';
import { readFolder, settleFolder, writeFolder } from './folder.ts';
import { setFuses } from './fuses.ts';
import { licencesOf } from './licences.ts';
import type { Product } from './product.ts';
import type { Release } from './release.ts';
import { setResources } from './windows/program-resources.ts';
import { signForWindows } from './windows/sign.ts';

/** The folder of a program that is ready to start, before anything packs it. */
export interface Program {
  readonly folder: string;
  readonly fuses: Readonly<Record<string, boolean>>;
  readonly files: readonly PackageFile[];
}

/** What the product's program is called. */
const productProgram: Readonly<Record<Platform, string>> = {
  linux: 'counterfoil',
  win32: 'Counterfoil.exe',
  darwin: 'Counterfoil.app/Contents/MacOS/Counterfoil',
};

const launcherSource = join(import.meta.dirname, 'launcher.sh');
/** Chromium's own texts, in the languages of the counter; it takes English where it has no other. */
const keptLocales = /^locales\/(?:ar|en-US|en-GB)\.pak$/;
/** Code that is no part of the runtime's program and could be changed without changing that. */
const covered = (path: string): boolean =>
  path === 'resources/app.asar' || isNative(path) || /snapshot.*\.bin$/.test(path);

export async function writeProgram(
  folder: string,
  release: Release,
  runtime: ElectronRuntime,
  product: Product,
): Promise<Program> {
  if (runtime.platform === 'darwin')
    throw new Refusal('A package for macOS is made on a Mac: docs/release.md says how. It is untested.');
  await rm(folder, { recursive: true, force: true });
  await writeFolder(
    folder,
    runtime.files.filter(isKept).map((file) => renamed(file, runtime.platform)),
  );
  await mkdir(join(folder, 'resources'), { recursive: true });
  await writeArchive(join(folder, 'resources/app.asar'), product.files);
  await writeFile(join(folder, 'LICENSES.packages.txt'), await licencesOf(product.packages));
  const file = join(folder, productProgram[runtime.platform]);
  if (runtime.platform === 'win32') await setResources(file, join(folder, 'resources/app.asar'), release);
  const fuses = await setFuses(file, runtime.platform);
  if (runtime.platform === 'win32') await signPrograms(folder);
  if (runtime.platform === 'linux') await addLauncher(folder);
  await settleFolder(folder, release.epochSeconds);
  return { folder, fuses, files: await readFolder(folder) };
}

function isKept({ path }: PackageFile): boolean {
  return path !== 'resources/default_app.asar' && (!path.startsWith('locales/') || keptLocales.test(path));
}

function renamed(file: PackageFile, platform: Platform): PackageFile {
  const names: Readonly<Record<string, string>> = {
    [programOf[platform]]: productProgram[platform],
    LICENSE: 'LICENSE.electron.txt',
  };
  return { ...file, path: names[file.path] ?? file.path };
}

/** Whatever Windows loads as code of its own. */
async function signPrograms(folder: string): Promise<void> {
  const programs = (await readFolder(folder)).filter(({ path }) => /\.(?:exe|dll|node)$/.test(path));
  for (const { path } of programs) signForWindows(join(folder, path));
}

async function addLauncher(folder: string): Promise<void> {
  const files = await readFolder(folder);
  const script = { path: programName, mode: 0o755, bytes: await readFile(launcherSource) };
  const list = Buffer.from(checksumsOf(files.filter(({ path }) => covered(path))));
  await writeFolder(folder, [script, { path: 'integrity.sha256', mode: 0o644, bytes: list }]);
}
