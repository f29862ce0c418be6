import { expect, it } from 'vitest';
import { z } from 'zod';
import { codesToCompare } from '../../../../../../src-main/app/counter/replacement.ts';
import { complaints } from '../../../../../../src-main/hosts/cli/commands/complaints.ts';
import { readable } from '../../../../../../src-main/hosts/cli/terminal/print.ts';
import { codes, completed, Till, value } from '../../../orders/till.ts';
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

it('gives the text for the service’s support line by line, to be copied as it stands', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.service.script(completed(operationId, { soldCards: codes }));
  await till.resume(operationId);
  value(await till.counter.reveals.show(operationId));
  const [soldCardId] = [...till.facts(operationId).sealedCodes.keys()];
  if (soldCardId === undefined) throw new Error('nothing was sold');
  const begun = till.counter.localRecords.complaints.begin(
    { operationId, soldCardId, reason: 'not_accepted', note: 'tried twice' },
    codesToCompare(till.counter),
  );
  const { complaint } = value(begun);
  till.close();
  const told = await runCommand(till.directory, complaints, `text ${complaint.id} --language ar`);
  const { text } = z.object({ text: z.string() }).parse('value' in told ? told.value : null);
  const lines = readable('shown' in told ? told.shown : null, { language: 'ar' }).split('\n');
  expect(lines).toEqual(text.replaceAll(/[\u2068\u2069]/g, '').split('\n'));
  expect(lines.filter((line) => line.includes('tried twice') || line.includes(operationId))).toHaveLength(2);
});
