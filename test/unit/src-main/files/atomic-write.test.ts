import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { syncDirectory, syncFile, writeFileAtomically, writeNewFile } from '../../../../src-main/files/atomic-write.ts';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'counterfoil-files-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

test('replaces a file whole, for its owner only, and leaves nothing beside it', () => {
  const path = join(directory, 'a.json');
  writeFileSync(`${path}.partial`, 'left by a crash', { mode: 0o644 });
  expect(writeFileAtomically(path, Buffer.from('one')).ok).toBe(true);
  expect(writeFileAtomically(path, Buffer.from('two')).ok).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['a.json']);
});

test('says that it could not write, and leaves what was there', () => {
  mkdirSync(join(directory, 'taken'));
  expect(writeFileAtomically(join(directory, 'taken'), Buffer.from('x'))).toEqual({
    ok: false,
    error: { code: 'not_writable' },
  });
  expect(writeFileAtomically(join(directory, 'absent', 'a.json'), Buffer.from('x')).ok).toBe(false);
  expect(readdirSync(directory)).toEqual(['taken']);
  // Nor can what stands in the way of the first step be removed.
  mkdirSync(join(directory, 'b.json.partial'));
  expect(writeFileAtomically(join(directory, 'b.json'), Buffer.from('x'))).toEqual({
    ok: false,
    error: { code: 'not_writable' },
  });
});

test.runIf(process.platform === 'linux')('keeps no file open, however often it writes', () => {
  const path = join(directory, 'a.json');
  const openFiles = (): number => readdirSync('/proc/self/fd').length;
  writeFileAtomically(path, Buffer.from('one'));
  const before = openFiles();
  for (let n = 0; n < 20; n += 1) {
    writeFileAtomically(path, Buffer.from('two'));
    syncFile(path);
    syncDirectory(directory);
  }
  expect(openFiles()).toBeLessThan(before + 20);
});

test('a file or folder that is not there cannot be made durable', () => {
  expect(() => syncFile(join(directory, 'absent'))).toThrow('ENOENT');
  expect(() => syncDirectory(join(directory, 'absent'))).toThrow('ENOENT');
  expect(() => syncDirectory(join(directory, 'absent'), 'win32')).not.toThrow();
});

test('a new file takes the place of nothing: neither a file, nor a link to what is not there', () => {
  const path = join(directory, 'new.zip');
  expect(writeNewFile(path, Buffer.from('one')).ok).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(writeNewFile(path, Buffer.from('two')).ok).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('one');
  expect(writeNewFile(join(directory, 'absent', 'new.zip'), Buffer.from('x')).ok).toBe(false);
  if (process.platform === 'win32') return;
  const link = join(directory, 'link.zip');
  symlinkSync(join(directory, 'nowhere'), link);
  expect(writeNewFile(link, Buffer.from('x')).ok).toBe(false);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

test.runIf(process.platform === 'linux')('a new file that a disk does not take is gone again', () => {
  const path = join(directory, 'new.zip');
  const unwritable = new Proxy(Buffer.from('x'), {});
  expect(writeNewFile(path, unwritable).ok).toBe(false);
  expect(readdirSync(directory)).toEqual([]);
});
