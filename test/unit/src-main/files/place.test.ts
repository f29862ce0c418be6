import { copyFileSync, cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemPlace } from '../../../../src-main/files/place.ts';
import { tempFolder } from '../../../support/temp.ts';

test('a file keeps its identity when it is written to, moved or moved with its folder, and no copy has it', () => {
  const folder = tempFolder();
  const [path, moved, copy] = ['file', 'moved', 'copy'].map((name) => join(folder, name));
  if (path === undefined || moved === undefined || copy === undefined) throw new Error('three names');
  writeFileSync(path, 'one');
  const identity = systemPlace.fileIdentity(path);
  writeFileSync(path, 'another text');
  renameSync(path, moved);
  expect(systemPlace.fileIdentity(moved)).toBe(identity);
  cpSync(moved, copy, { preserveTimestamps: true });
  expect(systemPlace.fileIdentity(copy)).not.toBe(identity);
  rmSync(moved);
  // Here the system may well give the same inode again.
  copyFileSync(copy, moved);
  expect(systemPlace.fileIdentity(moved)).not.toBe(identity);
});

test('the machine has one name, or none', () => {
  const name = systemPlace.machineId();
  expect(name === null || name.length > 8).toBe(true);
  expect(systemPlace.machineId()).toBe(name);
});
