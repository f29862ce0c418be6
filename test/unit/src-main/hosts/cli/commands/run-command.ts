import { openLocalRecords } from '../../../../../../src-main/app/counter/counter.ts';
import { optionsWith, type Command } from '../../../../../../src-main/hosts/cli/commands/command.ts';
import {
  commonOptions,
  invalid,
  readArguments,
  strangeOption,
} from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import { failed, type CommandOutcome } from '../../../../../../src-main/hosts/cli/terminal/command-outcome.ts';
import { createContext } from '../../../../../../src-main/hosts/cli/terminal/context.ts';
import { personOptions } from '../../../../../../src-main/hosts/cli/terminal/person.ts';
import { systemClock, systemRandomness } from '../../../../../../src-main/hosts/system-ports.ts';
import { tempFolder } from '../../../../../support/temp.ts';
import { value } from '../../../orders/till.ts';

/** One command on a data folder, opened and closed as a command line does it. */
export async function runCommand(
  data: string,
  command: Command,
  line: string,
  environment: NodeJS.ProcessEnv = {},
  stopping?: AbortSignal,
): Promise<CommandOutcome> {
  const args = value(readArguments(['--data', data, ...line.split(' ')]));
  const strange = strangeOption(args, [...commonOptions, ...personOptions, ...optionsWith(command, args.words)]);
  if (strange !== null) return failed(invalid(strange).error);
  const context = createContext(args, environment, () => undefined, stopping);
  try {
    return await command.run(context);
  } finally {
    context.close();
  }
}

/** A data folder with an empty journal. */
export function emptyFolder(): string {
  const directory = tempFolder();
  value(openLocalRecords({ directory, clock: systemClock, randomness: systemRandomness })).close();
  return directory;
}
