import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ListeningPort, portOf } from '../../../../src-sandbox/control/listening-port.ts';
import { Waiting } from '../../../../src-sandbox/control/waiting.ts';
import { HandClock } from '../../../support/hand-clock.ts';

async function listening(port = 0): Promise<Server> {
  const server = createServer();
  await once(server.listen({ host: '127.0.0.1', port }), 'listening');
  onTestFinished(() => void server.close());
  return server;
}

/** A listening port in a time that a test moves by hand. */
function listeningPortOf(server: Server) {
  const time = new HandClock();
  return { time, listeningPort: new ListeningPort(server, new Waiting((ms) => time.sleep(ms))) };
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

describe('the listening port', () => {
  it('opens again where it was', async () => {
    const server = await listening();
    const port = portOf(server.address());
    const { time, listeningPort } = listeningPortOf(server);
    listeningPort.refuse({ ms: 50 });
    expect(await answers(port)).toBe(false);
    await time.pass(50);
    await listeningPort.settled();
    expect(await answers(port)).toBe(true);
  });

  it('waits for a port that somebody else was given while it was shut', async () => {
    const server = await listening();
    const port = portOf(server.address());
    const { time, listeningPort } = listeningPortOf(server);
    listeningPort.refuse({ ms: 30 });
    const other = await listening(port);
    await time.pass(30);
    await expect.poll(() => time.sleeping).toBe(1);
    expect(server.listening).toBe(false);
    await once(other.close(), 'close');
    await time.pass(20);
    await listeningPort.settled();
    expect(server.listening).toBe(true);
    expect(await answers(port)).toBe(true);
  });
});
