import { describe, expect, it } from 'vitest';
import { commandNamed } from '../../../../../../src-main/hosts/cli/commands/table.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { createContext } from '../../../../../../src-main/hosts/cli/terminal/context.ts';
import { value } from '../../../orders/till.ts';
import { emptyFolder } from './run-command.ts';

const id = '0a1b2c3d-0000-4000-8000-0123456789ab';
const [sale, rule] = [`buy --wallet ${id} --card ${id}`, `prices set --wallet ${id} --currency KWD`];

/** Where a number, an amount or a day stands (`?`), and what the person called it. */
const places: readonly (readonly [string, string])[] = [
  ['journal purge ?', 'days'],
  ['journal events --cursor ?', 'cursor'],
  ['report list --cursor ?', 'cursor'],
  ['report sales --from ?', 'from'],
  ['report sales --from 2026-01-01 --to ?', 'to'],
  ['report z ?', 'name'],
  ['limits set KWD ? none none', 'sale'],
  ['limits set KWD none ? none', 'shift'],
  ['limits set KWD none none ?', 'card'],
  ['prices rate KWD USD ?', 'rate'],
  [`prices face-value ${id} ? KWD`, 'face-value'],
  [`${rule} --fixed ?`, 'fixed'],
  [`${rule} --percent ?`, 'percent'],
  [`${rule} --amount ?`, 'amount'],
  [`${rule} --fixed 1.000 --step ?`, 'step'],
  ['shift open --counted KWD=?', 'counted'],
  [`${sale} --quantity ?`, 'quantity'],
  [`buy --wallet ${id} --line ${id}=?`, 'line'],
  [`${sale} --quantity 1 --wait ?`, 'wait'],
  [`resume ${id} --wait ?`, 'wait'],
];

const odd = ['', ' 5', '5 ', '\u0665', '\uff15', '1e3', '0x5', '+5', '5,5', '9'.repeat(400), 'NaN'];

async function errorOf(line: string, given: string) {
  const argv = line.split(' ').map((word) => word.replace('?', () => given));
  const [name = '', ...words] = argv;
  const read = readArguments(['--data', emptyFolder(), ...words]);
  if (!read.ok) return read.error;
  const context = createContext(read.value, {}, () => undefined);
  try {
    const outcome = await commandNamed(name)?.run(context);
    return outcome === undefined || outcome.exit === 0 ? null : outcome.error;
  } finally {
    context.close();
  }
}

describe('a number, an amount or a day that is none', () => {
  it.each(places)('is refused by the name of its argument: %s', async (line, field) => {
    const wrong: unknown[] = [];
    for (const given of odd) {
      const error = await errorOf(line, given);
      if (error?.code !== 'input_invalid' || error.field !== field) wrong.push([given, error]);
    }
    expect(wrong).toEqual([]);
  });

  it.each(['journal purge ?', 'report z ?', 'limits set KWD ? none none', 'prices rate KWD USD ?'])(
    'may begin with a dash, and is refused all the same where it stands alone: %s',
    async (line) => {
      const field = places.find(([each]) => each === line)?.[1];
      for (const given of ['-5', '-0.5', '-\u0665', '-']) expect(await errorOf(line, given)).toMatchObject({ field });
    },
  );

  it.each(['steps', 'verify', 'backups', 'salvage'])(
    'names no other word of journal %s, which takes none',
    async (what) => {
      expect(await errorOf(`journal ${what} ?`, '5')).toEqual({ code: 'input_invalid', field: 'journal' });
    },
  );

  it('takes no option without a name for a word', () => {
    expect(readArguments(['journal', 'purge', '-x'])).toMatchObject({ error: { field: 'x' } });
    expect(readArguments(['journal', 'purge', '--5'])).toMatchObject({ error: { field: '5' } });
    expect(readArguments(['journal', 'purge', '--\u0665%'])).toMatchObject({ error: { field: '\u0665' } });
    expect(readArguments(['journal', 'purge', '--%'])).toMatchObject({ error: { field: 'arguments' } });
    expect(value(readArguments(['journal', 'purge', '-5', '--', '-x'])).words).toEqual([
      'journal',
      'purge',
      '-5',
      '-x',
    ]);
  });
});
