import { type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findElectron } from '../../scripts/lib/electron.ts';
import { within } from '../support/within.ts';
import { linkAll, projectRoot } from './electron-runtime.ts';
import { personWithoutRights, type Person } from './person.ts';

/** A packaged counter as it lies on a machine: the build for a shop in Electron, under the product's name. */
export interface PackagedCounter {
  /** The home folder of whoever starts it. */
  readonly home: string;
  /** Starts it with what a person gave, for somebody without rights. */
  start(given?: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** What a start says until it ends by itself. */
  refusal(given: readonly string[], env?: Readonly<Record<string, string>>): ReturnType<Person['refusal']>;
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
  const person = await personWithoutRights();
  const executable = join(person.folder, 'counterfoil');
  await linkAll(dirname(electron), person.folder);
  await rename(join(person.folder, basename(electron)), executable);
  await install(join(person.folder, 'resources/app'), look, names);
  return {
    home: person.home,
    start: (given, env) => person.start(executable, given, env),
    refusal: (given, env) => person.refusal(executable, given, env),
    remove: () => person.remove(),
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
  await writeFile(join(app, 'start.js'), looking(look));
}

/** A first file of the app that looks at the page, and then starts the app. */
export function looking(look: string): string {
  return [
    "import { app } from 'electron';",
    "app.on('web-contents-created', (_created, contents) => contents.once('did-finish-load', async () => {",
    `  const seen = await contents.executeJavaScript(${JSON.stringify(look)}).catch(String);`,
    '  process.stdout.write(`LOOK ${JSON.stringify(seen)}\\n`);',
    '}));',
    "await import('./main/main.js');",
  ].join('\n');
}
