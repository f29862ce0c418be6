import '../without-eval.ts';
import { roles as everyone, type Role } from '../../../src-shared/contract/roles.ts';
import { defaultLanguage, isLanguage } from '../../../src-shared/words/languages.ts';
import { terminalText } from '../../../src-shared/words/main-text.ts';
import { builtVersion, isPackagedBuild } from '../../core/packaged.ts';
import { ok } from '../../core/result.ts';
import { JournalUnavailable } from '../../journal/journal-failure.ts';
import { actingAs } from '../../staff/acting.ts';
import { reportBug } from '../bug-report.ts';
import { forbidCoreDumps } from '../core-dumps.ts';
import { takeUncaught } from '../uncaught.ts';
import { optionsWith, rolesFor, type Command } from './commands/command.ts';
import { sayWayBack } from './commands/journal-care.ts';
import { orderValue } from './commands/order-layout.ts';
import { commandNamed, isCommand } from './commands/table.ts';
import { takeSignals } from './signals.ts';
import { approvalOptions, approvalCheckFor } from './terminal/approval.ts';
import { readArguments, commonOptions, strangeOption, invalid, type Arguments } from './terminal/arguments.ts';
import { done, failed, jsonLine, type CommandOutcome } from './terminal/command-outcome.ts';
import { createContext, languageIn, type CliContext } from './terminal/context.ts';
import { knowsCost, outcomeWithoutCost } from './terminal/cost.ts';
import { crashStep } from './terminal/crash-step.ts';
import { failureWords } from './terminal/failure-words.ts';
import { endureLostOutput } from './terminal/lost-output.ts';
import { personNames, withPeople } from './terminal/people-names.ts';
import { personAtShell, personOptions } from './terminal/person.ts';
import { failureLine, readable, type Layout } from './terminal/print.ts';
import { usageIn, usageOf } from './usage.ts';

/**
 * The counter from a shell: `counter --data DIR --deployment FILE COMMAND [--json]`. One process, one command, one
 * outcome.
 */
async function main(argv: readonly string[]): Promise<void> {
  forbidCoreDumps();
  takeUncaught(process, reportBug, () => process.exit(1));
  const asJson = argv.includes('--json');
  const args = readArguments(argv);
  const words = terminalText(languageIn(args.ok ? args.value : null));
  const output = endureLostOutput((code) => words('cli.outputLost', { code }));
  const asked = args.ok ? askedOfItself(args.value) : null;
  if (asked !== null) {
    process.stdout.write(`${asJson ? jsonLine(done(asked)) : Object.values(asked).join('')}\n`);
    return;
  }
  const step = crashStep(process.env, isPackagedBuild);
  const outcome = !args.ok ? failed(args.error) : !step.ok ? failed(step.error) : await run(args.value, step.value);
  print(outcome, asJson, args.ok ? args.value : null);
  process.exitCode = output.exit(outcome.exit);
  if (step.ok) step.value('handed-over');
}

async function run(all: Arguments, step: CliContext['step']): Promise<CommandOutcome> {
  const [name = '', ...words] = all.words;
  const command = commandNamed(name);
  if (command === undefined) return failed(invalid('command').error);
  const args = { ...all, words };
  const roles = rolesFor(command, words);
  const ofPerson = roles === null && command.tellsCost !== true ? [] : personOptions;
  const ofApproval = command.approval === undefined ? [] : approvalOptions;
  const strange = strangeOption(args, [...commonOptions, ...ofPerson, ...ofApproval, ...optionsWith(command, words)]);
  if (strange !== null) return failed(invalid(strange).error);
  if (words.length < command.words.from || words.length > command.words.to) return failed(invalid(name).error);
  if (!isLanguage(args.text('language') ?? defaultLanguage)) return failed(invalid('language').error);
  const stop = new AbortController();
  const context = createContext(args, process.env, step, stop.signal);
  const letGo = takeSignals({
    first: () => {
      stop.abort();
      context.say(context.text('cli.ending'));
    },
    second: (exitByShells) => {
      const open = context.underWay();
      if (open.length === 0) return exitByShells;
      // Who it is may not be known yet, and there is no time to ask.
      print(outcomeWithoutCost(stayingOpen(context, open)), args.flag('json'), args);
      return 4;
    },
  });
  try {
    const outcome = await outcomeOf(command, roles, context);
    sayWayBack(context, outcome);
    return outcome;
  } finally {
    letGo();
    context.close();
  }
}

