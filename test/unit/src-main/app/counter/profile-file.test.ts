import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isFirstRun, profileFileIn } from '../../../../../src-main/app/counter/profile-file.ts';
import { tempFolder } from '../../../../support/temp.ts';

it.each([
  ['there is nothing', () => undefined, true],
  ['there are the records of no deployment', (folder: string) => writeFileSync(join(folder, 'journal.db'), ''), true],
  ['there is a profile', (folder: string) => writeFileSync(profileFileIn(folder), '{}'), false],
  ['a link leads nowhere', (folder: string) => symlinkSync('nowhere', profileFileIn(folder)), false],
])('a counter is at its first run only where no deployment is chosen: %s', (_, make, expected) => {
  const data = tempFolder();
  mkdirSync(join(data, 'counter'));
  make(join(data, 'counter'));
  expect(isFirstRun(data)).toBe(expected);
});

it('is at its first run where its folder was never made', () => {
  expect(isFirstRun(join(tempFolder(), 'nothing'))).toBe(true);
});
