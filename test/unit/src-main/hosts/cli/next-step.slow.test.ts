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

const failures: readonly (readonly [string, MainKey, readonly string[], string | null])[] = [
  ['deployment_required', 'cli.next.deployment', ['wallets'], 'the right one'],
  ['passphrase_required', 'cli.next.passphrase', ['wallets', '--deployment', 'shop.json'], null],
  ['passphrase_wrong', 'cli.next.passphraseWrong', ['wallets', '--deployment', 'shop.json'], 'another'],
  ['not_enrolled', 'cli.next.enrol', ['export-key', '--public'], null],
  ['person_unknown', 'cli.next.personUnknown', ['shift', 'open', '--as', 'Mona'], null],
];

describe('the next step after a failure', () => {
  it.each(failures)('%s is said to a person, in each language', (code, step, args, passphrase) => {
    const data = emptyFolder();
    makeCheapVault(data, 'the right one');
    writeFileSync(join(data, 'shop.json'), JSON.stringify(profile));
    for (const language of languageCodes) {
      const env = { ...process.env, ...(passphrase === null ? {} : { COUNTERFOIL_PASSPHRASE: passphrase }) };
      const line = [main, '--data', data, '--language', language, ...args];
      const { stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8', env, cwd: data });
      expect([stdout, stderr]).toEqual(['', expect.stringContaining(`counter: ${code}`)]);
      expect(stderr).toContain(`${terminalText(language)(step)}\n`);
    }
  });
});
