import { expect, it } from 'vitest';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';

it.each([
  [['orders', '--pin-file', 'f'], 'as'],
  [['buy', '--as', 'Amal', '--pin-file', 'f', '--approved-pin-file', 'g'], 'approved-by'],
  [['buy', '--pin-file=f', '--approved-by', 'Basma'], 'as'],
])('a PIN without a name, as in %j, is refused by the name that is missing', (argv, field) => {
  expect(readArguments(argv)).toEqual({ ok: false, error: { code: 'input_invalid', field } });
});

it('a name without a PIN is asked for it later', () => {
  expect(readArguments(['buy', '--as', 'Amal', '--approved-by', 'Basma']).ok).toBe(true);
});
