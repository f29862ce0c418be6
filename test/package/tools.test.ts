import { execFileSync, spawn } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../support/temp.ts';
import { within } from '../support/within.ts';
import { makePackage, packageInto, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

interface Announced {
  readonly deploymentFile: string;
  readonly invitationId: string;
  readonly enrollmentTokenFile: string;
}

/** Not the window's: the command line has no Electron in it. */
const withoutElectron = {
  ELECTRON_OVERRIDE_DIST_PATH: '',
  ELECTRON_EXEC_PATH: '',
  electron_config_cache: '/nowhere',
};

describe.skipIf(obstacle !== null)(`the command line as a package${because}`, () => {
  let folder = '';
  let deb = '';
  beforeAll(async () => {
    ({ folder } = await makePackage());
    const [name = ''] = globSync('counterfoil-tools_*.deb', { cwd: folder });
    deb = join(folder, name);
  });

  it('is made where there is no Electron, of the same bytes', async () => {
    const out = tempFolder();
    await packageInto(out, ['--target', 'tools'], withoutElectron);
    const made = globSync('*.{deb,zip,cdx.json}', { cwd: out }).sort();
    expect(made).toHaveLength(3);
    for (const name of made)
      expect(readFileSync(join(out, name)).equals(readFileSync(join(folder, name))), name).toBe(true);
    const sums = readFileSync(join(out, globSync('*.sha256', { cwd: out })[0] ?? ''), 'utf8');
    expect(made.filter((name) => !sums.includes(name))).toEqual([]);
  });

  it('enrols and reads wallets with nothing but what it brought, whatever code the environment names', async () => {
    const root = tempFolder();
    execFileSync('dpkg-deb', ['-x', deb, root]);
    const strange = join(root, 'strange.cjs');
    writeFileSync(strange, 'process.exit(42)');
    const env = {
      PATH: '/usr/bin:/bin',
      HOME: root,
      NODE_OPTIONS: `--require ${strange}`,
      COUNTERFOIL_PASSPHRASE: 'a passphrase for this folder',
    };
    const service = spawn(join(root, 'usr/bin/counterfoil-sandbox'), ['--port', '0', '--data', join(root, 'service')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      service.kill('SIGKILL');
    });
    const line = await within(
      'The announcement of the service',
      new Promise<string>((resolve) => createInterface({ input: service.stdout }).once('line', resolve)),
    );
    const announced = JSON.parse(line) as Announced;
    const counter = (...args: readonly string[]): unknown =>
      JSON.parse(
        execFileSync(
          join(root, 'usr/bin/counterfoil-counter'),
          ['--data', join(root, 'counter'), '--deployment', announced.deploymentFile, ...args, '--json'],
          { env, encoding: 'utf8' },
        ),
      );
    counter('enrol', '--invitation', announced.invitationId, '--token-file', announced.enrollmentTokenFile);
    expect(counter('wallets')).toMatchObject({ ok: true });
  });
});
