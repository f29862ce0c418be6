import { openLocalRecords } from '../../../../../../src-main/app/counter/counter.ts';
import type { Command } from '../../../../../../src-main/hosts/cli/commands/command.ts';
import { readArguments } from '../../../../../../src-main/hosts/cli/terminal/arguments.ts';
import type { CommandOutcome } from '../../../../../../src-main/hosts/cli/terminal/command-outcome.ts';
import { createContext } from '../../../../../../src-main/hosts/cli/terminal/context.ts';
import { systemClock, systemRandomness } from '../../../../../../src-main/hosts/system-ports.ts';
import { tempFolder } from '../../../../../support/temp.ts';
import { value } from '../../../orders/till.ts';

/** One command on a data folder, opened and closed as a command line does it. */
export async function runCommand(
  data: string,
  command: Command,
  line: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<CommandOutcome> {
  const context = createContext(
    value(readArguments(['--data', data, ...line.split(' ')])),
    environment,
    () => undefined,
  );
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
