import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runningProgram } from '../../../../src-main/updates/program.ts';
import { tempFolder } from '../../../support/temp.ts';

const unzipped = 'counterfoil-0.1.0-linux-x64';

it.each([
  ['linux', 'x64', 'swap', 'linux-x64-zip'],
  ['win32', 'x64', 'elsewhere', 'win32-x64-nsis'],
] as const)(
  'a program in a folder of the user’s own on %s %s is updated by %s with %s',
  (platform, arch, way, target) => {
    const folder = join(tempFolder(), unzipped);
    expect(runningProgram(folder, '0.1.0', { platform, arch })).toEqual({ version: '0.1.0', folder, way, target });
  },
);

it.each([
  ['/usr/lib/counterfoil', 'linux', 'arm64', 'administrator', 'linux-arm64-deb'],
  ['/opt/shop', 'linux', 'x64', 'elsewhere', 'linux-x64-zip'],
  ['/Applications/Counterfoil.app/Contents/MacOS', 'darwin', 'arm64', 'elsewhere', 'darwin-arm64-zip'],
] as const)('a program in %s on %s %s is updated by %s with %s', (folder, platform, arch, way, target) => {
  expect(runningProgram(folder, '0.1.0', { platform, arch })).toEqual({ version: '0.1.0', folder, way, target });
});
