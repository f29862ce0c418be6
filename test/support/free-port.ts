import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * One below those that a system lends to connections (Linux: from 32768 on): it stays ours while nobody listens, and no
 * other process of the tests is given it while this one runs.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_768);
    if ((await reserve(port)) && (await isFree(port))) return port;
  }
}

/** By a neighbour of the address that services listen at; a system without one (macOS) reserves nothing. */
async function reserve(port: number): Promise<boolean> {
  const server = createServer().unref();
  try {
    await once(server.listen({ host: '127.0.0.2', port }), 'listening');
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EADDRNOTAVAIL';
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen({ host: '127.0.0.1', port }), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}
