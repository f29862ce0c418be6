import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../../support/temp.ts';

const child = join(import.meta.dirname, 'hostile-companion-child.ts');

const unreadable = {
  installation: 'journal_not_writable installation_unreadable',
  'keyring.json': 'vault_unavailable keyring_unreadable',
  'vault.json': 'vault_unavailable envelope_unreadable',
  'staff.json': 'vault_unavailable staff_unreadable',
  'settings.json': '"object"',
  'preferences.json': '"object"',
  current: 'null',
  counterfoil: 'ok',
  'deployment.json': '[null,"profile_unreadable","unknown"]',
  'support.log': 'true',
  reserve: 'ok',
  'journal.db that is read': 'journal_not_writable read_only',
  'log of a backup': 'ok',
  backup: 'input_invalid',
  salvage: 'ok',
};
const waiting = {
  ...unreadable,
  starts: '[[],false]',
  'journal.db': 'journal_not_writable not_a_file',
  'journal.db-wal': 'journal_not_writable EINVAL',
};

it.each([
  ['pipe', waiting],
  ['device', waiting],
  [
    'hole',
    {
      ...unreadable,
      starts: '[[],true]',
      'journal.db': 'journal_corrupt SQLITE_NOTADB',
      'journal.db-wal': 'journal_corrupt log',
    },
  ],
])('a %s in the place of a file beside the records is neither waited for nor read without end', (trap, expected) => {
  const args = ['--disable-warning=ExperimentalWarning', '--max-old-space-size=256', child, trap, tempFolder()];
  const { stdout, stderr, signal } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 40_000 });
  const lines = stdout.split('\n').filter((line) => line !== '');
  const found = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]));
  expect({ found, stderr, signal }).toEqual({ found: expected, stderr: '', signal: null });
});
