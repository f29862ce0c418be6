import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { install, stampInstall } from '../../../../scripts/lib/install.mjs';
import { tempFolder } from '../../../support/temp.ts';

it('empties no packages of another checkout that node_modules is a link to', async () => {
  const [root, other] = [join(tempFolder(), 'checkout'), join(tempFolder(), 'node_modules')];
  mkdirSync(root);
  mkdirSync(join(other, 'tool'), { recursive: true });
  writeFileSync(join(other, 'tool/package.json'), '{}');
  writeFileSync(join(root, 'package.json'), '{"name":"example","version":"1.0.0"}');
  const lock = (version: string): void => {
    const text = { name: 'example', version, lockfileVersion: 3, packages: { '': { version } } };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(text));
  };
  lock('1.0.0');
  symlinkSync(other, join(root, 'node_modules'));
  stampInstall(root);
  await install(root);
  lock('1.0.1');
  await expect(install(root)).rejects.toThrow(`${join(root, 'node_modules')} is a link`);
  expect(existsSync(join(other, 'tool/package.json'))).toBe(true);
});
