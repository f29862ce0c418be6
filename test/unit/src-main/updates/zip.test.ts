import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readZipEntries, unpackEntry } from '../../../../src-main/updates/zip.ts';
import { tempFolder } from '../../../support/temp.ts';
import { zipOf, type ZippedFile } from '../../../support/zip-file.ts';

/** What unpacking came to: the paths that were written, `unfit` for the zip or the path of the file that was. */
async function unpacked(bytes: Buffer, folder = tempFolder()): Promise<readonly string[] | string> {
  const path = join(folder, 'package.zip');
  writeFileSync(path, bytes);
  const zip = await open(path, 'r');
  try {
    const entries = await readZipEntries(zip);
    if (entries === null) return 'unfit';
    mkdirSync(join(folder, 'out'));
    for (const entry of entries) if (!(await unpackEntry(zip, entry, join(folder, 'out')))) return entry.path;
    return entries.map((entry) => entry.path);
  } finally {
    await zip.close();
  }
}

const long = Buffer.alloc(700_000, 'counterfoil ');
const files: readonly ZippedFile[] = [
  { path: 'top/counterfoil.sh', content: '#!/bin/sh\n', mode: 0o100755 },
  { path: 'top/', content: '', mode: 0o040755 },
  { path: 'top/a/b/long', content: long },
  { path: 'top/a/stored', content: long, isStored: true },
  { path: 'top/a/empty', content: '' },
];

describe('a zip', () => {
  it('is unpacked below its one folder, file for file', async () => {
    const folder = tempFolder();
    const paths = await unpacked(zipOf(files), folder);
    expect(paths).toEqual(['counterfoil.sh', 'a/b/long', 'a/stored', 'a/empty']);
    const out = (path: string): string => join(folder, 'out', path);
    expect(readFileSync(out('a/b/long')).equals(long)).toBe(true);
    expect(readFileSync(out('a/stored')).equals(long)).toBe(true);
    expect(readFileSync(out('a/empty'))).toHaveLength(0);
    expect(statSync(out('counterfoil.sh')).mode & 0o100).toBe(0o100);
    expect(statSync(out('a/stored')).mode & 0o100).toBe(0);
  });

  it.each([
    'top/../out',
    'top/./out',
    '/top/out',
    '../top',
    'top',
    'top//out',
    String.raw`top/..\out`,
    'top/c:out',
    'top/out.',
    'top/out ',
    'top/\u0000',
    'other/out',
    '',
  ])('with a file %j is unfit', async (path) => {
    expect(await unpacked(zipOf([...files, { path, content: 'x' }]))).toBe('unfit');
  });

  it('with a link, a device, a file twice or a method of its own is unfit', async () => {
    for (const mode of [0o120777, 0o020666, 0o010666, 0o644])
      expect(await unpacked(zipOf([...files, { path: 'top/x', content: 'y', mode }]))).toBe('unfit');
    expect(await unpacked(zipOf([...files, { path: 'top/A/Stored', content: 'y' }]))).toBe('unfit');
    expect(await unpacked(zipOf([...files, { path: 'top/x', content: 'y', said: { method: 9 } }]))).toBe('unfit');
  });

  it('that says other lengths or sums than are in it is noticed, and unpacks no more than it says', async () => {
    const folder = tempFolder();
    expect(await unpacked(zipOf([{ path: 'top/bomb', content: long, said: { bytes: 10 } }]), folder)).toBe('bomb');
    expect(statSync(join(folder, 'out/bomb')).size).toBeLessThanOrEqual(10);
    expect(await unpacked(zipOf([{ path: 'top/x', content: long, said: { bytes: 800_000 } }]))).toBe('x');
    expect(await unpacked(zipOf([{ path: 'top/x', content: long, said: { crc32: 1 } }]))).toBe('x');
    expect(await unpacked(zipOf([{ path: 'top/x', content: 'none', isStored: true, said: { method: 8 } }]))).toBe('x');
    expect(await unpacked(zipOf([{ path: 'top/x', content: long, said: { bytes: 2_000_000_001 } }]))).toBe('unfit');
  });

  it('that is cut, has something behind it, or is none, is unfit', async () => {
    const zip = zipOf(files);
    for (const length of [0, 1, 21, 22, 100, zip.length - 1])
      expect(await unpacked(zip.subarray(0, length))).toBe('unfit');
    expect(await unpacked(zip.subarray(1))).toBe('unfit');
    expect(await unpacked(zipOf(files, 'a comment'))).toBe('unfit');
    expect(await unpacked(Buffer.concat([zip, Buffer.from('x')]))).toBe('unfit');
  });
});
