import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { findElectron } from '../../scripts/lib/electron.ts';
import { within } from '../support/within.ts';
import { openDisplay } from './display.ts';
import { linkAll, projectRoot } from './electron-runtime.ts';

/**
 * Chromium has no sandbox for root. `nobody` has no rights at all, so that what starts for it starts for a cashier too.
 */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
/** As on a machine that keeps dumps of what crashes. */
const dumpable = 'ulimit -S -c "$(ulimit -H -c)"; exec "$0" "$@"';

/** A packaged counter as it lies on a machine: the build for a shop in Electron, under the product's name. */
export interface PackagedCounter {
  /** The home folder of that somebody. */
  readonly home: string;
  /** Starts it with what a person gave, for somebody without rights. */
  start(given?: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** What a start says until it ends by itself. */
  refusal(
    given: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly exitCode: number | null; readonly says: string }>;
  remove(): Promise<void>;
}

/**
 * `look` is a script that the counter's own main process runs once its page is there; what it evaluates to goes to
 * stdout, after `LOOK `, as JSON. `names` are what the package is called.
 */
export async function packageCounter(
  look = 'null',
  names: Readonly<Record<string, string>> = { name: 'counterfoil' },
): Promise<PackagedCounter> {
  const electron = findElectron();
  if (electron === undefined) throw new Error('there is no Electron runtime');
  const [folder, display] = [await openFolder(), await openDisplay()];
  const executable = join(folder, 'counterfoil');
  await linkAll(dirname(electron), folder);
  await rename(join(folder, basename(electron)), executable);
  await install(join(folder, 'resources/app'), look, names);
  const home = join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  if (isRoot) await chown(home, nobody, nobody);
  const person = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_RUNTIME_DIR: home,
    PATH: process.env['PATH'] ?? '',
    DISPLAY: display?.name ?? process.env['DISPLAY'] ?? '',
    XDG_SESSION_TYPE: 'x11',
  };
  const start: PackagedCounter['start'] = (given = [], env = {}) =>
    spawn('/bin/sh', ['-c', dumpable, executable, ...given], {
      cwd: home,
      env: { ...person, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot ? { uid: nobody, gid: nobody } : {}),
    });
  return {
    home,
    start,
    refusal: async (given, env) => {
      const counter = start(given, env);
      let says = '';
      counter.stderr?.on('data', (chunk: Buffer) => {
        says += chunk.toString();
      });
      try {
        await within('The refusal', once(counter, 'close'));
        return { exitCode: counter.exitCode, says };
      } finally {
        counter.kill('SIGKILL');
      }
    },
    remove: async () => {
      await display?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What the look of a started counter gave. */
export async function lookOf(counter: ChildProcess): Promise<unknown> {
  let said = '';
  const looked = new Promise<string>((resolve, reject) => {
    counter.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /^LOOK (.*)\n/mu.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    counter.once('exit', (code) => reject(new Error(`the counter ended (${String(code)}) before its page was there`)));
  });
  return JSON.parse(await within('The page of the packaged counter', looked)) as unknown;
}

/** Where somebody without rights can read too. */
async function openFolder(): Promise<string> {
  const cache = join(projectRoot, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(isOpenToAll(cache) ? cache : tmpdir(), 'packaged-'));
  await chmod(folder, 0o755);
  return folder;
}

function isOpenToAll(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0;
  return open && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}

/** The app as a packager would put it there. Only its first file is the test's: it looks, and changes nothing. */
async function install(app: string, look: string, names: Readonly<Record<string, string>>): Promise<void> {
  const modules = join(app, 'node_modules');
  await mkdir(modules, { recursive: true });
  await cp(join(projectRoot, 'out/packaged'), app, { recursive: true });
  await symlink(join(projectRoot, 'node_modules/fastify'), join(modules, 'fastify'));
  await cp(join(projectRoot, 'node_modules/better-sqlite3'), join(modules, 'better-sqlite3'), {
    recursive: true,
    filter: (path) => !/better-sqlite3[\\/](deps|src)$/.test(path),
  });
  // This runtime may need another driver than the published one; a packager puts it in its place.
  const driver = process.env['SQLITE_NATIVE_BINDING'];
  if (driver !== undefined && existsSync(driver))
    await copyFile(driver, join(modules, `better-sqlite3/prebuilds/linux-${process.arch}.node`));
  await writeFile(
    join(app, 'package.json'),
    JSON.stringify({ ...names, version: '0.0.0', type: 'module', main: 'start.js' }),
  );
  await writeFile(
    join(app, 'start.js'),
    [
      "import { app } from 'electron';",
      "app.on('web-contents-created', (_created, contents) => contents.once('did-finish-load', async () => {",
      `  const seen = await contents.executeJavaScript(${JSON.stringify(look)}).catch(String);`,
      '  process.stdout.write(`LOOK ${JSON.stringify(seen)}\\n`);',
      '}));',
      "await import('./main/main.js');",
    ].join('\n'),
  );
}
