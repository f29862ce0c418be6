import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLocalRecords } from '../../../../../../src-main/app/counter/counter.ts';
import { report } from '../../../../../../src-main/hosts/cli/commands/report.ts';
import { shift } from '../../../../../../src-main/hosts/cli/commands/shift.ts';
import { systemClock, systemRandomness } from '../../../../../../src-main/hosts/system-ports.ts';
import { lastZInFile } from '../../../../../../src-main/keyring/keyring-file.ts';
import { tempFolder } from '../../../../../support/temp.ts';
import { value } from '../../../orders/till.ts';
import { emptyFolder, runCommand } from './run-command.ts';

it('opens a shift, hands it over and closes it with a Z, from one command to the next', async () => {
  const data = emptyFolder();
  expect(await runCommand(data, shift, 'show')).toEqual({ exit: 0, value: { open: null } });
  expect(await runCommand(data, shift, 'open --counted KWD=12.500')).toMatchObject({
    exit: 0,
    value: { open: { by: null } },
  });
  expect(await runCommand(data, shift, 'open')).toMatchObject({ exit: 2, error: { code: 'shift_open' } });
  expect(await runCommand(data, shift, 'hand-over')).toMatchObject({ exit: 0 });
  expect(await runCommand(data, report, 'x')).toMatchObject({
    exit: 0,
    value: { name: null, totals: { sales: 0, cost: [] } },
  });
  // Whoever closes need not be who sees what the shop pays.
  expect(await runCommand(data, shift, 'close --counted KWD=13 --counted USD=4')).toMatchObject({
    exit: 0,
    value: {
      name: '1-1',
      totals: { sales: 0, cost: null, margin: null },
      counted: [
        { amount: '13', currency: 'KWD' },
        { amount: '4', currency: 'USD' },
      ],
    },
  });
  expect(await runCommand(data, shift, 'hand-over')).toMatchObject({ exit: 2, error: { code: 'no_shift' } });
  expect(lastZInFile(data).lastZ()).toMatchObject({ epoch: 1, number: 1 });
  expect(await runCommand(data, shift, 'close')).toMatchObject({ exit: 0, value: { name: '1-2' } });
  expect(await runCommand(data, report, 'list')).toMatchObject({
    exit: 0,
    value: { items: [{ name: '1-2' }, { name: '1-1' }] },
  });
  expect(await runCommand(data, report, 'z')).toMatchObject({ exit: 0, value: { name: '1-2', running: { cost: [] } } });
  expect(await runCommand(data, report, 'z 1-1')).toMatchObject({
    exit: 0,
    value: {
      name: '1-1',
      cashCounts: [{ what: 'opened', by: null, counted: [{ amount: '12.500', currency: 'KWD' }] }],
    },
  });
  expect(await runCommand(data, report, 'z 1-2')).toMatchObject({ exit: 0, value: { cashCounts: [] } });
  expect(await runCommand(data, report, 'list --all')).toMatchObject({ exit: 0, value: { items: { length: 2 } } });
  const cursor = await runCommand(data, report, 'list --cursor 5');
  expect(cursor).toMatchObject({ exit: 0, value: { items: [{ name: '1-1' }] } });
});

it('says what was counted when a shift is taken over, what the till should hold, and the difference', async () => {
  const data = emptyFolder();
  const records = value(openLocalRecords({ directory: data, clock: systemClock, randomness: systemRandomness }));
  value(records.payments.setUsual('cash'));
  records.close();
  expect(await runCommand(data, shift, 'open --counted KWD=12.500')).toMatchObject({ exit: 0 });
  const takenOver = {
    what: 'handedOver',
    counted: [{ amount: '12.250', currency: 'KWD' }],
    expected: [{ amount: '12.500', currency: 'KWD' }],
    difference: [{ amount: '-0.250', currency: 'KWD' }],
  };
  expect(await runCommand(data, shift, 'hand-over --counted KWD=12.250')).toMatchObject({
    exit: 0,
    value: { open: { takenOver } },
  });
  expect(await runCommand(data, shift, 'show')).toMatchObject({ value: { open: { takenOver } } });
  expect(await runCommand(data, report, 'x')).toMatchObject({ value: { cashCounts: [{ what: 'opened' }, takenOver] } });
  const page = join(tempFolder(), 'z.html');
  expect(await runCommand(data, shift, 'close')).toMatchObject({ exit: 0 });
  expect(await runCommand(data, report, `z --write ${page}`)).toMatchObject({
    value: { cashCounts: { 1: takenOver } },
  });
  expect(readFileSync(page, 'utf8')).toMatch(/Expected [^<]*12\.500[^<]* · [^<]*0\.250[^<]* missing/);
});

