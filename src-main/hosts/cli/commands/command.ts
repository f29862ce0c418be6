import type { CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';

/**
 * One command of the command line. `usage` is what follows its name; `options` are those it takes besides the common
 * ones; what it does is said in the words of each language.
 */
export interface Command {
  readonly usage: string;
  readonly options: readonly string[];
  /** How many words may follow the command's name. */
  readonly words: { readonly from: number; readonly to: number };
  /** The members that its list shows to a person; all of them where absent. */
  readonly columns?: readonly string[];
  run(context: CliContext): CommandOutcome | Promise<CommandOutcome>;
}
