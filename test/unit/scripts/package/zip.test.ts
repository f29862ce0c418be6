import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readZip, writeZip } from '../../../../scripts/package/zip.ts';
import { tempFolder } from '../../../support/temp.ts';

const files = [
  { path: 'b/tool', mode: 0o755, bytes: Buffer.from('x'.repeat(100_000)) },
  { path: 'a-قائمة.txt', mode: 0o644, bytes: Buffer.from('list') },
  { path: 'empty', mode: 0o644, bytes: Buffer.alloc(0) },
];
const noUnzip = spawnSync('python3', ['--version']).error !== undefined;
const unpack =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';

it('is read back as it was written, in one order', async () => {
  const zip = await writeZip(files, 'top', 1_700_000_000);
  expect(readZip(zip)).toEqual(
    ['a-قائمة.txt', 'b/tool', 'empty'].map((path) => ({
      ...files.find((file) => file.path === path),
      path: `top/${path}`,
    })),
  );
  expect(await writeZip(files.toReversed(), 'top', 1_700_000_000)).toEqual(zip);
});

it.skipIf(noUnzip)('is read by others', async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, 'files.zip'), await writeZip(files, 'top', 1_700_000_000));
  execFileSync('python3', ['-c', unpack, join(folder, 'files.zip'), folder]);
  for (const { path, bytes } of files) expect(readFileSync(join(folder, 'top', path))).toEqual(bytes);
  expect(statSync(join(folder, 'top/empty')).size).toBe(0);
});

it('is refused where a byte of it is another, or where it is something else', async () => {
  const zip = await writeZip(files, null, 1_700_000_000);
  const at = zip.indexOf('list');
  zip[(at === -1 ? 45 : at) + 2] = 0x7e;
  expect(() => readZip(zip)).toThrow();
  expect(() => readZip(Buffer.from('not a zip at all, and longer than its end would be'))).toThrow('not a zip');
});
