import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';

/** What a process of its own says that listens at this address. */
function listening(host: string, port: number): string {
  const code = `require('node:net').createServer().listen({ host: '${host}', port: ${port} }, () => process.exit());`;
  return spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' }).stderr;
}

test.runIf(process.platform === 'linux')('a port is given to one process, which may listen at it', async () => {
  const port = await freePort();
  expect(listening('127.0.0.2', port)).toContain('EADDRINUSE');
  expect(listening('127.0.0.1', port)).toBe('');
});
