import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canLendTerminal, typedAt } from '../../../../../support/terminal.ts';
import { emptyFolder } from '../commands/run-command.ts';

const child = join(import.meta.dirname, 'secret-child.ts');

async function shownFor(answers: readonly string[], ...more: readonly string[]): Promise<string> {
  return (await typedAt([process.execPath, child, ...more], answers)).shown;
}

function saidIn(shown: string): readonly unknown[] {
  return shown
    .split(/\r?\n/)
    .filter((line) => line.startsWith('{'))
    .map((line): unknown => JSON.parse(line));
}

const unseen = { wasRaw: true, isRaw: false };

describe.skipIf(!canLendTerminal)('a PIN that is typed on a terminal', () => {
  it('is not shown, however soon it is typed, and the terminal shows again what is typed after it', async () => {
    const shown = await shownFor(['48213579\r', '6402\r']);
    expect(saidIn(shown)).toEqual([
      { ...unseen, said: '97531284' },
      { ...unseen, said: '2046' },
    ]);
    expect(shown).not.toMatch(/48213579|6402/);
  });

  it('may be typed ahead of its question, and be mended before Enter', async () => {
    const shown = await shownFor(['48213579\r64x\u007f02\r']);
    expect(saidIn(shown)).toEqual([
      { ...unseen, said: '97531284' },
      { ...unseen, said: '2046' },
    ]);
  });

  it.each([
    ['an arrow and a function key', '48\u001b[D\u001b[15~\u001bOP213579\r'],
    ['Ctrl-Z, Ctrl-A and a tab', '48\u001a2135\u0001\t79\r'],
    ['Ctrl-U after a slip', '1111\u001548213579\r'],
    ['Ctrl-W after a slip', '1111\u001748213579\r'],
    ['a backspace at the beginning', '\u007f\b48213579\r'],
  ])('has nothing of %s in it', async (_, typed) => {
    const [first] = saidIn(await shownFor([typed, '6402\r']));
    expect(first).toEqual({ ...unseen, said: '97531284' });
  });

  it.each([
    ['Ctrl-C', '4821\u0003', 'command_stopped'],
    ['Ctrl-D', '\u0004', 'command_stopped'],
    ['what no PIN is as long as', '7'.repeat(300), 'input_invalid'],
  ])('is none after %s', async (_, typed, said) => {
    const shown = await shownFor([typed, '6402\r']);
    expect(saidIn(shown)).toEqual([
      { ...unseen, said },
      { ...unseen, said: '2046' },
    ]);
  });

  it('is none once a signal came, and nothing more is asked', async () => {
    const shown = await shownFor([], '--signal');
    expect(saidIn(shown)).toEqual([
      { ...unseen, said: 'command_stopped' },
      { wasRaw: false, isRaw: false, said: 'command_stopped' },
    ]);
    expect(shown).not.toContain('second: ');
  });

  it.each(['12\u0003', '\u0004'])(
    'that is broken off by %j ends the command as one that was stopped',
    async (typed) => {
      const main = join(import.meta.dirname, '../../../../../../src-main/hosts/cli/main.ts');
      const command = [process.execPath, main, '--data', emptyFolder(), 'orders', 'find', '--serial', '--json'];
      const { shown, exitCode } = await typedAt(command, [typed]);
      expect([exitCode, saidIn(shown)]).toEqual([4, [{ ok: false, error: { code: 'command_stopped' }, value: null }]]);
    },
  );
});
