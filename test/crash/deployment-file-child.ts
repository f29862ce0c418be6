import fs, { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { foldersIn } from '../../src-main/app/counter/folders.ts';
import { keepFile } from '../../src-main/app/counter/kept-file.ts';
import { deploymentFrom } from '../../src-main/app/counter/open-deployment.ts';

/**
 * Keeps the deployment file of its second argument in the data folder of its first, and kills itself before the nth
 * file that would be renamed or removed (third argument).
 */
const [, , dataDirectory = '', path = '', nth = ''] = process.argv;
const given = deploymentFrom(readFileSync(path, 'utf8'));
if (!given.ok) throw new Error(given.error.code);
let left = Number(nth);
for (const name of ['renameSync', 'rmSync'] as const) {
  const real = fs[name] as (...given: readonly unknown[]) => void;
  Object.assign(fs, {
    [name]: (...args: readonly unknown[]) => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      real(...args);
    },
  });
}
syncBuiltinESMExports();
process.stdout.write(JSON.stringify(keepFile(foldersIn(dataDirectory), given.value)));
