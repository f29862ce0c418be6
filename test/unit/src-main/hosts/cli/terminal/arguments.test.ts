import { expect, it } from 'vitest';
import {
  amountOption,
  readArguments,
  strangeOption,
  uuidOption,
  uuidWord,
  wholeNumber,
  type Arguments,
} from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';

const id = '0a1b2c3d-0000-4000-8000-0123456789ab';
const invalid = (field: string) => ({ ok: false, error: { code: 'input_invalid', field } });

function read(...argv: string[]): Arguments {
  const args = readArguments(argv);
  if (!args.ok) throw new Error(args.error.field);
  return args.value;
}

it('reads words, values, repeated values and flags in any order', () => {
  const args = read('--json', 'enrol', '--cidr', '10.0.0.0/8', 'status', '--cidr=192.168.0.0/16', '--wait', '5');
  expect(args.words).toEqual(['enrol', 'status']);
  expect([args.text('wait'), args.text('card'), args.list('cidr'), args.list('line')]).toEqual([
    '5',
    null,
    ['10.0.0.0/8', '192.168.0.0/16'],
    [],
  ]);
  expect([args.flag('json'), args.flag('all')]).toEqual([true, false]);
});

it.each([
  [['wallets', '--bogus'], 'bogus'],
  [['wallets', '--wait'], 'wait'],
  [['wallets', '--json=yes'], 'json'],
  [['wallets', '-x'], 'x'],
])('names the option at fault in %j, and quotes nothing else', (argv, field) => {
  expect(readArguments(argv)).toEqual(invalid(field));
});

it('takes a value that begins with a dash, as thumbprints may, and no option for a value', () => {
  const thumbprint = '-Xk3h0wYQm1d9Z2l5b7c4a8e6f0g2i4k6m8o0q2s4u6';
  const args = read('diagnose', '--signed-by', thumbprint, '--note', '--jsn', '--cidr', '-a', '--cidr', '-b', '--json');
  expect([args.text('signed-by'), args.text('note'), args.list('cidr')]).toEqual([thumbprint, '--jsn', ['-a', '-b']]);
  expect([args.words, args.flag('json')]).toEqual([['diagnose'], true]);
  expect(readArguments(['diagnose', '--signed-by', '--json'])).toEqual(invalid('signed-by'));
  expect(readArguments(['diagnose', '--signed-by', '--wait=5'])).toEqual(invalid('signed-by'));
  expect(read('orders', '--', '--card', '-1').words).toEqual(['orders', '--card', '-1']);
});

it('finds the option that a command does not take', () => {
  expect(strangeOption(read('orders', '--pending', '--all'), ['pending', 'all'])).toBeNull();
  expect(strangeOption(read('orders', '--pending', '--reveal'), ['pending', 'all'])).toBe('reveal');
  expect(strangeOption(read('orders', '--cidr', 'x'), ['pending'])).toBe('cidr');
  expect(strangeOption(read('orders', '--reference', ''), ['pending'])).toBe('reference');
});

it('takes whole numbers within their range only', () => {
  const range = { from: 0, to: 60, otherwise: 30 };
  expect(wholeNumber(read(), 'wait', range)).toEqual({ ok: true, value: 30 });
  expect(wholeNumber(read('--wait', '0'), 'wait', range)).toEqual({ ok: true, value: 0 });
  expect(wholeNumber(read('--wait', '60'), 'wait', range)).toEqual({ ok: true, value: 60 });
  for (const text of ['61', '1.5', '1e1', '0x1', ' 1', '', '1234567890', '٣'])
    expect(wholeNumber(read('--wait', text), 'wait', range)).toEqual(invalid('wait'));
  expect(wholeNumber(read(), 'wait', { from: 0, to: 60 })).toEqual(invalid('wait'));
});

it('takes ids in their one form only', () => {
  expect(uuidOption(read('--card', id), 'card')).toEqual({ ok: true, value: id });
  for (const text of [id.toUpperCase(), id.replaceAll('-', ''), `${id} `, ''])
    expect(uuidOption(read('--card', text), 'card')).toEqual(invalid('card'));
  expect(uuidOption(read(), 'card')).toEqual(invalid('card'));
  expect(uuidWord(read(id), 0, 'wallet')).toEqual({ ok: true, value: id });
  expect(uuidWord(read(id), 1, 'category')).toEqual(invalid('category'));
});

it('takes amounts with exactly three decimals', () => {
  expect(amountOption(read(), 'expect-unit-price')).toEqual({ ok: true, value: null });
  expect(amountOption(read('--expect-unit-price', '3.085'), 'expect-unit-price')).toEqual({ ok: true, value: '3.085' });
  for (const text of ['3', '3.08', '3.0850', '3,085', '.085'])
    expect(amountOption(read('--expect-unit-price', text), 'expect-unit-price')).toEqual(invalid('expect-unit-price'));
});
