import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { longestReason } from '../../../../src-shared/contract/choices.ts';
import { codesFileContext } from '../../../app/counter/codes-file.ts';
import { saveCodes, type WriteFile } from '../../../code-files/save-codes.ts';
import type { OperationId } from '../../../core/ids.ts';
import { writeNewFile } from '../../../files/atomic-write.ts';
import { systemRandomness } from '../../system-ports.ts';
import { invalid, uuidWord } from '../terminal/arguments.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { passwordOut, type PasswordOut } from '../terminal/password-out.ts';
import type { Command } from './command.ts';

/** The codes of a sale in an encrypted file for a company. */
export const saveCodesCommand: Command = {
  usage: 'OP --write FILE.zip --reason R [--only] [--again] [--password-to PIPE]',
  options: ['write', 'reason', 'only', 'again', 'password-to'],
  words: { from: 1, to: 1 },
  roles: ['manager'],
  run: async (context) => {
    const out = passwordOut(context.args);
    if (!out.ok) return failed(out.error);
    try {
      return await saved(context, out.value);
    } finally {
      out.value.close();
    }
  },
};

async function saved(context: CliContext, out: PasswordOut): Promise<CommandOutcome> {
  const { args } = context;
  const operationId = uuidWord<OperationId>(args, 0, 'operation-id');
  if (!operationId.ok) return failed(operationId.error);
  const reason = args.text('reason')?.trim() ?? '';
  if (reason === '' || reason.length > longestReason) return failed(invalid('reason').error);
  const file = args.text('write') ?? '';
  if (!file.endsWith('.zip') || existsSync(file) || !existsSync(dirname(resolve(file))))
    return failed(invalid('write').error);
  const counter = await context.counter();
  if (!counter.ok) return failed(counter.error);
  const write: WriteFile = async (_, make) => {
    const bytes = await make();
    return bytes !== null && writeNewFile(file, bytes).ok && basename(file);
  };
  const codes = await saveCodes(
    codesFileContext(counter.value, systemRandomness, context.step),
    {
      operationId: operationId.value,
      wholeSale: !args.flag('only'),
      reason,
      again: args.flag('again'),
      language: context.language,
      isWatched: () => true,
    },
    write,
  );
  if (!codes.ok) return failed(codes.error);
  if (codes.value === null) return failed({ code: 'codes_not_saved' });
  context.say(context.text('cli.codesFile.password'));
  const isGiven = out.give(codes.value.password);
  return isGiven
    ? done({ file, cards: codes.value.cards })
    : // The file counts as out by now: it is lost with its password.
      failed({ code: 'codes_saved_before', field: 'password-to', operationId: operationId.value });
}
