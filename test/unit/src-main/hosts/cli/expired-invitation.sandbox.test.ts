import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { languageCodes, type Language } from '../../../../../src-shared/words/languages.ts';
import { terminalText } from '../../../../../src-shared/words/main-text.ts';
import { makeCheapVault } from '../../../../support/cheap-passphrase.ts';
import { ownService } from '../../enrolment/shared-service.ts';
import { emptyFolder } from './commands/run-command.ts';

const main = join(import.meta.dirname, '../../../../../src-main/hosts/cli/main.ts');

it('an expired invitation whose key waits is said with what its support can still do', async () => {
  const service = await ownService();
  const data = emptyFolder();
  makeCheapVault(data, 'a passphrase');
  writeFileSync(join(data, 'shop.json'), JSON.stringify(service.profile));
  writeFileSync(join(data, 'token'), service.token);
  const given = ['enrol', '--invitation', service.invitationId, '--token-file', 'token', '--wait', '0'];
  expect(await counter(data, given, 'en')).toMatchObject({ exit: 4 });
  await service.control('/clock', { offsetSeconds: 400 * 86_400 });
  for (const language of languageCodes) {
    const { exit, error } = await counter(data, given, language);
    const text = terminalText(language);
    expect([exit, error.split('\n')]).toEqual([4, expect.arrayContaining([text('enrol.waits.activation')])]);
    expect(error).not.toContain(text('cli.next.invitationOver'));
  }
  await service.control('/activate');
  expect(await counter(data, given, 'en')).toMatchObject({ exit: 0 });
});

async function counter(data: string, command: readonly string[], language: Language) {
  const line = [main, '--data', data, '--deployment', 'shop.json', '--language', language, ...command];
  const env = { ...process.env, COUNTERFOIL_PASSPHRASE: 'a passphrase' };
  const child = spawn(process.execPath, line, { cwd: data, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { error: await read(child.stderr), exit: await ended };
}
