import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '../../../../../src-shared/words/languages.ts';
import type { MainKey } from '../../../../../src-shared/words/main-messages.ts';
import { terminalText } from '../../../../../src-shared/words/main-text.ts';
import { makeCheapVault } from '../../../../support/cheap-passphrase.ts';
import { emptyFolder } from './commands/run-command.ts';

const main = join(import.meta.dirname, '../../../../../src-main/hosts/cli/main.ts');
const profile = { version: 1, name: 'Shop', baseUrl: 'http://127.0.0.1:9', serviceKeys: { jwks: { keys: [] } } };
const operation = '11111111-1111-4111-8111-111111111111';
const enrol = ['enrol', '--invitation', operation, '--token-file', 'token', '--deployment', 'shop.json'];

const failures: readonly (readonly [string, MainKey, readonly string[], string | null])[] = [
  ['deployment_required', 'cli.next.deployment', ['wallets'], 'the right one'],
  ['passphrase_required', 'cli.next.passphrase', ['wallets', '--deployment', 'shop.json'], null],
  ['passphrase_wrong', 'cli.next.passphraseWrong', ['wallets', '--deployment', 'shop.json'], 'another'],
  ['not_enrolled', 'cli.next.enrol', ['export-key', '--public'], null],
  ['service_unreachable', 'failure.service_unreachable.says', enrol, 'the right one'],
  ['service_unreachable', 'failure.service_unreachable.next', enrol, 'the right one'],
  ['input_invalid', 'failure.input_invalid.says', ['no-such-command'], null],
  [
    'operation_unknown',
    'failure.operation_unknown.says',
    ['cancel', operation, '--deployment', 'shop.json'],
    'the right one',
  ],
  ['person_unknown', 'cli.next.personUnknown', ['shift', 'open', '--as', 'Mona'], null],
];

describe('the sentences after a failure', () => {
  it.each(failures)('%s is said to a person, in each language', (code, step, args, passphrase) => {
    const data = emptyFolder();
    makeCheapVault(data, 'the right one');
    writeFileSync(join(data, 'shop.json'), JSON.stringify(profile));
    writeFileSync(join(data, 'token'), 'a-token');
    for (const language of languageCodes) {
      const env = { ...process.env, ...(passphrase === null ? {} : { COUNTERFOIL_PASSPHRASE: passphrase }) };
      const line = [main, '--data', data, '--language', language, ...args];
      const { stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8', env, cwd: data });
      expect([stdout, stderr]).toEqual(['', expect.stringContaining(`counter: ${code}`)]);
      expect(stderr).toContain(`${terminalText(language)(step)}\n`);
    }
  });
});
