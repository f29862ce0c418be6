import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../lib/say.mjs';
import { checksumsOf, namedIn } from './checksums.ts';
import { debArchitecture } from './deb/control.ts';
import { writeDeb } from './deb/deb.ts';
import type { ElectronRuntime, Platform } from './electron-runtime.ts';
import { fileNames, commonName, type Packaged } from './file-names.ts';
import type { LockFile } from './lock-file.ts';
import { manifestOf } from './manifest.ts';
import { readProduct, thisMachine } from './product.ts';
import { writeProgram, type Program } from './program.ts';
import type { Release } from './release.ts';
import { sbomOf } from './sbom.ts';
import { packagedTools, writeTools } from './tools/tools.ts';
import { writeSetup } from './windows/setup.ts';
import { writeZip } from './zip.ts';

/** What is made of the program with a window; the command line has no Electron in it. */
const programTargets = ['dir', 'zip', 'deb', 'nsis'] as const;
type ProgramTarget = (typeof programTargets)[number];
export const targets = [...programTargets, 'tools'] as const;
export type Target = (typeof targets)[number];

/** A file that goes to whoever installs, and its bytes. */
export interface Made {
  readonly path: string;
  readonly bytes: Buffer;
}

export interface Packages {
  readonly program: Program;
  readonly made: readonly Made[];
}

export function needsElectron(asked: readonly Target[]): boolean {
  return asked.some((target) => target !== 'tools');
}

interface Making {
  readonly out: string;
  readonly packaged: Packaged;
  readonly release: Release;
  readonly runtime: ElectronRuntime;
  readonly program: Program;
}

/** Writes the files of a target into the folder and returns their names. */
const makers: Readonly<Record<ProgramTarget, (making: Making) => Promise<readonly string[]>>> = {
  // The folder is there already: everything else is made from it.
  dir: () => Promise.resolve([]),
  zip: async ({ out, packaged, release, program }) => {
    const file = fileNames.zip(packaged).join('');
    await writeFile(join(out, file), await writeZip(program.files, commonName(packaged), release.epochSeconds));
    return [file];
  },
  deb: async ({ out, packaged, release, runtime, program }) => {
    refuseOther(runtime, 'linux');
    const file = fileNames.deb(packaged).join('');
    await writeDeb(join(out, file), release, program, debArchitecture[runtime.arch]);
    return [file];
  },
  nsis: async ({ out, packaged, release, runtime, program }) => {
    refuseOther(runtime, 'win32');
    const file = fileNames.nsis(packaged).join('');
    await writeSetup(join(out, file), release, program);
    return [file];
  },
};

function refuseOther(runtime: ElectronRuntime, platform: Platform): void {
  if (runtime.platform !== platform)
    throw new Refusal(`This target needs an Electron for ${platform}, and ${runtime.from} is for ${runtime.platform}.`);
}

/** Makes the program's folder, what was asked for of it, and the lists of what is in them. */
export async function makePackages(
  out: string,
  asked: readonly Target[],
  release: Release,
  lock: LockFile,
  runtime: ElectronRuntime,
): Promise<Packages> {
  const packaged = { name: release.name, version: release.version, platform: runtime.platform, arch: runtime.arch };
  const name = commonName(packaged);
  await clearEarlier(out, name);
  const product = await readProduct('app', release, lock, runtime);
  const program = await writeProgram(join(out, name), release, runtime, product);
  await writeFile(join(out, `${name}.manifest.json`), manifestOf(release, runtime, program.fuses, program.files));
  await writeFile(join(out, `${name}.cdx.json`), sbomOf(release, product.packages, { ...runtime, name: 'electron' }));
  const files = [`${name}.manifest.json`, `${name}.cdx.json`];
  for (const target of programTargets)
    if (asked.includes(target)) files.push(...(await makers[target]({ out, packaged, release, runtime, program })));
  if (asked.includes('tools')) files.push(...(await writeTools(out, release, lock, runtime)));
  return { program, made: await summed(out, name, files) };
}

/** Makes the command line alone, and the list of its sums. */
export async function makeTools(out: string, release: Release, lock: LockFile): Promise<readonly Made[]> {
  const machine = thisMachine();
  const name = commonName(packagedTools(release, machine));
  await clearEarlier(out, name);
  return summed(out, name, await writeTools(out, release, lock, machine));
}

/** A package of an earlier run would lie beside new ones, of another commit, and in no list of sums. */
export async function clearEarlier(out: string, name: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const list = join(out, `${name}.sha256`);
  const earlier = existsSync(list) ? namedIn(await readFile(list, 'utf8')) : [];
  for (const path of [...earlier, `${name}.sha256`]) await rm(join(out, path), { force: true });
}

async function summed(out: string, name: string, files: readonly string[]): Promise<readonly Made[]> {
  const made = await Promise.all(files.map(async (path) => ({ path, bytes: await readFile(join(out, path)) })));
  await writeFile(join(out, `${name}.sha256`), checksumsOf(made));
  return made;
}
