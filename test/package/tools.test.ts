import { execFileSync, spawn } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../support/temp.ts';
import { within } from '../support/within.ts';
import { makePackage, whyNoPackage } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

interface Announced {
  readonly deploymentFile: string;
  readonly invitationId: string;
  readonly enrollmentTokenFile: string;
}

describe.skipIf(obstacle !== null)(`the command line as a package${because}`, () => {
  let deb = '';
  beforeAll(async () => {
    const made = await makePackage();
    const [name = ''] = globSync('counterfoil-tools_*.deb', { cwd: made.folder });
    deb = join(made.folder, name);
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
