import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../../support/temp.ts';

const main = join(import.meta.dirname, '../../../../../src-main/hosts/cli/main.ts');
const full = (): number => openSync('/dev/full', 'w');

/** The command line whose outputs go where they are told to; a pipe that is `gone` has no reader from the start. */
async function ended(
  args: readonly string[],
  { out, say }: Readonly<Record<'out' | 'say', number | 'pipe' | 'gone'>>,
): Promise<{ readonly exit: number | null; readonly said: string }> {
  const pipeOf = (where: number | 'pipe' | 'gone') => (where === 'gone' ? 'pipe' : where);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    stdio: ['ignore', pipeOf(out), pipeOf(say)],
  });
  if (out === 'gone') child.stdout?.destroy();
  if (say === 'gone') child.stderr?.destroy();
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  return { exit: child.exitCode, said };
}

describe('a command whose outcome', () => {
  it.each([
    ['nobody reads', 'gone', 'EPIPE'],
    ['goes to a full disk', full(), 'ENOSPC'],
  ] as const)('%s ends with a code of its own, and says so', async (_name, out, code) => {
    for (const args of [['--help'], ['--version', '--json']])
      expect(await ended(args, { out, say: 'pipe' })).toEqual({
        exit: 6,
        said: `what came of it could not be written here: ${code}\n`,
      });
    expect(await ended(['--help', '--language', 'ar'], { out, say: 'pipe' })).toMatchObject({ exit: 6 });
  });

  it.each([
    ['nobody hears', 'gone'],
    ['is told to a full disk', full()],
  ] as const)('%s ends as it would have', async (_name, say) => {
    const wrong = ['wallets', '--data', tempFolder(), '--deployment', '/dev/null'];
    expect(await ended(wrong, { out: 'pipe', say })).toMatchObject({ exit: 2 });
    expect(await ended(['--help'], { out: say, say })).toMatchObject({ exit: 6 });
    expect(await ended(['no-command', '--json'], { out: say, say })).toMatchObject({ exit: 2 });
  });
});
