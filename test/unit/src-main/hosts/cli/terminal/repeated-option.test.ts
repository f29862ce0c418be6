import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';

const refused = (field: string) => ({ ok: false, error: { code: 'input_invalid', field, detail: 'given_twice' } });

describe('an option of one value', () => {
  it.each([
    [['buy', '--quantity', '1', '--quantity', '2'], 'quantity'],
    [['buy', '--quantity=1', '--card', 'a', '--quantity', '1'], 'quantity'],
    [['--data', 'a', 'wallets', '--data=b', '--json'], 'data'],
    [['--deployment', 'a', '--deployment', '', 'wallets'], 'deployment'],
    [['buy', '--expect-unit-price=1.000', '--expect-unit-price=2.000'], 'expect-unit-price'],
    [['diagnose', '--signed-by', '-a', '--signed-by', '-b'], 'signed-by'],
  ])('is refused where it is given twice, as in %j, and none of the two is taken', (argv, field) => {
    expect(readArguments(argv)).toEqual(refused(field));
  });

  it('may be given once beside lists and switches that are given again, and after the end of options', () => {
    const args = readArguments([
      '--json',
      'buy',
      '--line',
      'a=1',
      '--line=b=2',
      '--json',
      '--wait',
      '5',
      '--',
      '--wait',
    ]);
    expect(args.ok && [args.value.list('line'), args.value.flag('json'), args.value.text('wait')]).toEqual([
      ['a=1', 'b=2'],
      true,
      '5',
    ]);
  });
});
