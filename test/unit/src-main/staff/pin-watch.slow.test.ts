import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';

/** So many wrong PINs by a process that is killed with the answer to the last. */
function missIn(
  directory: string,
  times: number,
): { readonly signal: string | null; readonly codes: readonly string[] } {
  const child = join(projectRoot, 'test/unit/src-main/staff/pin-child.ts');
  const run = spawnSync(process.execPath, [child, directory, String(times)], { encoding: 'utf8' });
  return { signal: run.signal, codes: run.stdout.split('\n').filter((line) => line !== '') };
}

it('wrong PINs stay counted where the process is killed as it answers', () => {
  const directory = tempFolder();
  const missed = [missIn(directory, 3), missIn(directory, 1), missIn(directory, 2)];
  expect(missed).toEqual([
    { signal: 'SIGKILL', codes: ['pin_wrong', 'pin_wrong', 'pin_wrong'] },
    { signal: 'SIGKILL', codes: ['pin_wrong'] },
    { signal: 'SIGKILL', codes: ['pin_locked', 'pin_locked'] },
  ]);
});
