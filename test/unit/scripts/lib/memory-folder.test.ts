import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeMemoryFolder } from '../../../../scripts/lib/memory-folder.ts';
import { tempFolder } from '../../../support/temp.ts';

test('a folder of its own is made, empty, and goes with all that is in it', () => {
  const memory = tempFolder();
  const folder = makeMemoryFolder(memory, 1);
  expect(readdirSync(folder?.path ?? '')).toEqual([]);
  writeFileSync(join(folder?.path ?? '', 'journal.db'), '');
  folder?.remove();
  expect(readdirSync(memory)).toEqual([]);
});

test('none is made where there is too little room, or no such memory', () => {
  const memory = tempFolder();
  expect(makeMemoryFolder(memory, Number.MAX_SAFE_INTEGER)).toBeNull();
  expect(readdirSync(memory)).toEqual([]);
  const nowhere = join(memory, 'nowhere');
  expect(makeMemoryFolder(nowhere, 1)).toBeNull();
  expect(existsSync(nowhere)).toBe(false);
});
