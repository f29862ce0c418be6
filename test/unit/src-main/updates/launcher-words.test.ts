import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launcherName, launcherScript, programName } from '../../../../src-main/updates/launcher.ts';
import { tempFolder } from '../../../support/temp.ts';

const version = 'counterfoil-0.1.0-linux-x64';

/** What the icon's program says in a folder with this version, and this in `current`. */
function says(current: string | null, folder: string | null = null): { readonly exit: number | null; said: string } {
  const root = tempFolder();
  writeFileSync(join(root, launcherName), launcherScript, { mode: 0o755 });
  if (current !== null) writeFileSync(join(root, 'current'), current);
  if (folder !== null) {
    mkdirSync(join(root, folder));
    writeFileSync(join(root, folder, programName), '#!/bin/sh\necho "started $*"\n', { mode: 0o755 });
  }
  const run = spawnSync(join(root, launcherName), ['--lang=ar'], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  return { exit: run.status, said: `${run.stdout}${run.stderr}` };
}

it('starts the version that current names, with what it was given', () => {
  expect(says(`${version}\n`, version)).toEqual({ exit: 0, said: 'started --lang=ar\n' });
});

it.each([
  ['current is gone', null, version],
  ['current is empty', '', version],
  ['the version is gone', `${version}\n`, null],
  ['both versions are gone', `${version}\ncounterfoil-0.0.9\n`, null],
])('says what to do, and nothing of the shell, where %s', (_what, current, folder) => {
  const { exit, said } = says(current, folder);
  expect(exit).toBe(78);
  expect(said).toContain(`start ${programName} in it`);
  expect(said).toContain('سجلاتك');
  expect(said).not.toMatch(/cannot open|not found|exec/);
});
