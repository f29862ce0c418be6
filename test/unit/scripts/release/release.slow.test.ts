import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeZip } from '../../../../scripts/package/zip.ts';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';

type Release = (...args: readonly string[]) => { readonly exit: number | null; readonly said: string };

/** A publisher in a folder of their own. */
async function publisher(): Promise<{ readonly folder: string; readonly release: Release }> {
  const folder = tempFolder();
  mkdirSync(join(folder, 'feed'));
  const program = [{ path: 'counterfoil.sh', mode: 0o755, bytes: Buffer.from('a program') }];
  writeFileSync(join(folder, zip), await writeZip(program, 'counterfoil-0.2.0-linux-x64', 1_700_000_000));
  const script = join(projectRoot, 'scripts/release.ts');
  const release: Release = (...args) => {
    const run = spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
    return { exit: run.status, said: `${run.stdout}${run.stderr}`.trim() };
  };
  return { folder, release };
}

const until = '2999-01-01T00:00:00Z';
const zip = 'feed/counterfoil-0.2.0-linux-x64.zip';

it('a publisher makes keys, a root, a release and its signatures, and sees what a counter sees', async () => {
  const { folder, release } = await publisher();
  const keys = release('keys', 'r1', 'r2', 'r3', 'k1', 'k2', 'k3');
  expect(keys.exit).toBe(0);
  expect(statSync(join(folder, 'r1')).mode & 0o777).toBe(0o600);
  const names = keys.said.split('\n').map((line) => line.split(' ')[1] ?? '');
  const named = names.map((name, index) => `--${index < 3 ? 'root' : 'release'}-key=${name}`);
  expect(release('root', '--out', 'root-1.json', '--expires', until, ...named).exit).toBe(0);
  expect(release('sign', 'root-1.json', '--key', 'r1').said).toContain('signed by 1 of 2');
  const draft = ['draft', '--out', 'feed/release.json', '--number', '1', '--version', '0.2.0', '--from', '0.1.0'];
  const packaged = ['--expires', until, '--package', `linux-x64-zip=${zip}`];
  expect(release(...draft, ...packaged).exit).toBe(0);
  expect(release('sign', 'feed/release.json', '--key', 'k1', '--root', 'root-1.json').exit).toBe(1);
  expect(release('verify', 'feed', '--root', 'root-1.json').said).toContain('threshold_not_met root-1.json (root)');
  release('sign', 'root-1.json', '--key', 'r3');
  release('sign', 'feed/release.json', '--key', 'k1', '--root', 'root-1.json');
  expect(release('verify', 'feed', '--root', 'root-1.json').said).toContain('threshold_not_met');
  release('sign', 'feed/release.json', '--key', 'k3', '--root', 'root-1.json');
  expect(release('verify', 'feed', '--root', 'root-1.json')).toMatchObject({
    exit: 0,
    said: expect.stringContaining(`version 0.2.0, release 1, until ${until}`) as string,
  });

  appendFileSync(join(folder, zip), 'x');
  expect(release('verify', 'feed', '--root', 'root-1.json')).toMatchObject({
    exit: 1,
    said: expect.stringContaining('package_tampered counterfoil-0.2.0-linux-x64.zip') as string,
  });
  expect(release('keys', 'r1').exit).toBe(1);

  const next = release('root', '--out', 'feed/root-2.json', '--before', 'root-1.json', '--expires', until, ...named);
  expect(next.exit).toBe(0);
  expect(release('verify', 'feed', '--root', 'root-1.json').said).toContain('threshold_not_met');
});

it('says how it is used, and does nothing with words that do not fit', async () => {
  const { release } = await publisher();
  for (const args of [[], ['unknown'], ['keys'], ['sign', 'x'], ['root', '--out', 'x'], ['verify', 'a', 'b']])
    expect(release(...args)).toMatchObject({
      exit: 2,
      said: expect.stringContaining('release -- keys FILE') as string,
    });
});
