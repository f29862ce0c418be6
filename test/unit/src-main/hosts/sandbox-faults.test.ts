import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { setSandboxFaults } from '../../../../src-main/hosts/sandbox-faults.ts';

it('a training service that is slow to answer is given half a minute, and no more', async () => {
  const ended = new AbortController();
  const waits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => ended.signal);
  onTestFinished(() => waits.mockRestore());
  const asked: string[] = [];
  const service = createServer(({ method, url }) => {
    asked.push(`${method ?? ''} ${url ?? ''}`);
    ended.abort();
  });
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const address = service.address();
  if (address === null || typeof address === 'string') throw new Error('the service does not listen');
  const set = setSandboxFaults({ url: `http://127.0.0.1:${String(address.port)}`, token: 't' }, [], null);
  expect(await set).toEqual({ ok: false, error: { code: 'sandbox_failed', detail: 'faults' } });
  expect([asked, waits.mock.calls]).toEqual([['DELETE /faults'], [[30_000]]]);
});
