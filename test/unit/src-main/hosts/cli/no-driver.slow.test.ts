import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';
import { terminalText } from '../../../../../src-shared/words/main-text.ts';
import { makeCheapVault } from '../../../../support/cheap-passphrase.ts';
import { emptyFolder } from './commands/run-command.ts';

const main = join(import.meta.dirname, '../../../../../src-main/hosts/cli/main.ts');
const prebuilds = join(dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json')), 'prebuilds');
const built = (name: string): string => join(prebuilds, `${name}.node`);
const profile = { version: 1, name: 'Shop', baseUrl: 'http://127.0.0.1:9', serviceKeys: { jwks: { keys: [] } } };

it.each([
  ['is missing', () => undefined],
  ['is no binary', (file: string) => writeFileSync(file, 'no binary')],
  ['is empty', (file: string) => writeFileSync(file, '')],
  ['is of another system', (file: string) => copyFileSync(built('win32-x64'), file)],
] as const)('a driver that %s is said, with an exit of its own', (_, put) => {
  const data = emptyFolder();
  makeCheapVault(data, 'a passphrase');
  writeFileSync(join(data, 'shop.json'), JSON.stringify(profile));
  const driver = join(data, 'driver.node');
  put(driver);
  const env = { ...process.env, COUNTERFOIL_PASSPHRASE: 'a passphrase', SQLITE_NATIVE_BINDING: driver };
  for (const [index, language] of languageCodes.entries()) {
    const command = index === 0 ? ['wallets'] : ['shift', 'open'];
    const line = [main, '--data', data, '--deployment', 'shop.json', '--language', language, '--json', ...command];
    const { status, stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8', env, cwd: data });
    expect([status, stdout.trim(), command]).toEqual([
      6,
      '{"ok":false,"error":{"code":"driver_unavailable"}}',
      command,
    ]);
    expect(stderr).toContain(terminalText(language)('failure.driver_unavailable.says'));
    expect(stderr).not.toMatch(/^ {4}at /m);
  }
});
