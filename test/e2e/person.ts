import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { within } from '../support/within.ts';
import { openDisplay } from './display.ts';
import { projectRoot } from './electron-runtime.ts';

/**
 * Chromium has no sandbox for root. `nobody` has no rights at all, so that what starts for it starts for a cashier too.
 */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
/** As on a machine that keeps dumps of what crashes. */
const dumpable = 'ulimit -S -c "$(ulimit -H -c)"; exec "$0" "$@"';

/** Somebody without rights, at a display of their own. */
export interface Person {
  /** Where a program can be put that they may run and not change. */
  readonly folder: string;
  readonly home: string;
  /** Who starts what is started for them. */
  readonly as: { readonly uid?: number; readonly gid?: number };
  start(file: string, given?: readonly string[], env?: Readonly<Record<string, string>>): ChildProcess;
  /** What a start says until it ends by itself. */
  refusal(file: string, given: readonly string[], env?: Readonly<Record<string, string>>): Promise<Refused>;
  remove(): Promise<void>;
}

export interface Refused {
  readonly exitCode: number | null;
  readonly says: string;
}

export async function personWithoutRights(): Promise<Person> {
  const [folder, display] = [await openFolder(), await openDisplay()];
  const home = join(folder, 'home');
  await mkdir(home, { mode: 0o700 });
  if (isRoot) await chown(home, nobody, nobody);
  const as = isRoot ? { uid: nobody, gid: nobody } : {};
  const own = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_RUNTIME_DIR: home,
    PATH: process.env['PATH'] ?? '',
    DISPLAY: display?.name ?? process.env['DISPLAY'] ?? '',
    XDG_SESSION_TYPE: 'x11',
  };
  const start: Person['start'] = (file, given = [], env = {}) =>
    spawn('/bin/sh', ['-c', dumpable, file, ...given], {
      cwd: home,
      env: { ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...as,
    });
  return {
    folder,
    home,
    as,
    start,
    refusal: (file, given, env) => refusalOf(start(file, given, env)),
    remove: async () => {
      await display?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function refusalOf(program: ChildProcess): Promise<Refused> {
  let says = '';
  program.stderr?.on('data', (chunk: Buffer) => {
    says += chunk.toString();
  });
  try {
    await within('The refusal', once(program, 'close'));
    return { exitCode: program.exitCode, says };
  } finally {
    program.kill('SIGKILL');
  }
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
