import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';

const secret = '2YE8-BNSD-7K3F-RDJW';
const own = (name: string): string => JSON.stringify(join(projectRoot, 'src-main/hosts', name));

/** A process of ours in which this is thrown and caught by nobody. */
function running(code: string): ReturnType<typeof spawnSync> {
  const script = `
    import { reportBug } from ${own('bug-report.ts')};
    import { takeUncaught } from ${own('uncaught.ts')};
    takeUncaught(process, reportBug, () => process.exit(1));
    ${code}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, SECRET: secret },
  });
}

describe('what nobody caught', () => {
  it.each([
    ['an error', 'setTimeout(() => { throw new TypeError(process.env.SECRET); });', 'bug: TypeError'],
    ['a promise', 'void Promise.reject(new RangeError(process.env.SECRET));', 'bug: RangeError'],
    ['a text', 'setTimeout(() => { throw process.env.SECRET; });', 'bug: something other than an error'],
    [
      'an error whose message looks like a frame',
      'setTimeout(() => { throw new Error(`x\\n    at ${process.env.SECRET}`); });',
      'bug: Error',
    ],
    [
      'an error whose message was changed since',
      'const error = new Error(`x\\n    at ${process.env.SECRET}`); void error.stack; error.message = "another"; setTimeout(() => { throw error; });',
      'bug: Error',
    ],
  ])('ends the process without what %s says', (_what, code, said) => {
    const { status, stdout, stderr } = running(code);
    expect(status).toBe(1);
    expect(String(stderr)).toContain(said);
    expect(`${String(stdout)}${String(stderr)}`).not.toContain(secret);
  });
});
