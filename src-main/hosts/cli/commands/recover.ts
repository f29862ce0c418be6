import { openVaultWithRecovery } from '../../../vault/vault.ts';
import { systemRandomness } from '../../system-ports.ts';
import { done, failed, type CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';
import { givenIn } from '../terminal/given-file.ts';
import type { Command } from './command.ts';

export const recover: Command = {
  usage: '--phrase-file F',
  options: ['phrase-file'],
  words: { from: 0, to: 0 },
  roles: null,
  run: async (context) => {
    // From a file, so that the phrase never stands in a process list or a shell history.
    const phrase = await givenIn(context, 'phrase-file');
    return phrase.ok ? recoverWith(context, phrase.value) : failed(phrase.error);
  },
};

async function recoverWith(context: CliContext, phrase: string): Promise<CommandOutcome> {
  const directory = context.directory();
  if (!directory.ok) return failed(directory.error);
  const sealer = context.sealer();
  if (!sealer.ok) return failed(sealer.error);
  // Open records keep another process from the folder meanwhile.
  const localRecords = context.localRecords();
  if (!localRecords.ok) return failed(localRecords.error);
  const recovered = await openVaultWithRecovery({
    directory: directory.value,
    sealer: sealer.value,
    randomness: systemRandomness,
    phrase,
  });
  if (recovered.ok) return done({ recovered: true });
  return failed(recovered.error.field === 'phrase' ? { ...recovered.error, field: 'phrase-file' } : recovered.error);
}
