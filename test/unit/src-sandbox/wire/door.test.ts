import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';

import { describe, expect, it, onTestFinished } from 'vitest';

import { Door, portOf } from '../../../../src-sandbox/wire/door.ts';
import { Waiting } from '../../../../src-sandbox/control/waiting.ts';

async function listening(port = 0): Promise<Server> {
  const server = createServer();
  await once(server.listen({ host: '127.0.0.1', port }), 'listening');
  onTestFinished(() => void server.close());
  return server;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

describe('the door', () => {
  it('opens again where it was', async () => {
    const server = await listening();
    const port = portOf(server.address());
    const door = new Door(server, new Waiting());
    door.refuse({ ms: 50 });
    expect(await answers(port)).toBe(false);
    await door.settled();
    expect(await answers(port)).toBe(true);
  });

  it('waits for a port that somebody else was given while it was shut', async () => {
    const server = await listening();
    const port = portOf(server.address());
    const door = new Door(server, new Waiting());
    door.refuse({ ms: 30 });
    const other = await listening(port);
    setTimeout(() => other.close(), 120);
    await door.settled();
    expect(server.listening).toBe(true);
    expect(await answers(port)).toBe(true);
  });
});
