import { languageCodes, type Language } from '../../../src-shared/words/languages.ts';
import { terminalText } from '../../../src-shared/words/main-text.ts';
import { commandNames, commands, type CommandName } from './commands/table.ts';

/** Every command with what it does, or the one that is named; what all of them take beside. */
export function usageIn(language: Language, name: CommandName | null): string {
  const text = terminalText(language);
  const options = `[--signed-by THUMBPRINT] COMMAND [--json] [--language ${languageCodes.join('|')}]`;
  const lines = (name === null ? commandNames : [name]).map(
    (each) => `  ${usageOf(each)}\n      ${text(`command.${each}`)}`,
  );
  return [
    `counter --data DIR --deployment FILE ${options}`,
    'counter [COMMAND] --help | --version',
    '',
    ...lines,
    '',
    text('cli.passphrase'),
    text('cli.person'),
  ].join('\n');
}

/** How a command is typed. */
export function usageOf(name: CommandName): string {
  return `${name} ${commands[name].usage}`.trim();
}
