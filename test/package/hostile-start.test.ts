import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { processesBelow } from '../e2e/processes.ts';
import { until } from '../support/until.ts';
import { installPackage, type Installed } from './installed.ts';
import { makePackage, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

/** What an icon could add to the program, past the launcher. */
const switches = [
  '--no-sandbox',
  '--disable-gpu-sandbox',
  '--disable-seccomp-filter-sandbox',
  '--single-process',
  '--in-process-gpu',
  '--remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--inspect=0',
  '--js-flags=--expose-gc',
  '--load-extension=/tmp',
  '--disable-web-security',
  '--proxy-server=127.0.0.1:1',
  '--proxy-pac-url=http://127.0.0.1:1/',
  '--host-rules=MAP * 127.0.0.1',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--ignore-certificate-errors',
  '--user-data-dir=/tmp/elsewhere',
  '--ssl-key-log-file=/tmp/keys',
  '--log-net-log=/tmp/log',
  '--enable-logging=file',
  '--password-store=basic',
  '--gpu-launcher=/tmp/x',
  '--renderer-cmd-prefix=/tmp/x',
  '--app=/tmp',
  '-r',
  '/tmp/app.asar',
];

describe.skipIf(obstacle !== null)(`a package that a hostile icon starts${because}`, () => {
  let installed: Installed;
  const started: ChildProcess[] = [];
  beforeAll(async () => {
    installed = await installPackage(await makePackage());
  });
  afterEach(() => {
    for (const counter of started.splice(0)) counter.kill('SIGKILL');
  });
  afterAll(() => installed.person.remove());

  const start = (file: string, given: readonly string[] = []): ChildProcess => {
    const counter = installed.person.start(file, given);
    started.push(counter);
    return counter;
  };
  const opened = ({ pid = 0 }: ChildProcess): Promise<void> =>
    until('The page', () => processesBelow(pid).some(({ line }) => line.includes('--type=renderer')));

  it.each(switches)('does not start with %j', async (given) => {
    const { exitCode, says } = await installed.person.refusal(installed.program, [given]);
    expect([exitCode, says]).toEqual([2, expect.stringContaining(`does not start with ${given.split('=')[0]}`)]);
  });

  it('keeps its records for their owner alone, whatever the umask', async () => {
    const counter = start('/bin/sh', ['-c', 'umask 000; exec "$0"', installed.launcher]);
    const folder = join(installed.person.home, '.config/counterfoil/counter');
    await until('The log for support', () => namesBelow(folder).includes('support-log/support.log'));
    const ended = once(counter, 'exit');
    counter.kill('SIGTERM');
    await ended;
    expect(modesBelow(folder).filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
  });

  it('starts no second time beside itself, and leaves the first one running', async () => {
    const first = start(installed.launcher);
    await opened(first);
    const second = start(installed.launcher);
    expect(await once(second, 'exit')).toEqual([0, null]);
    expect(first.exitCode).toBeNull();
    first.kill('SIGTERM');
    expect(await once(first, 'exit')).toEqual([0, null]);
  });
});

function namesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** The folder itself, and all that is in it. */
function modesBelow(folder: string): readonly { readonly name: string; readonly mode: number }[] {
  return ['.', ...namesBelow(folder)].flatMap((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found === undefined ? [] : [{ name, mode: found.mode & 0o777 }];
  });
}
