import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../../scripts/package/checksums.ts';
import { readFolder } from '../../scripts/package/folder.ts';
import { projectRoot } from '../support/project.ts';
import { tempFolder } from '../support/temp.ts';
import { makePackage, runPackage, whyNoPackage, type Made } from './made.ts';

const obstacle = whyNoPackage();
const because = obstacle === null ? '' : ` (${obstacle})`;

describe.skipIf(obstacle !== null)(`a package made twice${because}`, () => {
  let made: Made;
  beforeAll(async () => {
    made = await makePackage();
  });

  it('is the same bytes, wherever and under whatever settings', async () => {
    const elsewhere = { TZ: 'Asia/Aden', LANG: 'ar_YE.UTF-8', LC_ALL: 'C' };
    const again = await runPackage(tempFolder(), elsewhere, '077');
    expect(again.manifest).toEqual(made.manifest);
    const checksums = (one: Made): string => readFileSync(`${one.program}.sha256`, 'utf8');
    expect(checksums(again)).toBe(checksums(made));
    expect(modesOf(again.program)).toEqual(modesOf(made.program));
  });

  it('is built of bundles that are the same bytes too, and that name no folder of the machine', async () => {
    const folder = '.cache/packaged-again';
    execFileSync(process.execPath, [join(projectRoot, 'scripts/build/packaged.ts')], {
      cwd: projectRoot,
      env: { ...process.env, COUNTERFOIL_BUILD_FOLDER: folder, TZ: 'Asia/Aden' },
      stdio: 'ignore',
    });
    const [again, before] = [
      await readFolder(join(projectRoot, folder)),
      await readFolder(join(projectRoot, 'out/packaged')),
    ];
    expect(again.map(({ path, bytes }) => [path, sha256Of(bytes)])).toEqual(
      before.map(({ path, bytes }) => [path, sha256Of(bytes)]),
    );
    expect(before.filter(({ bytes }) => bytes.includes(projectRoot)).map(({ path }) => path)).toEqual([]);
  });
});

function modesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => `${path} ${statSync(join(folder, path)).mode.toString(8)}`);
}
