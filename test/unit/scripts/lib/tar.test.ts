import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extractTar } from '../../../../scripts/lib/tar.ts';
import { tempFolder } from '../../../support/temp.ts';

/** Made by the machine's own tar, so that our reading is held against another's writing. */
function archiveOf(folder: string, ...args: readonly string[]): Buffer {
  return execFileSync('tar', ['--format=ustar', '-cf', '-', '-C', folder, ...args]);
}

test('files come out with their bytes, their folders and their modes', async () => {
  const source = tempFolder();
  const target = tempFolder();
  const longName = 'a-folder-whose-name-is-long/'.repeat(6);
  mkdirSync(join(source, longName), { recursive: true });
  writeFileSync(join(source, longName, 'tool'), 'x'.repeat(513), { mode: 0o755 });
  writeFileSync(join(source, 'empty'), '');
  await extractTar(archiveOf(source, '.'), target);
  expect(readFileSync(join(target, longName, 'tool'), 'utf8')).toBe('x'.repeat(513));
  expect(statSync(join(target, longName, 'tool')).mode & 0o111).toBe(0o111);
  expect(readFileSync(join(target, 'empty'), 'utf8')).toBe('');
});

test('an archive that names a file outside the folder is refused', async () => {
  const source = tempFolder();
  const target = join(source, 'inside');
  mkdirSync(target);
  writeFileSync(join(source, 'file'), 'escaped');
  const archive = archiveOf(source, '--transform=s,^,../,', 'file');
  writeFileSync(join(source, 'file'), 'as it was');
  await expect(extractTar(archive, target)).rejects.toThrow('outside');
  expect(readFileSync(join(source, 'file'), 'utf8')).toBe('as it was');
  expect(existsSync(join(target, 'file'))).toBe(false);
});
