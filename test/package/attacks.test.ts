import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFile } from '@electron/asar';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../../scripts/package/archive.ts';
import { checksumsOf } from '../../scripts/package/checksums.ts';
import { readLockFile } from '../../scripts/package/lock-file.ts';
import { readProduct } from '../../scripts/package/product.ts';
import { readRelease } from '../../scripts/package/release.ts';
import { looking, lookOf } from '../e2e/packaged-counter.ts';
import { coreLimitOf, processesBelow } from '../e2e/processes.ts';
import { until } from '../support/until.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage, type Made } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;
const native = `resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`;

describe.skipIf(obstacle !== null)(`a package as somebody without rights starts it${because}`, () => {
  let made: Made;
  let installed: Installed;
  let counter: ChildProcess | null = null;
  beforeAll(async () => {
    made = await makePackage();
    installed = await installPackage(made);
  });
  afterEach(() => {
    counter?.kill('SIGKILL');
    counter = null;
  });
  afterAll(() => installed.person.remove());

  const start = (given: readonly string[] = [], env: Readonly<Record<string, string>> = {}): ChildProcess => {
    counter = installed.person.start(installed.launcher, given, env);
    return counter;
  };
  const pagesOf = (pid = 0): ReturnType<typeof processesBelow> =>
    processesBelow(pid).filter(({ line }) => line.includes('--type=renderer'));
  const opened = async (started: ChildProcess): Promise<number> => {
    await until('The page', () => pagesOf(started.pid).length > 0);
    return started.pid ?? 0;
  };

  it("opens its page in Chromium's sandbox, with no process to be dumped, under its own name", async () => {
    const pid = await opened(start());
    await until('The sandbox', () =>
      pagesOf(pid).every((page) => /^Seccomp:\t2$/m.test(readFileSync(`/proc/${page.pid}/status`, 'utf8'))),
    );
    expect(coreLimitOf(pid)).toBe('0 0');
    expect(readdirSync(join(installed.person.home, '.config'))).toEqual(['counterfoil']);
  });

  it.each([
    ['run as Node', { ELECTRON_RUN_AS_NODE: '1' }, ['-e', 'process.exit(42)'], 2],
    ['take a switch for Node', {}, ['--inspect=0'], 2],
    ['wait for a debugger', {}, ['--inspect-brk=0'], 2],
    ['open a debugging port', {}, ['--remote-debugging-port=0'], 2],
    ['give the sandbox up', { ELECTRON_DISABLE_SANDBOX: '1' }, [], 2],
  ])('does not %s', async (_what, env, given, exitCode) => {
    const refused = await installed.person.refusal(installed.launcher, given, env);
    expect(refused.exitCode).toBe(exitCode);
    expect(refused.says).not.toContain('Debugger listening');
  });

  it('takes neither code nor certificates for Node from the environment', async () => {
    const file = join(installed.person.folder, 'strange.cjs');
    const mark = join(installed.person.home, 'strange-ran');
    await writeFile(file, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`);
    const named = { NODE_OPTIONS: `--require ${file}`, NODE_EXTRA_CA_CERTS: '/not/there', ELECTRON_RUN_AS_NODE: '1' };
    const started = start([], named);
    let says = '';
    started.stderr?.on('data', (chunk: Buffer) => {
      says += chunk.toString();
    });
    await opened(started);
    expect(existsSync(mark)).toBe(false);
    // Node says so where it looks for them.
    expect(says).not.toContain('extra certs');
  });

  it('runs no app that lies beside its archive', async () => {
    const archive = join(installed.folder, 'resources/app.asar');
    const app = join(installed.folder, 'resources/app');
    await rename(archive, `${archive}.away`);
    await mkdir(app);
    await writeFile(join(app, 'index.js'), 'process.exit(42)');
    try {
      expect((await installed.person.refusal(installed.program, [])).exitCode).not.toBe(42);
    } finally {
      await rm(app, { recursive: true });
      await rename(`${archive}.away`, archive);
    }
  });

  it('refuses under another name what it refuses under its own', async () => {
    const other = join(installed.folder, 'electron');
    await rename(installed.program, other);
    try {
      const refused = await installed.person.refusal(other, ['--no-sandbox']);
      expect(refused.exitCode).toBe(2);
      expect(refused.says).toContain('does not start with --no-sandbox');
    } finally {
      await rename(other, installed.program);
    }
  });

  it.each(['resources/app.asar', native, 'v8_context_snapshot.bin'])(
    'does not start where one byte of %s is another',
    async (path) => {
      const file = await installed.restore(path);
      const bytes = await readFile(file);
      const middle = Math.floor(bytes.length / 2);
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      await writeFile(file, bytes);
      try {
        const refused = await installed.person.refusal(installed.launcher, []);
        expect(refused.exitCode).toBe(78);
        expect(refused.says).toContain('not as it was installed');
        expect(refused.says).toContain('أعد تثبيت');
      } finally {
        await installed.restore(path);
      }
    },
  );

  it('does not start without the list that it is compared with', async () => {
    const list = join(installed.folder, 'integrity.sha256');
    await rename(list, `${list}.away`);
    try {
      expect((await installed.person.refusal(installed.launcher, [])).exitCode).toBe(78);
    } finally {
      await rename(`${list}.away`, list);
    }
  });

  it('does not start where there is neither of the two sandboxes, and says what to do', async () => {
    const bin = join(installed.person.folder, 'bin');
    await mkdir(bin);
    await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const refused = await installed.person.refusal(installed.launcher, [], { PATH: `${bin}:/usr/bin:/bin` });
    expect(refused.exitCode).toBe(78);
    expect(refused.says).toContain('no sandbox');
  });

  it('trains, from its archive and with its driver', async () => {
    const archive = await installed.restore('resources/app.asar');
    await installed.restore(native);
    const look =
      'window.counter.app.startTraining({}).then(({ ok, value, error }) => ({ mode: ok ? value.mode : error }))';
    await writeLooking(archive, look);
    const list = join(installed.folder, 'integrity.sha256');
    await installed.restore('integrity.sha256');
    await writeFile(list, checksumsOf([{ path: 'resources/app.asar', bytes: await readFile(archive) }]));
    const started = start();
    expect(await lookOf(started)).toEqual({ mode: 'training' });
    const ended = once(started, 'exit');
    started.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  /** The same archive, but for a first file that looks at the page. */
  async function writeLooking(archive: string, look: string): Promise<void> {
    const release = readRelease({ SOURCE_DATE_EPOCH: '1700000000' });
    const { files } = await readProduct('app', release, readLockFile(), {
      platform: 'linux',
      arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    });
    const description = JSON.parse(extractFile(archive, 'package.json').toString('utf8')) as Record<string, string>;
    const others = files.filter(({ path }) => path !== 'package.json');
    await writeArchive(archive, [
      { path: 'package.json', mode: 0o644, bytes: Buffer.from(JSON.stringify({ ...description, main: 'start.js' })) },
      { path: 'start.js', mode: 0o644, bytes: Buffer.from(looking(look)) },
      ...others,
    ]);
  }
});
