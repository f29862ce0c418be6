import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freePath } from '../../../../src-main/files/free-path.ts';
import { tempFolder } from '../../../support/temp.ts';

it('gives a name under which nothing lies: what lies there stays', () => {
  const folder = tempFolder();
  const at = (name: string): string => join(folder, name);
  const chosen = at('codes-C7-0412.zip');
  expect(freePath(chosen)).toBe(chosen);
  for (const next of ['codes-C7-0412-2.zip', 'codes-C7-0412-3.zip']) {
    writeFileSync(freePath(chosen), '');
    expect(freePath(chosen)).toBe(at(next));
  }
  writeFileSync(at('codes'), '');
  expect(freePath(at('codes'))).toBe(at('codes-2'));
});
