import { expect, it } from 'vitest';
import { complaints } from '../../../../../../src-main/hosts/cli/commands/complaints.ts';
import { emptyFolder, runCommand } from './run-command.ts';

const id = '0190a0b0-0000-4000-8000-000000000001';

it('lists none where there are none, and names what is wrong with a line', async () => {
  const data = emptyFolder();
  expect(await runCommand(data, complaints, 'list')).toEqual({ exit: 0, value: { items: [] } });
  const lines = {
    'list more': 'complaints',
    open: 'complaints',
    toString: 'complaints',
    [`text ${id}`]: 'complaint',
    'text none': 'complaint',
  };
  for (const [line, field] of Object.entries(lines))
    expect(await runCommand(data, complaints, line)).toMatchObject({
      exit: 2,
      error: { code: 'input_invalid', field },
    });
});
