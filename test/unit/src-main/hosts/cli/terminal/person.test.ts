import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { err, ok } from '../../../../../../src-main/core/result.ts';
import { rolesFor } from '../../../../../../src-main/hosts/cli/commands/command.ts';
import { commandNames, commands } from '../../../../../../src-main/hosts/cli/commands/table.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import type { CliContext } from '../../../../../../src-main/hosts/cli/terminal/context.ts';
import { personAtShell } from '../../../../../../src-main/hosts/cli/terminal/person.ts';
import { roles } from '../../../../../../src-shared/contract/roles.ts';
import { tempFolder } from '../../../../../support/temp.ts';
import { value } from '../../../orders/till.ts';
import { StaffShop } from '../../../staff/staff-shop.ts';

/** Read and written again with the table of commands. */
const ofManagers = ['enrol', 'keys', 'decide', 'reveal', 'save-codes', 'reconcile', 'staff', 'prices', 'limits'];
/** A cashier with a manager's word, which is asked for after their own PIN. */
const ofManagersWord = ['decide'];
const ofReaders = ['report'];
const ofSellers = ['buy', 'resume', 'cancel', 'keep-wanted', 'hand-over', 'shift', 'complaints', 'payments'];
const ofNobody: readonly (readonly [string, string])[] = [
  ['enrol', 'status'],
  ['keys', 'show'],
  ['shift', 'show'],
  ['staff', 'list'],
  ['staff', 'reset-pin'],
  ['complaints', 'list'],
  ['complaints', 'text'],
  ['payments', 'noting'],
  ['payments', 'show'],
];

function pinFile(pin: string): string {
  const file = join(tempFolder(), 'pin');
  writeFileSync(file, `${pin}\n`);
  return file;
}

/** A command line at the counter of a shop. */
function contextOf(shop: StaffShop, ...words: readonly string[]): CliContext {
  const context: Partial<CliContext> = {
    args: value(readArguments(words)),
    directory: () => ok(shop.directory),
    counter: () => Promise.resolve(ok({ staff: shop.staff } as never)),
    text: () => '',
    stopping: new AbortController().signal,
  };
  return context as CliContext;
}

describe('a command that needs a person', () => {
  it.each(roles)('takes a %s where their role allows it, and says which role it needs where not', async (role) => {
    const shop = await StaffShop.open();
    await shop.add('Mona', 'manager', '24680');
    const id = await shop.add('Omar', role, '4321');
    const context = contextOf(shop, 'buy', '--as', 'omar', '--pin-file', pinFile('٤٣٢١'));
    const answers: Record<string, unknown> = {};
    const wanted: Record<string, unknown> = {};
    for (const name of commandNames) {
      const needed = rolesFor(commands[name], []);
      answers[name] = needed === null ? 'nobody' : await personAtShell(context, needed);
      const isRefused =
        (ofManagers.includes(name) && role !== 'manager' && !(role === 'cashier' && ofManagersWord.includes(name))) ||
        (ofReaders.includes(name) && role === 'cashier') ||
        (ofSellers.includes(name) && role === 'auditor');
      const detail = ofSellers.includes(name) ? 'cashier' : 'manager';
      wanted[name] = [...ofManagers, ...ofReaders, ...ofSellers].includes(name) ? ok(id) : 'nobody';
      if (isRefused) wanted[name] = err({ code: 'role_required', detail, field: 'as' });
    }
    expect(answers).toEqual(wanted);
  });

  it('takes an auditor for what of prices is only read', () => {
    for (const word of ['list', 'history', 'example'])
      expect(rolesFor(commands.prices, [word])).toEqual(['manager', 'auditor']);
    for (const word of ['set', 'remove', 'rate', 'face-value'])
      expect(rolesFor(commands.prices, [word])).toEqual(['manager']);
  });

  it('takes a manager alone for how a complaint ends', () => {
    for (const word of ['replace', 'reject', 'close'])
      expect(rolesFor(commands.complaints, [word])).toEqual(['manager']);
    for (const word of ['open', 'send']) expect(rolesFor(commands.complaints, [word])).toEqual(['cashier', 'manager']);
  });

  it('needs nobody for what is only shown, nor for a PIN that the recovery phrase gives', () => {
    for (const [name, word] of ofNobody)
      expect([name, rolesFor(commands[name as keyof typeof commands], [word])]).toEqual([name, null]);
  });

  it('is asked who it is for, with a PIN that is theirs, and never goes on without', async () => {
    const shop = await StaffShop.open();
    const mona = await shop.add('Mona', 'manager', '24680');
    const asked = (...words: readonly string[]) => personAtShell(contextOf(shop, 'buy', ...words), ['manager']);
    expect(await asked()).toEqual(err({ code: 'person_required', field: 'as' }));
    expect(await asked('--as', 'Sara')).toEqual(err({ code: 'person_unknown', field: 'as' }));
    // Nobody can type here.
    expect(await asked('--as', 'Mona')).toEqual(err({ code: 'input_invalid', field: 'pin-file' }));
    const wrong = () => asked('--as', 'Mona', '--pin-file', pinFile('1111'));
    expect(await wrong()).toEqual(err({ code: 'pin_wrong', field: 'pin-file' }));
    expect(await asked('--as', 'Mona', '--pin-file', pinFile('24680'))).toEqual(ok(mona));
    for (let time = 0; time < 5; time += 1) await wrong();
    expect(await asked('--as', 'Mona', '--pin-file', pinFile('24680'))).toEqual(
      err({ code: 'pin_locked', field: 'pin-file' }),
    );
  });

  it('goes on as before where no people work, and knows nobody there', async () => {
    const shop = await StaffShop.open();
    expect(await personAtShell(contextOf(shop, 'buy'), ['manager'])).toEqual(ok(null));
    expect(await personAtShell(contextOf(shop, 'buy', '--as', 'Mona'), ['manager'])).toEqual(
      err({ code: 'person_unknown', field: 'as' }),
    );
  });
});
