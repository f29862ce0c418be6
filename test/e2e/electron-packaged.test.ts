import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whyNoElectron } from './electron-runtime.ts';
import { lookOf, packageCounter, type PackagedCounter } from './packaged-counter.ts';
import { coreLimitOf, processesBelow } from './processes.ts';

const obstacle = whyNoElectron() ?? (process.platform === 'linux' ? null : 'it is packaged for Linux here');
const because = obstacle === null ? '' : ` (${obstacle})`;

/** A training proves the driver of the records and the process of the practice service as well. */
const beginsTraining =
  'window.counter.app.startTraining({}).then(({ ok, value, error }) => ({ mode: ok ? value.mode : error }))';

describe.skipIf(obstacle !== null)(`a packaged counter${because}`, () => {
  let packaged: PackagedCounter;
  beforeAll(async () => {
    packaged = await packageCounter(beginsTraining);
  });
  afterAll(() => packaged.remove());

  it.each([
    ['without a word', []],
    ['with what a person may say', ['--lang=ar', '--force-device-scale-factor=1.25', '--disable-gpu']],
    ['whatever driver the environment names', [], { SQLITE_NATIVE_BINDING: '/tmp/another-driver.node' }],
  ])(
    'starts %s, its page in a sandbox and none of its processes to be dumped, and trains',
    async (_what, given: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const counter = packaged.start(given, env);
      try {
        expect(await lookOf(counter)).toEqual({ mode: 'training' });
        const pages = processesBelow(counter.pid ?? 0).filter(({ line }) => line.includes('--type=renderer'));
        expect(
          pages.map(({ pid }) => /^Seccomp:\t(\d)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]),
        ).toEqual(['2']);
        const everyProcess = [counter.pid ?? 0, ...processesBelow(counter.pid ?? 0).map(({ pid }) => pid)];
        expect(everyProcess.length).toBeGreaterThan(4);
        expect(everyProcess.map(coreLimitOf)).toEqual(everyProcess.map(() => '0 0'));
        counter.kill('SIGTERM');
        expect(await once(counter, 'exit')).toEqual([0, null]);
      } finally {
        counter.kill('SIGKILL');
      }
    },
  );

  it.each([
    '--no-sandbox',
    '-no-sandbox',
    '--disable-gpu-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--in-process-gpu',
    '--single-process',
    '--allow-sandbox-debugging',
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--inspect=0',
    '--js-flags=--expose-gc',
    '--load-extension=/tmp',
    '--disable-web-security',
    '--allow-file-access-from-files',
    '--proxy-server=127.0.0.1:1',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--ignore-certificate-errors',
    '--user-data-dir=/tmp/elsewhere',
    '--ssl-key-log-file=/tmp/keys',
    '--password-store=basic',
    '--renderer-cmd-prefix=/tmp/x',
    '--lang=../../x',
    '--lang',
    '--ozone-platform=headless',
    '--force-device-scale-factor=1 --no-sandbox',
    '--something',
    '--',
    'app://counterfoil/elsewhere',
    '',
  ])('does not start with %j', async (argument) => {
    const { exitCode, says } = await packaged.refusal([argument]);
    expect([exitCode, says]).toEqual([2, expect.stringContaining(`does not start with ${argument.split('=')[0]}`)]);
  });

  it('leaves nothing behind where it does not start', async () => {
    const before = readdirSync(packaged.home, { recursive: true });
    const elsewhere = join(packaged.home, 'made/elsewhere');
    for (const given of [`--user-data-dir=${elsewhere}`, '--something'])
      expect(await packaged.refusal([given])).toMatchObject({ exitCode: 2 });
    expect(readdirSync(packaged.home, { recursive: true })).toEqual(before);
  });

  it('opens no debugger where another program asks for one', async () => {
    const counter = packaged.start();
    let says = '';
    counter.stderr?.on('data', (chunk: Buffer) => {
      says += chunk.toString();
    });
    try {
      await lookOf(counter);
      counter.kill('SIGUSR1');
      counter.kill('SIGTERM');
      expect(await once(counter, 'close')).toEqual([0, null]);
      expect(says).not.toContain('Debugger listening');
    } finally {
      counter.kill('SIGKILL');
    }
  });

  it('does not start where the environment takes the sandbox away', async () => {
    const { exitCode, says } = await packaged.refusal([], { ELECTRON_DISABLE_SANDBOX: '1' });
    expect([exitCode, says]).toEqual([2, expect.stringContaining('does not start with --no-sandbox')]);
  });

  it('names every argument that it refuses, and of none the value', async () => {
    const { says } = await packaged.refusal(['--lang=en', '--proxy-server=secret', '--load-extension=/tmp/secret']);
    expect(says).toContain('does not start with --proxy-server, --load-extension.');
    expect(says).not.toContain('secret');
  });
});

describe.skipIf(obstacle !== null)(`a packaged counter under another product's name${because}`, () => {
  it('keeps its records where every counter has them', async () => {
    const renamed = await packageCounter(beginsTraining, { name: 'another', productName: 'Another Name' });
    const counter = renamed.start();
    try {
      await lookOf(counter);
      expect(readdirSync(join(renamed.home, '.config/counterfoil'))).toContain('counter');
      expect(readdirSync(join(renamed.home, '.config'))).toEqual(['counterfoil']);
      counter.kill('SIGTERM');
      await once(counter, 'exit');
    } finally {
      counter.kill('SIGKILL');
      await renamed.remove();
    }
  });
});
