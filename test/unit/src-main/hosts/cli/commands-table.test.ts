import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commandNames, commands } from '../../../../../src-main/hosts/cli/commands/table.ts';
import { commonOptions } from '../../../../../src-main/hosts/cli/terminal/arguments.ts';

it('names every option of a command in its usage, and none that it does not take', () => {
  for (const [name, { usage, options }] of Object.entries(commands)) {
    const named = [...usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option ?? '');
    expect([name, [...new Set(named)].sort()]).toEqual([name, [...options].sort()]);
    expect(options.filter((option) => commonOptions.some((common) => common === option))).toEqual([]);
  }
});

it('documents every command', () => {
  const page = readFileSync(new URL('../../../../../docs/command-line.md', import.meta.url), 'utf8');
  for (const name of commandNames) expect(page).toMatch(new RegExp(`\`${name}\\b`));
});
