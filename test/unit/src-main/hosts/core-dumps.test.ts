import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';

const run = promisify(execFile);

/** What a process under no limit says of itself and of a child that it had before, once dumps are forbidden. */
const script = `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  import { readFileSync } from 'node:fs';
  import { forbidCoreDumps } from ${JSON.stringify(join(projectRoot, 'src-main/hosts/core-dumps.ts'))};
  const child = spawn('/bin/cat', { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write('running');
  await once(child.stdout, 'data');
  const limitsIn = (text) => /^Max core file size\\s+(\\S+)\\s+(\\S+)/m.exec(text).slice(1).join(' ');
  const said = () => [process.pid, child.pid].map((pid) => ({
    limit: limitsIn(readFileSync('/proc/' + pid + '/limits', 'utf8')),
    filter: Number.parseInt(readFileSync('/proc/' + pid + '/coredump_filter', 'utf8'), 16),
  }));
  const before = said();
  forbidCoreDumps();
  process.stdout.write(JSON.stringify({ before, after: said() }));
  child.kill('SIGKILL');
`;

it.skipIf(process.platform !== 'linux')(
  'leaves no dump of a process that may crash, nor of the children that it has',
  async () => {
    // The hard limit of whoever runs this may be lower already; it cannot be raised then.
    const raised = 'ulimit -S -c "$(ulimit -H -c)"; exec "$0" --input-type=module --eval "$1"';
    const { stdout } = await run('/bin/sh', ['-c', raised, process.execPath, script]);
    const { before, after } = JSON.parse(stdout) as Record<'before' | 'after', { limit: string; filter: number }[]>;
    expect(before.map(({ filter }) => filter > 0)).toEqual([true, true]);
    expect(after).toEqual([
      { limit: '0 0', filter: 0 },
      { limit: '0 0', filter: 0 },
    ]);
  },
);
