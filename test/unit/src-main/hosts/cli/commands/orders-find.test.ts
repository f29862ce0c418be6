import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findQuery } from '../../../../../../src-main/hosts/cli/commands/orders-find.ts';
import { orders } from '../../../../../../src-main/hosts/cli/commands/orders.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { tempFolder } from '../../../../../support/temp.ts';
import { codes, completed, Till, value } from '../../../orders/till.ts';
import { emptyFolder, runCommand } from './run-command.ts';

describe('orders find', () => {
  it('finds a sale by its short number, by no sealed reference without the passphrase, and takes its words as the screens do', async () => {
    const till = await Till.open();
    const sold = till.place({ externalReference: 'till 4 7' });
    till.place({ quantity: 3 });
    const { saleNumber = '' } = till.facts(sold).intent;
    till.close();
    for (const text of [saleNumber, saleNumber.toLowerCase().replace('-', ' ')])
      expect(await runCommand(till.directory, orders, `find ${text}`)).toMatchObject({
        exit: 0,
        value: { items: [{ operationId: sold, saleNumber }] },
      });
    expect(await runCommand(till.directory, orders, 'find Till 4 7')).toEqual({ exit: 0, value: { items: [] } });
    const all = await runCommand(till.directory, orders, 'find today');
    expect(all).toMatchObject({ value: { items: [{}, {}] } });
    expect(await runCommand(till.directory, orders, 'find yesterday')).toEqual({ exit: 0, value: { items: [] } });
    expect(await runCommand(till.directory, orders, 'find أمس till')).toEqual({ exit: 0, value: { items: [] } });
  });

  it('names what is wrong with its words', async () => {
    const data = emptyFolder();
    for (const [line, field] of [
      ['found x', 'orders'],
      ['find', 'find'],
      ['find x --serial', 'find'],
      ['--serial', 'serial'],
    ] as const)
      expect(await runCommand(data, orders, line)).toMatchObject({ error: { code: 'input_invalid', field } });
  });

  it('finds a sale by a serial number that a file has, and none by another', async () => {
    const till = await Till.open();
    const sold = till.place();
    till.service.script(completed(sold, { soldCards: codes }));
    await till.resume(sold);
    const find = (serial: string) => {
      const path = join(tempFolder(), 'serial');
      writeFileSync(path, `${serial}\n`);
      return findQuery({
        args: value(readArguments(['orders', 'find', '--serial-file', path].slice(1))),
        counter: () => Promise.resolve({ ok: true, value: till.counter }),
        nowMs: () => till.clock.nowMs(),
        text: () => '',
      });
    };
    expect(await find('serial number 2')).toEqual({ ok: true, value: { find: sold, named: [sold] } });
    expect(await find('SERIAL-NUMBER-3')).toEqual({ ok: true, value: null });
  });
});
