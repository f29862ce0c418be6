import type { Failure } from '../../../../src-shared/contract/codes.ts';
import { ok, type Result } from '../../../core/result.ts';
import { invalid } from './arguments.ts';
import type { CliContext } from './context.ts';
import { secretFrom } from './secret.ts';

const tries = 3;

/**
 * A person's new PIN: from the file that `--new-pin-file` names, else typed twice on the terminal, since nobody sees a
 * slip and it would lock that person out. Errors: `input_invalid` with the option, where there is neither, and where
 * the two differed three times; `command_stopped`.
 */
export async function newPin(context: CliContext, name: string): Promise<Result<string, Failure>> {
  const { args, text, say } = context;
  const ask = (key: 'cli.newPin' | 'cli.newPinAgain') => secretFrom(context, 'new-pin-file', text(key, { name }));
  for (let left = tries; left > 0; left -= 1) {
    const first = await ask('cli.newPin');
    if (!first.ok || args.text('new-pin-file') !== null) return first;
    const second = await ask('cli.newPinAgain');
    if (!second.ok) return second;
    if (second.value === first.value) return ok(first.value);
    say(text('cli.newPinDiffers'));
  }
  return invalid('new-pin-file');
}
