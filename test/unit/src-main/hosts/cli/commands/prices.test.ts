import { expect, it } from 'vitest';
import { z } from 'zod';
import { prices } from '../../../../../../src-main/hosts/cli/commands/prices.ts';
import { emptyFolder, runCommand } from './run-command.ts';

const card = '0a000000-0000-4000-8000-000000000001';

const historySchema = z.object({ items: z.array(z.looseObject({ subject: z.string() })) });

const run = (data: string, line: string) => runCommand(data, prices, line);

it('keeps what a manager sets from one command to the next', async () => {
  const data = emptyFolder();
  const set = await run(data, `set --card ${card} --percent 5 --currency KWD --step 0.05 --nearest`);
  const rule = {
    target: { kind: 'card', id: card },
    form: { kind: 'percent', percent: '5' },
    currency: 'KWD',
    rounding: { step: '0.05', mode: 'nearest' },
    allowBelowCost: false,
  };
  expect(set).toMatchObject({ exit: 0, value: { rules: [rule] } });
  await run(data, 'rate KWD USD 3.25');
  const listed = await run(data, 'list');
  expect(listed).toMatchObject({
    exit: 0,
    value: { rules: [rule], rates: [{ from: 'KWD', to: 'USD', rate: '3.25' }] },
  });
  const { items } = historySchema.parse((await run(data, 'history')).value);
  expect(items).toMatchObject([{ kind: 'price-rule-set', body: rule }, { kind: 'price-rate-set' }]);
  const removed = await run(data, `remove ${items[0]?.subject}`);
  expect(removed).toMatchObject({ exit: 0, value: { rules: [] } });
});

it.each([
  ['prices', 'sell'],
  ['prices', 'remove'],
  ['card', `set --card ${card} --wallet ${card} --percent 5 --currency KWD`],
  ['fixed', `set --card ${card} --currency KWD`],
  ['currency', `set --card ${card} --percent 5`],
  ['currency', `set --card ${card} --percent 5 --currency kwd`],
  ['from', 'rate usd KWD 0.3'],
  ['to', 'rate USD kwd 0.3'],
  ['currency', `face-value ${card} 10 usd`],
  ['step', `set --card ${card} --percent 5 --currency KWD --nearest`],
  ['allow-below-cost', `set --card ${card} --percent=-5 --currency KWD`],
  ['rate', 'rate KWD USD much'],
  ['rule', `remove ${card}`],
  ['card', `example ${card} C`],
])('names %s where that is wrong: %s', async (field, line) => {
  expect(await run(emptyFolder(), line)).toMatchObject({ exit: 2, error: { code: 'input_invalid', field } });
});