async function outcomeOf(
  command: Command,
  roles: readonly Role[] | null,
  context: CliContext,
): Promise<CommandOutcome> {
  try {
    const signer = await context.checkSigner();
    if (!signer.ok) return failed(signer.error);
    const isNobody = roles === null && context.args.text('as') === null;
    const person = isNobody ? ok(null) : await personAtShell(context, roles ?? everyone);
    if (!person.ok) return failed(person.error);
    const { value: id } = person;
    const mayKnowCost = await knowsCost(context, id);
    const check = await approvalCheckFor(command.approval, id, context);
    if (!check.ok) return failed(check.error);
    const outcome = await (id === null
      ? command.run(context)
      : actingAs(id, () => command.run(context), check.value ?? undefined));
    return mayKnowCost ? outcome : outcomeWithoutCost(outcome);
  } catch (error) {
    if (error instanceof JournalUnavailable) return failed(error.failure);
    // A bug: its place helps, its message could quote a value.
    process.stderr.write(
      `${error instanceof Error ? (error.stack ?? '').split('\n').slice(1).join('\n') : 'a value was thrown'}\n`,
    );
    return failed({ code: 'counter_bug' });
  }
}

/** What a command leaves open that is ended at once: each of these may have been bought. */
function stayingOpen({ say, text, nowMs }: CliContext, open: ReturnType<CliContext['underWay']>): CommandOutcome {
  for (const [operationId] of open) say(text('cli.staysOpen', { operationId }));
  const items = open.map(([operationId, facts]) => orderValue(operationId, facts, nowMs()));
  const [first] = open;
  return {
    exit: 4,
    error: { code: 'not_settled', ...(first === undefined ? {} : { operationId: first[0] }) },
    value: { items },
  };
}

function print(outcome: CommandOutcome, asJson: boolean, args: Arguments | null): void {
  if (asJson) process.stdout.write(`${jsonLine(outcome)}\n`);
  else if (outcome.value !== undefined && outcome.value !== null) {
    const shown = outcome.exit === 0 ? (outcome.shown ?? outcome.value) : outcome.value;
    const named = withPeople(shown, personNames(args?.text('data') ?? null));
    process.stdout.write(`${readable(named, layoutFor(args))}\n`);
  }
  if (outcome.exit === 0) return;
  const text = terminalText(languageIn(args));
  const sentences = failureWords(outcome.error).map((key) => text(key));
  process.stderr.write(`${[`counter: ${failureLine(outcome.error)}`, ...sentences].join('\n')}\n`);
  if (outcome.error.code === 'input_invalid' && !asJson) process.stderr.write(howToType(args));
}

/** What to type instead: all of it where nothing was typed, else the line of the command. */
function howToType(args: Arguments | null): string {
  const [name = ''] = args?.words ?? [];
  if (args?.words.length === 0) return `\n${usageIn(languageIn(args), null)}\n`;
  const usage = `counter ${isCommand(name) ? `--data DIR --deployment FILE ${usageOf(name)}` : '--help'}`;
  return `${terminalText(languageIn(args))('cli.usage', { usage })}\n`;
}

/** What the program says of itself where it is asked: its usage, or its version; null where it is asked for more. */
function askedOfItself(args: Arguments): { readonly usage: string } | { readonly version: string } | null {
  const [name = ''] = args.words;
  if (args.flag('help')) return { usage: usageIn(languageIn(args), isCommand(name) ? name : null) };
  return args.flag('version') ? { version: builtVersion ?? '(not built)' } : null;
}

function layoutFor(args: Arguments | null): Layout {
  return {
    language: languageIn(args),
    columns: commandNamed(args?.words[0] ?? '')?.columns,
  };
}

await main(process.argv.slice(2));
