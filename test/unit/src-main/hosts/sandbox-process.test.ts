import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandboxChild } from '../../../../src-main/hosts/browser/sandbox-child.ts';

const announced = {
  pid: 1,
  baseUrl: 'http://127.0.0.1:4010',
  controlUrl: 'http://127.0.0.1:4011',
  deploymentFile: '/d',
  invitationId: 'i',
  enrollmentTokenFile: '/t',
  walletIds: [],
};
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-test-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a process that runs `script`, in the place of the training service. */
async function start(script: string) {
  const file = join(folder, 'service.mjs');
  await writeFile(file, script);
  return startSandboxChild(file, join(folder, 'data'));
}

const say = (line: unknown) =>
  `process.stdout.write(${JSON.stringify(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)});`;
const stayUp = 'setInterval(() => undefined, 1000);';

describe('the training service', () => {
  it('is running once it said where, and is gone once stopped', async () => {
    const started = await start(
      `process.stdout.write(JSON.stringify({ ...${JSON.stringify(announced)}, ` +
        `invitationId: String(process.pid) }) + '\\n'); ${stayUp}`,
    );
    if (!started.ok) throw new Error(started.error.code);
    const { stop, setFaults: _, ...info } = started.value;
    const pid = Number(info.invitationId);
    expect(info).toEqual({
      baseUrl: announced.baseUrl,
      deploymentFile: '/d',
      invitationId: String(pid),
      enrollmentTokenFile: '/t',
    });
    expect(process.kill(pid, 0)).toBe(true);
    await stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await stop();
  });

  it('is given its folder and a free port', async () => {
    const started = await start(
      `process.stdout.write(JSON.stringify({ ...${JSON.stringify(announced)}, ` +
        `deploymentFile: process.argv.slice(2).join(' ') }) + '\\n'); ${stayUp}`,
    );
    if (!started.ok) throw new Error(started.error.code);
    expect(started.value.deploymentFile).toBe(`--port 0 --data ${join(folder, 'data')}`);
    await started.value.stop();
  });

  it.each([
    ['ends', 'process.exit(3)', 'no_announcement'],
    ['says something else', `${say('ready')} ${stayUp}`, 'unreadable_announcement'],
    ['says too little', `${say({ ...announced, invitationId: undefined })} ${stayUp}`, 'unreadable_announcement'],
    ['is elsewhere', `${say({ ...announced, baseUrl: 'http://example.com' })} ${stayUp}`, 'unreadable_announcement'],
    [
      'is steered from elsewhere',
      `${say({ ...announced, controlUrl: 'http://example.com' })} ${stayUp}`,
      'unreadable_announcement',
    ],
    ['never ends its line', `process.stdout.write('x'.repeat(100000)); ${stayUp}`, 'unreadable_announcement'],
  ])('failed when it %s', async (_what, script, detail) => {
    expect(await start(script)).toEqual({ ok: false, error: { code: 'sandbox_failed', detail } });
  });
});
