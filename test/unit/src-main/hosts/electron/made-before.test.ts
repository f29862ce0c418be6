import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeMadeBefore } from '../../../../../src-main/hosts/electron/made-before.ts';
import { tempFolder } from '../../../../support/temp.ts';

const deepIn = (folder: string): string => join(folder, 'made/deep');

it('empty folders that were made since the process began go again, and nothing beside them', () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'kept'), '');
  const begunMs = Date.now();
  mkdirSync(deepIn(folder), { recursive: true });
  removeMadeBefore(deepIn(folder), begunMs);
  expect([existsSync(folder), existsSync(join(folder, 'made'))]).toEqual([true, false]);
  removeMadeBefore(deepIn(folder), begunMs);
  removeMadeBefore('', begunMs);
});

it('a folder stays that was there before, or that holds something', () => {
  const folder = tempFolder();
  mkdirSync(deepIn(folder), { recursive: true });
  removeMadeBefore(deepIn(folder), Date.now() + 60_000);
  expect(existsSync(deepIn(folder))).toBe(true);
  writeFileSync(join(deepIn(folder), 'something'), '');
  removeMadeBefore(deepIn(folder), 0);
  expect(existsSync(deepIn(folder))).toBe(true);
});
