import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { start, type Starting } from '../../../../scripts/lib/start.ts';
import { tempFolder } from '../../../support/temp.ts';

let folder: string;
let starting: Starting;

/** Stand-ins that write down how they were called: an Electron that is a shell script, and a browser host. */
beforeEach(() => {
  folder = tempFolder();
  const electron = standInElectron('exit 5');
  const browserHost = join(folder, 'browser-host.mjs');
  writeFileSync(
    browserHost,
    "import { writeFileSync } from 'node:fs'; " +
      `writeFileSync(${JSON.stringify(join(folder, 'host-args'))}, JSON.stringify(process.argv.slice(2))); ` +
      'process.exit(6);',
  );
  const env = { ...process.env, DISPLAY: ':99', ELECTRON_RUN_AS_NODE: '1' };
  starting = {
    machine: { platform: 'linux', env, userId: 1000 },
    electron: () => Promise.resolve(electron),
    app: '/the/app',
    browserHost,
    args: ['--x'],
  };
});

function standInElectron(ending: string): string {
  const file = join(folder, 'electron');
  writeFileSync(file, `#!/bin/sh\necho "$@ $ELECTRON_RUN_AS_NODE" > ${folder}/electron-args\n${ending}\n`, {
    mode: 0o755,
  });
  return file;
}

function hostArguments(): unknown {
  return existsSync(join(folder, 'host-args'))
    ? JSON.parse(readFileSync(join(folder, 'host-args'), 'utf8'))
    : undefined;
}

test('Electron runs the app as an app, its sandbox on, and its exit code is ours', async () => {
  expect(await start(starting)).toBe(5);
  expect(readFileSync(join(folder, 'electron-args'), 'utf8')).toBe('/the/app --x \n');
  expect(hostArguments()).toBeUndefined();
});

test.skipIf(process.platform !== 'linux')(
  'Electron is started with no room for a dump of its memory, and cannot make any',
  async () => {
    standInElectron(`cat /proc/self/limits > ${folder}/limits`);
    await start(starting);
    expect(readFileSync(join(folder, 'limits'), 'utf8')).toMatch(/^Max core file size\s+0\s+0\s/m);
  },
);

test('root gets the training counter in the browser, and Electron is not even looked for', async () => {
  const electron = (): Promise<string> => Promise.reject(new Error('looked for'));
  expect(await start({ ...starting, machine: { ...starting.machine, userId: 0 }, electron })).toBe(6);
  expect(hostArguments()).toEqual([
    '--open-if-display',
    '--reason',
    'Electron keeps its sandbox on, which does not work for root.',
    '--x',
  ]);
});

test('without Electron the training counter says so', async () => {
  expect(await start({ ...starting, electron: () => Promise.resolve(undefined) })).toBe(6);
  expect(hostArguments()).toEqual([
    '--open-if-display',
    '--reason',
    'Electron is not installed and could not be fetched.',
    '--x',
  ]);
});

test.each([
  ['exit 127', 'exit 127'],
  ['exit 3', 'exit 3'],
  ['kill -TRAP $$', 'SIGTRAP'],
])('an Electron that cannot start (%s) gives way to the training counter', async (ending, named) => {
  standInElectron(ending);
  expect(await start(starting)).toBe(6);
  expect(hostArguments()).toContain(`Electron could not start here (${named}).`);
});

test.each([
  ['exit 0', 0],
  ['exit 1', 1],
  ['kill -TERM $$', 143],
])('an Electron that ended by itself (%s) is not followed by another counter', async (ending, exitCode) => {
  standInElectron(ending);
  expect(await start(starting)).toBe(exitCode);
  expect(hostArguments()).toBeUndefined();
});
