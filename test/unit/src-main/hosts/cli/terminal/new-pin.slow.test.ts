import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCodes } from '../../../../../../src-shared/words/languages.ts';
import { testPassphrase } from '../../../../../support/counter.ts';
import { bundles } from '../../../../../support/project.ts';
import { openShop, type Shop } from '../../../../../support/shop.ts';
import { canLendTerminal, typedAt } from '../../../../../support/terminal.ts';

describe.skipIf(!canLendTerminal)('a new PIN at a terminal', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
    expect((await atTerminal(['staff', 'add', 'Mona', '--role', 'manager'], [mona, mona])).exitCode).toBe(0);
  });
  afterAll(() => shop.close());

  const mona = '48213579\r';
  const asMona = ['--as', 'Mona'];
  const atTerminal = (args: readonly string[], answers: readonly string[]) => {
    const counter = [process.execPath, bundles.counter, '--data', shop.data];
    const command = [...counter, '--deployment', shop.sandbox.line.deploymentFile, ...args];
    return typedAt(command, answers, { COUNTERFOIL_PASSPHRASE: testPassphrase });
  };

  it.each(languageCodes)('is typed twice, in %s, until both are the same, and never shown', async (language) => {
    const add = ['staff', 'add', `Omar ${language}`, '--role', 'cashier', ...asMona, '--language', language];
    const { shown, exitCode } = await atTerminal(add, [mona, '75310\r', '75311\r', '75310\r', '75310\r']);
    expect({ exitCode, questions: shown.match(/: \r?\n/g)?.length }).toEqual({ exitCode: 0, questions: 5 });
    expect(shown).not.toMatch(/48213579|7531/);
    const again = await atTerminal(['shift', 'open', '--as', `Omar ${language}`], ['75310\r']);
    expect(again.exitCode).toBe(0);
    expect((await atTerminal(['shift', 'close', ...asMona], [mona])).exitCode).toBe(0);
  });

  it('that differs three times changes nothing', async () => {
    const change = ['staff', 'pin', 'Mona', ...asMona];
    const { shown, exitCode } = await atTerminal(change, [
      mona,
      ...['1234\r', '1235\r'].flatMap((one) => [one, '9999\r']),
      '1\r',
      '2\r',
    ]);
    expect(exitCode).toBe(2);
    expect(shown).toContain('input_invalid (field new-pin-file)');
    expect((await atTerminal(['staff', 'rename', 'Mona', 'Mona A', ...asMona], [mona])).exitCode).toBe(0);
  });
});
