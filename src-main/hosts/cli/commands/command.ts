import type { Role } from '../../../../src-shared/contract/roles.ts';
import type { OptionName } from '../terminal/arguments.ts';
import type { CommandOutcome } from '../terminal/command-outcome.ts';
import type { CliContext } from '../terminal/context.ts';

/**
 * One command of the command line. `usage` is what follows its name; `options` are those it takes besides the common
 * ones; what it does is said in the words of each language.
 */
export interface Command {
  readonly usage: string;
  readonly options: readonly OptionName[];
  /** First words that take only these of them. */
  readonly optionsFor?: Readonly<Record<string, readonly OptionName[]>>;
  /** How many words may follow the command's name. */
  readonly words: { readonly from: number; readonly to: number };
  /** Who may run it where the shop has people with PINs; null where it needs nobody. */
  readonly roles: readonly Role[] | null;
  /** First words with which it needs nobody all the same. */
  readonly needsNobodyFor?: readonly string[];
  /** First words with which it only reads: an auditor may run those too. */
  readonly readsFor?: readonly string[];
  /** A cashier needs a manager's word beside, or may need it as what is asked for turns out. */
  readonly approval?: 'always' | 'asFound';
  /** First words with which only a manager may run it. */
  readonly managersFor?: readonly string[];
  /** Its value holds what the shop itself pays: whoever may know that says who they are, though it needs nobody. */
  readonly tellsCost?: true;
  /** The members that its list shows to a person; all of them where absent. */
  readonly columns?: readonly string[];
  run(context: CliContext): CommandOutcome | Promise<CommandOutcome>;
}

/** The options that it takes with these words, besides the common ones. */
export function optionsWith(
  { options, optionsFor = {} }: Command,
  [what = '']: readonly string[],
): readonly OptionName[] {
  return Object.hasOwn(optionsFor, what) ? (optionsFor[what] ?? []) : options;
}

/** Who may run it with these words; null where anybody may, with a PIN or without. */
export function rolesFor(
  { roles, needsNobodyFor = [], readsFor = [], managersFor = [], approval }: Command,
  [what = '']: readonly string[],
): readonly Role[] | null {
  if (needsNobodyFor.includes(what)) return null;
  if (managersFor.includes(what)) return ['manager'];
  if (roles !== null && approval === 'always') return [...roles, 'cashier'];
  return roles !== null && readsFor.includes(what) ? [...roles, 'auditor'] : roles;
}
