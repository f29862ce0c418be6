import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';

const chunksAtATime = 10_000;
const times = 200;

/** Answers with that many chunks of one byte each. */
async function tinyChunks(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunks = '1\r\nx\r\n'.repeat(chunksAtATime);
    let left = times;
    const send = (): void => {
      for (; left > 0; left -= 1)
        if (!socket.write(chunks)) {
          left -= 1;
          socket.once('drain', send);
          return;
        }
      socket.end('0\r\n\r\n');
    };
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${String(address.port)}/`;
}

it('an answer in chunks of one byte takes no more memory than its bytes', async () => {
  const url = await tinyChunks();
  let peak = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - before);
  }, 20);
  onTestFinished(() => clearInterval(watch));
  const answer = await createHttpTransport().exchange(
    { method: 'GET', url, headers: [], body: null },
    { waitMs: 60_000, maxBytes: 8 * 1024 * 1024 },
  );
  expect(answer.ok && answer.value.body.length).toBe(times * chunksAtATime);
  expect(answer.ok && answer.value.body.every((byte) => byte === 120)).toBe(true);
  expect(peak).toBeLessThan(200_000_000);
});
