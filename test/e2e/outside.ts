import { createServer } from 'node:http';

export interface Outside {
  /** Where a page must never arrive: `/redirect` leads on, everything else answers. */
  readonly address: string;
  /** What was asked of it. */
  readonly reached: readonly string[];
  stop(): void;
}

/** A server on this machine, as near as a network can be. */
export async function startOutside(): Promise<Outside> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(request.url ?? '');
    if (request.url === '/redirect') response.writeHead(302, { location: '/away' });
    response.end('outside');
  });
  server.on('upgrade', (request, socket) => {
    reached.push(`upgrade ${request.url ?? ''}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    address: `http://127.0.0.1:${address.port}`,
    reached,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