it('writes the lines of some days beside their sums, and never over a file', async () => {
  const data = emptyFolder();
  const file = join(tempFolder(), 'sales.csv');
  const line = `sales --from 2026-01-01 --to 2026-01-31 --write ${file}`;
  expect(await runCommand(data, report, line)).toMatchObject({
    exit: 0,
    value: { from: '2026-01-01', byDay: [], file },
  });
  expect(readFileSync(file, 'utf8')).toMatch(/^\u{FEFF}date,time,sale,order,[a-z_,]+\r\n$/u);
  expect(await runCommand(data, report, line)).toEqual({ exit: 2, error: { code: 'input_invalid', field: 'write' } });
  expect(await runCommand(data, report, 'sales')).toMatchObject({ exit: 0, value: { totals: { sales: 0 } } });
  const page = join(tempFolder(), 'sales.html');
  expect(await runCommand(data, report, `sales --from 2026-01-01 --write ${page}`)).toMatchObject({ exit: 0 });
  expect(readFileSync(page, 'utf8')).toContain('<h1>');
});

it('writes a Z as a file that needs nothing else, in the language asked for', async () => {
  const data = emptyFolder();
  await runCommand(data, shift, 'close --counted KWD=13');
  const file = join(tempFolder(), 'z.html');
  expect(await runCommand(data, report, `z --write ${file} --language ar`)).toMatchObject({ exit: 0, value: { file } });
  const html = readFileSync(file, 'utf8');
  expect(html).toMatch(/^<!doctype html><html lang="ar" dir="rtl"><head><meta http-equiv="Content-Security-Policy"/);
  expect(html).toContain('1-1');
  expect(html).not.toMatch(/<script|https?:|\bsrc=|@import|url\(/);
});

it.each([
  ['write', 'list --write z.html'],
  ['write', 'x --write x.csv'],
  ['from', 'x --from 2026-01-01'],
  ['from', 'sales --from 2026-02-30'],
  ['to', 'sales --from 2026-01-02 --to 2026-01-01'],
  ['write', 'sales --write sales.xls'],
  ['write', 'sales --write /nowhere/at/all.csv'],
  ['name', 'z 1-9'],
  ['name', 'z one'],
  ['report', 'y'],
  ['report', 'x 1-1'],
])('names the field %s of "report %s"', async (field, line) => {
  expect(await runCommand(emptyFolder(), report, line)).toEqual({ exit: 2, error: { code: 'input_invalid', field } });
});

it.each([
  ['shift', 'shut'],
  ['counted', 'open --counted 12'],
  ['counted', 'open --counted kwd=12'],
  ['counted', 'open --counted ELEVENCHARS=12'],
  ['counted', 'close --counted KWD=-1'],
  ['counted', 'close --counted IQD=10.500'],
  ['counted', 'close --counted USD=10.500'],
  ['counted', 'close --counted KWD=1e3'],
  ['counted', 'close --counted KWD=1=2'],
])('names the field %s of "shift %s", and changes nothing', async (field, line) => {
  const data = emptyFolder();
  expect(await runCommand(data, shift, line)).toEqual({ exit: 2, error: { code: 'input_invalid', field } });
  expect(await runCommand(data, shift, 'show')).toEqual({ exit: 0, value: { open: null } });
  expect(await runCommand(data, report, 'list')).toEqual({ exit: 0, value: { items: [] } });
});
