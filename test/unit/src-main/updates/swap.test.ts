import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programName } from '../../../../src-main/updates/launcher.ts';
import { swapIn, type Swap } from '../../../../src-main/updates/swap.ts';
import { tempFolder } from '../../../support/temp.ts';
import { openUpdateShop, packageFiles, packageOfBytes, versionOpened } from '../../../support/update-shop.ts';
import { zipOf, type ZippedFile } from '../../../support/zip-file.ts';

const noise = randomBytes(300_000);

function swapTo(version: string, files: readonly ZippedFile[] = packageFiles(version, noise)): Swap {
  const root = tempFolder();
  const { installation } = openUpdateShop(root);
  const path = join(root, 'package.zip');
  const bytes = zipOf(files);
  writeFileSync(path, bytes);
  const wanted = packageOfBytes('package.zip', bytes);
  return { installation, version, package: wanted, path, roomBytes: 0, mark: () => undefined };
}

it('puts the version beside the running one, which stays, and the next start is of it', async () => {
  const swap = swapTo('0.2.0');
  expect(versionOpened(swap.installation)).toBe('0.1.0');
  const swapped = await swapIn(swap);
  const { folder, current } = swap.installation;
  expect(swapped).toEqual({ ok: true, value: { folder, current: 'counterfoil-0.2.0', before: current } });
  expect(readdirSync(folder).sort()).toEqual(['counterfoil', current, 'counterfoil-0.2.0', 'current', 'starts'].sort());
  expect(readFileSync(join(folder, 'counterfoil-0.2.0/resources/app.asar')).equals(noise)).toBe(true);
  expect(statSync(join(folder, 'counterfoil-0.2.0', programName)).mode & 0o100).toBe(0o100);
  expect(versionOpened(swap.installation)).toBe('0.2.0');
});

it('keeps two versions, and removes what is older and what was not finished, but nothing of a person', async () => {
  const swap = swapTo('0.2.0');
  const { folder, current } = swap.installation;
  const second = await swapIn(swap);
  if (!second.ok) throw new Error(second.error.code);
  for (const name of ['counterfoil-0.0.9', 'counterfoil-0.4.0.partial', 'counterfoil-0.3.0', 'photos'])
    mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'counterfoil-0.3.0', 'left'), 'by a swap that was killed');
  const third = await swapIn({ ...swapTo('0.3.0'), installation: second.value });
  expect(third).toMatchObject({ ok: true, value: { before: 'counterfoil-0.2.0' } });
  const names = ['counterfoil', 'counterfoil-0.0.9', 'counterfoil-0.2.0', 'counterfoil-0.3.0', 'current', 'photos'];
  expect(readdirSync(folder).filter((name) => name !== 'starts')).toEqual(names);
  expect(names).not.toContain(current);
  expect(readdirSync(join(folder, 'counterfoil-0.3.0'))).not.toContain('left');
});

it.each([
  ['a changed package', 'package_tampered', { package: { ...packageOfBytes('p', Buffer.from('x')) } }, undefined],
  ['nothing to start', 'package_unfit', {}, [{ path: 'top/other', content: 'x' }]],
  ['a start that is no program', 'package_unfit', {}, [{ path: `top/${programName}`, content: 'x' }]],
  ['a way out', 'package_unfit', {}, [{ path: 'top/../x', content: 'x' }]],
  ['too little room', 'disk_full', { roomBytes: Number.MAX_SAFE_INTEGER }, undefined],
  ['a file that is not there', 'not_writable', { path: '/absent.zip' }, undefined],
  [
    'a file with a wrong sum',
    'package_unfit',
    {},
    [...packageFiles('0.2.0', noise), { path: 'counterfoil-0.2.0-linux-x64/x', content: 'x', said: { crc32: 1 } }],
  ],
] as const)('with %s it is %s, and nothing is installed or left', async (_name, code, changes, files) => {
  const swap = { ...swapTo('0.2.0', files), ...changes };
  expect(await swapIn(swap)).toMatchObject({ ok: false, error: { code } });
  expect(readdirSync(swap.installation.folder).filter((name) => name.includes('0.2.0'))).toEqual([]);
  expect(versionOpened(swap.installation)).toBe('0.1.0');
});

it('does not swap a version with itself', async () => {
  const swap = swapTo('0.2.0');
  const swapped = await swapIn(swap);
  if (!swapped.ok) throw new Error(swapped.error.code);
  const again = await swapIn({ ...swap, installation: swapped.value });
  expect(again).toMatchObject({ ok: false, error: { code: 'not_swappable' } });
});
