import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { updateWords } from '../build/update-source.ts';
import { Refusal, say } from '../lib/say.mjs';
import { projectRoot } from '../lib/tools.ts';
import { sha256Of } from './checksums.ts';
import { readElectron, type ElectronRuntime } from './electron-runtime.ts';
import { readLockFile } from './lock-file.ts';
import { makePackages, makeTools, needsElectron, targets, type Made, type Packages, type Target } from './packages.ts';
import { namedDriver } from './product.ts';
import { readRelease, type Release } from './release.ts';

interface Options {
  readonly targets: readonly Target[];
  readonly electron: string | undefined;
  readonly out: string;
}

const usage = `Usage: npm run package -- [--target ${targets.join('|')}]... [--electron ZIP-OR-FOLDER] [--out FOLDER]`;

async function main(): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const options = readOptions(process.argv.slice(2));
  const release = readRelease();
  const lock = readLockFile();
  sayRelease(release);
  if (!needsElectron(options.targets)) {
    sayFiles(await makeTools(options.out, release, lock));
    return;
  }
  say(updateWords(process.env, Date.now()));
  const runtime = await readElectron(lock, options.electron);
  sayRuntime(runtime);
  const packages = await makePackages(options.out, options.targets, release, lock, runtime);
  saySizes(packages, runtime);
}

function readOptions(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        target: { type: 'string', multiple: true, default: ['dir'] },
        electron: { type: 'string' },
        out: { type: 'string', default: join(projectRoot, 'out/package') },
      },
    });
    return { targets: values.target.map(targetNamed), electron: values.electron, out: resolve(values.out) };
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal(`${error.message}\n${usage}`, 2);
    throw error;
  }
}

function targetNamed(name: string): Target {
  const target = targets.find((known) => known === name);
  if (target === undefined) throw new Refusal(`There is no target ${name}.\n${usage}`, 2);
  return target;
}

function sayRelease({ name, version, commit, changed }: Release): void {
  say(`${name} ${version}, ${commit ?? 'no commit'}${changed ? ', with changes since' : ''}`);
}

function sayRuntime(runtime: ElectronRuntime): void {
  const pinned = runtime.version === runtime.pinnedVersion ? '' : ` (the pinned one is ${runtime.pinnedVersion})`;
  say(`Electron ${runtime.version}${pinned} for ${runtime.platform} ${runtime.arch}, from ${runtime.from}`);
  const driver = namedDriver(runtime);
  if (driver !== undefined)
    say(`The driver of SQLite that SQLITE_NATIVE_BINDING names, not the published one: ${driver}`);
}

function saySizes({ program, made }: Packages, runtime: ElectronRuntime): void {
  const [own, installed] = [sizeOf(runtime.files), sizeOf(program.files)];
  const ratio = (installed / own).toFixed(3);
  say(`${program.folder}: ${mib(installed)}, ${ratio} x the files of Electron ${runtime.version} (${mib(own)})`);
  sayFiles(made);
}

function sayFiles(made: readonly Made[]): void {
  for (const { path, bytes } of made) say(`${path}: ${mib(bytes.length)}, sha256 ${sha256Of(bytes)}`);
}

function sizeOf(files: readonly { readonly bytes: Buffer }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function mib(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}
