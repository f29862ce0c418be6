import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../support/project.ts';

it.each([
  ['scripts/release.ts', 'npm run -s release -- keys FILE...'],
  ['scripts/package/main.ts', 'Usage: npm run package'],
  ['src-sandbox/main.ts', 'usage: sandbox --port 0 --data DIR'],
])('%s answers --help on stdout, and that is no mistake', (script, words) => {
  const run = spawnSync(process.execPath, [join(projectRoot, script), '--help'], { encoding: 'utf8' });
  expect(run).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(new RegExp(`^${words}`)) as string,
  });
});
