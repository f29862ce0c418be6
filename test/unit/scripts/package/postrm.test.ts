import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';

const script = join(projectRoot, 'scripts/package/deb/postrm');

describe.skipIf(process.platform !== 'linux')('purging the package', () => {
  it.each(['plain', 'two words', "with a ' in it", '$(touch strange)'])(
    'keeps the records of a person whose folder is %j, and names a command that removes those alone',
    (name) => {
      const folder = tempFolder();
      const home = join(folder, name);
      const records = join(home, '.config/counterfoil');
      mkdirSync(records, { recursive: true });
      writeFileSync(join(folder, 'getent'), `#!/bin/sh\ncat ${join(folder, 'people')}\n`, { mode: 0o755 });
      writeFileSync(
        join(folder, 'people'),
        `someone:x:1000:1000::${home}:/bin/sh\nnobody:x:1:1::/nonexistent:/bin/sh\n`,
      );
      const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
      const { stdout, status } = spawnSync('/bin/sh', [script, 'purge'], { encoding: 'utf8', env, cwd: folder });
      expect([status, existsSync(records), existsSync(join(folder, 'strange'))]).toEqual([0, true, false]);
      expect(stdout).toContain(`the records in ${records} were kept`);
      const command = stdout
        .split('\n')
        .find((line) => line.includes('rm -r '))
        ?.replace(/^.*rm -r /, '');
      const words = spawnSync('/bin/sh', ['-c', `printf '%s|' ${command ?? ''}`], { encoding: 'utf8', cwd: folder });
      expect(words.stdout).toBe(`${records}|`);
    },
  );
});
