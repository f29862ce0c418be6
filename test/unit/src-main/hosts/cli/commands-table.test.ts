import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Command } from '../../../../../src-main/hosts/cli/commands/command.ts';
import { commandNames, commands } from '../../../../../src-main/hosts/cli/commands/table.ts';
import { commonOptions } from '../../../../../src-main/hosts/cli/terminal/arguments.ts';

it('names every option of a command in its usage, and none that it does not take', () => {
  for (const [name, { usage, options }] of Object.entries(commands)) {
    expect([name, optionsIn(usage)]).toEqual([name, [...options].sort()]);
    expect(options.filter((option) => commonOptions.some((common) => common === option))).toEqual([]);
  }
});

it('takes with a first word the options that its usage names with it, and no others', () => {
  for (const [name, command] of Object.entries<Command>(commands)) {
    const { optionsFor = {} } = command;
    for (const [word, options] of Object.entries(optionsFor))
      expect([name, word, [...options].sort()]).toEqual([name, word, optionsIn(alternative(command.usage, word))]);
    // A word without a line of its own would take all of them.
    const words = alternatives(command.usage).flatMap((each) => /^[a-z][a-z-]*(?= |$)/.exec(each)?.[0] ?? []);
    if (command.options.length > 0 && words.length > 1)
      expect([name, words.filter((word) => !Object.hasOwn(optionsFor, word))]).toEqual([name, []]);
  }
});

it('documents every command', () => {
  const page = readFileSync(new URL('../../../../../docs/command-line.md', import.meta.url), 'utf8');
  for (const name of commandNames) expect(page).toMatch(new RegExp(`\`${name}\\b`));
});

function optionsIn(usage: string): readonly string[] {
  return [...new Set([...usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option ?? ''))].sort();
}

/** The ways to type a command; what stands in brackets is one of them. */
function alternatives(usage: string): readonly string[] {
  return usage.split(/ \| (?![^([]*[)\]])/);
}

function alternative(usage: string, word: string): string {
  const found = alternatives(usage).find((each) => word === '' || each === word || each.startsWith(`${word} `));
  return word === '' ? usage.replace(/\[find .*?\)\]/, '') : (found ?? '--of-no-word');
}
