import { copyFile, link, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findElectron } from '../../scripts/lib/electron.ts';
import { canShowWindows, openDisplay } from './display.ts';

export const projectRoot = join(import.meta.dirname, '../..');

/** Why the counter cannot be started in Electron here, or null where it can: such tests are skipped and counted. */
export function whyNoElectron(): string | null {
  if (findElectron() === undefined) return 'there is no Electron runtime';
  return canShowWindows() ? null : 'there is no display and no Xvfb';
}

export interface Runtime {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  release(): Promise<void>;
}

const builtCounter = join(projectRoot, 'out/main/main.js');

/** Electron with the built counter in it, or with another program, and a display where there is none. */
export async function prepareRuntime(program: string = builtCounter): Promise<Runtime> {
  const staged = await stage(program);
  const display = await openDisplay();
  return {
    executablePath: staged.executablePath,
    args: [...sandboxArguments(), ...staged.args],
    env: {
      ...environment(),
      ...(display === null ? {} : { DISPLAY: display.name, WAYLAND_DISPLAY: '', XDG_SESSION_TYPE: 'x11' }),
    },
    release: async () => {
      await display?.close();
      await staged.release();
    },
  };
}

/**
 * Puts the counter where Electron looks first, into a copy made of links: a stand-in for Electron's own loader may
 * start an application only after `ready`, which is too late for the sandbox and the scheme.
 */
async function stage(program: string): Promise<{
  readonly executablePath: string;
  readonly args: readonly string[];
  release(): Promise<void>;
}> {
  const electron = findElectron();
  if (electron === undefined) throw new Error('there is no Electron runtime');
  if (process.platform !== 'linux')
    return {
      executablePath: electron,
      args: [program === builtCounter ? projectRoot : program],
      release: () => Promise.resolve(),
    };
  const cache = join(projectRoot, '.cache');
  await mkdir(cache, { recursive: true });
  const copy = await mkdtemp(join(cache, 'electron-'));
  await linkAll(dirname(electron), copy);
  await writeLoader(join(copy, 'resources/app'), program);
  return {
    executablePath: join(copy, basename(electron)),
    args: [],
    release: () => rm(copy, { recursive: true, force: true }),
  };
}

/** Starts a program as Electron's own loader would start it from its sources. */
async function writeLoader(folder: string, program: string): Promise<void> {
  await mkdir(folder);
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'counterfoil', version: '0.0.0', type: 'module', main: 'start.js' }),
  );
  const address = pathToFileURL(program).href;
  await writeFile(join(folder, 'start.js'), `process.defaultApp = true;\nawait import(${JSON.stringify(address)});\n`);
}

/** A copy that takes no room where it lies beside what it is made of. */
export async function linkAll(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    await mkdir(dirname(target), { recursive: true });
    // Links do not reach another file system.
    await link(source, target).catch(() => copyFile(source, target));
  }
}

/** Chromium refuses its sandbox to root; only tests take it away. */
function sandboxArguments(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

function environment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(entries.filter(([name]) => name !== 'ELECTRON_RUN_AS_NODE' && name !== 'NODE_OPTIONS'));
}
