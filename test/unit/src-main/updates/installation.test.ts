import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  folderOfVersion,
  installationOf,
  keepRunning,
  readCurrent,
  versionOfFolder,
  writeCurrent,
} from '../../../../src-main/updates/installation.ts';
import { tempFolder } from '../../../support/temp.ts';

it('a folder that was unzipped is an installation without one before', () => {
  const folder = tempFolder();
  const current = 'counterfoil-0.1.0-linux-x64';
  expect(installationOf(join(folder, current))).toEqual({ folder, current, before: null });
  expect(installationOf(join(folder, current), 'win32')).toBeNull();
});

it('a program of a package manager is none, nor is one in a folder that cannot be written to', () => {
  expect(installationOf('/usr/lib/counterfoil')).toBeNull();
  expect(installationOf(join(tempFolder(), 'absent', 'counterfoil-0.1.0'))).toBeNull();
});

it.each([
  ['counterfoil-0.1.0', '0.1.0'],
  ['counterfoil-0.10.2-linux-x64', '0.10.2'],
  ['counterfoil-0.1', null],
  ['counterfoil-0.1.0.partial', null],
  ['counterfoil-0.1.0.zip', null],
  ['../counterfoil-0.1.0', null],
  ['counterfoil-0.1.0/..', null],
  ['', null],
] as const)('the version of %j is %s', (name, version) => {
  expect(versionOfFolder(name)).toBe(version);
});

it('names the version to start, and the one before', () => {
  const folder = tempFolder();
  expect(readCurrent(folder)).toBeNull();
  const installation = { folder, current: folderOfVersion('0.2.0'), before: folderOfVersion('0.1.0') };
  expect(writeCurrent(installation).ok).toBe(true);
  expect(readCurrent(folder)).toEqual(installation);
  expect(installationOf(join(folder, 'counterfoil-0.1.0'))).toEqual(installation);
  expect(writeCurrent({ ...installation, before: null }).ok).toBe(true);
  expect(readCurrent(folder)).toEqual({ ...installation, before: null });
  writeFileSync(join(folder, 'current'), '../elsewhere\n');
  expect(readCurrent(folder)).toBeNull();
});

it('the version before, once it took over, stays, and the one that could not start goes', async () => {
  const folder = tempFolder();
  const [older, newer] = [folderOfVersion('0.1.0'), folderOfVersion('0.2.0')];
  for (const name of [older, newer]) mkdirSync(join(folder, name));
  const installation = { folder, current: newer, before: older };
  writeCurrent(installation);
  expect(await keepRunning(installation, newer)).toEqual({ ok: true, value: installation });
  expect(readCurrent(folder)).toEqual(installation);
  const kept = { folder, current: older, before: null };
  expect(await keepRunning(installation, older)).toEqual({ ok: true, value: kept });
  expect(readCurrent(folder)).toEqual(kept);
  expect([existsSync(join(folder, older)), existsSync(join(folder, newer))]).toEqual([true, false]);
});
