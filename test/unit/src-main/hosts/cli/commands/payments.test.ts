import { expect, it } from 'vitest';
import { payments } from '../../../../../../src-main/hosts/cli/commands/payments.ts';
import { emptyFolder, runCommand } from './run-command.ts';

const id = '0190a0b0-0000-4000-8000-000000000001';

it('says that nothing is noted at first, and names what is wrong with a line', async () => {
  const data = emptyFolder();
  expect(await runCommand(data, payments, 'noting')).toEqual({ exit: 0, value: { usual: null, owed: [] } });
  expect(await runCommand(data, payments, `show ${id}`)).toMatchObject({
    exit: 2,
    error: { code: 'operation_unknown' },
  });
  const lines = {
    show: 'payments',
    'noting more': 'payments',
    toString: 'payments',
    'show none': 'operation-id',
    [`give-back ${id} 1`]: 'payments',
    'set cheque': 'means',
  };
  for (const [line, field] of Object.entries(lines))
    expect(await runCommand(data, payments, line)).toMatchObject({ exit: 2, error: { code: 'input_invalid', field } });
});
