import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../../../src-main/hosts/cli/commands/command.ts';
import { enrol } from '../../../../../../src-main/hosts/cli/commands/enrol.ts';
import { journal } from '../../../../../../src-main/hosts/cli/commands/journal.ts';
import { orders } from '../../../../../../src-main/hosts/cli/commands/orders.ts';
import { payments } from '../../../../../../src-main/hosts/cli/commands/payments.ts';
import { recover } from '../../../../../../src-main/hosts/cli/commands/recover.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { secretFrom } from '../../../../../../src-main/hosts/cli/terminal/secret.ts';
import { makeCheapVault } from '../../../../../support/cheap-passphrase.ts';
import { value } from '../../../orders/till.ts';
import { emptyFolder, runCommand } from './run-command.ts';

const invitation = '0a000000-0000-4000-8000-000000000001';
const readers: readonly (readonly [string, Command, string, string])[] = [
  ['a serial number', orders, 'find --serial-file', 'serial-file'],
  ['a token', enrol, `--invitation ${invitation} --token-file`, 'token-file'],
  ['a recovery phrase', recover, '--phrase-file', 'phrase-file'],
];

describe('a secret that a file is to give', () => {
  it.each(readers)('is none in an empty file, or in one of blanks: %s', async (_what, command, line, field) => {
    const data = emptyFolder();
    for (const text of ['', ' \n', '\uFEFF\r\n']) {
      writeFileSync(join(data, 'empty'), text);
      const outcome = await runCommand(data, command, `${line} ${join(data, 'empty')}`);
      expect(outcome).toEqual({ exit: 2, error: { code: 'input_invalid', field, detail: 'empty' } });
    }
  });

  it('is no PIN in an empty file, so that it costs no try', async () => {
    const data = emptyFolder();
    writeFileSync(join(data, 'empty'), '');
    const args = value(readArguments(['--as', 'Amal', '--pin-file', join(data, 'empty')]));
    const read = await secretFrom({ args, stopping: new AbortController().signal }, 'pin-file', '');
    expect(read).toEqual({ ok: false, error: { code: 'input_invalid', field: 'pin-file', detail: 'empty' } });
  });
});

it.each([
  ['in quotes', `\u201c${invitation}\u201d`],
  ['with blanks and marks', `\u200f${invitation.replace('-', '\u00a0\u2011\n').toUpperCase()}\r\n`],
  ['in a sentence', `Your\u00a0invitation:\u00a0${invitation}.`],
])('an invitation is cleaned as on the screen, %s', async (_, pasted) => {
  const data = emptyFolder();
  writeFileSync(join(data, 'empty'), '');
  const enrolled = (given: string) =>
    runCommand(data, enrol, `--invitation ${given} --token-file ${join(data, 'empty')}`);
  expect(await enrolled(pasted)).toMatchObject({ error: { field: 'token-file' } });
  expect(await enrolled('no-invitation')).toMatchObject({ error: { field: 'invitation' } });
});

it('a backup for which there is no folder or no name is wrong input, and no trouble of the journal', async () => {
  const data = emptyFolder();
  for (const file of [join(data, 'no-folder/kept.db'), ''])
    expect(await runCommand(data, journal, `backup ${file}`)).toEqual({
      exit: 2,
      error: { code: 'input_invalid', field: 'file' },
    });
});

it('a sale is not said to be paid ahead and not ahead at once', async () => {
  const data = emptyFolder();
  makeCheapVault(data, 'a passphrase');
  writeFileSync(
    join(data, 'shop.json'),
    JSON.stringify({ version: 1, name: 'S', baseUrl: 'http://127.0.0.1:9', serviceKeys: { jwks: { keys: [] } } }),
  );
  const line = `note ${invitation} cash --ahead --not-ahead --deployment ${join(data, 'shop.json')}`;
  expect(await runCommand(data, payments, line, { COUNTERFOIL_PASSPHRASE: 'a passphrase' })).toEqual({
    exit: 2,
    error: { code: 'input_invalid', field: 'not-ahead' },
  });
});
