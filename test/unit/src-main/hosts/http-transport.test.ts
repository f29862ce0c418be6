import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RawAnswer, WireRequest } from '../../../../src-main/core/ports.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { handTimers } from '../../../support/hand-timers.ts';
import { stepPatienceMs } from '../../../support/patience.ts';

const limits = { waitMs: stepPatienceMs, maxBytes: 1_000 };
const transport = createHttpTransport();
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** A raw TCP server, so that a test sees and answers the exact bytes. */
async function serve(
  onRequest: (socket: Socket, seen: string) => void,
  onConnect: (socket: Socket) => void = () => undefined,
) {
  const requests: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnect(socket);
    socket.on('data', (bytes) => {
      requests.push(bytes.toString('latin1'));
      onRequest(socket, requests.join(''));
    });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: portOf(server), requests };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function get(port: number, path = '/', scheme = 'http'): WireRequest {
  return { method: 'GET', url: `${scheme}://127.0.0.1:${port}${path}`, headers: [], body: null };
}

const answers = (text: string) => (socket: Socket) => socket.end(text);

describe('what goes on the wire', () => {
  it('is the given headers in order between Host and Content-Length, and the body as it is', async () => {
    const { port, requests } = await serve(answers('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    const outcome = await transport.exchange(
      {
        method: 'POST',
        url: `http://127.0.0.1:${port}/v1/orders?`,
        headers: [
          ['X-Second', '2'],
          ['a-first', '1'],
          ['X-Second', '3'],
        ],
        body: new TextEncoder().encode('{"a":1}'),
      },
      limits,
    );
    expect(outcome.ok).toBe(true);
    expect(requests.join('')).toBe(
      [
        'POST /v1/orders? HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'X-Second: 2',
        'a-first: 1',
        'X-Second: 3',
        'Content-Length: 7',
        'Connection: close',
        '',
        '{"a":1}',
      ].join('\r\n'),
    );
  });

  it('says that a POST without a body has none', async () => {
    const { port, requests } = await serve(answers('HTTP/1.1 204 No Content\r\n\r\n'));
    await transport.exchange({ ...get(port), method: 'POST' }, limits);
    expect(requests.join('')).toContain('\r\nContent-Length: 0\r\n');
  });

  it('is one request only, also when the answer is a redirect', async () => {
    const { port, requests } = await serve(
      answers('HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n'),
    );
    const outcome = await transport.exchange(get(port), limits);
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        status: 302,
        headers: [
          ['Location', '/other'],
          ['Content-Length', '0'],
        ],
      },
    });
    expect(requests).toHaveLength(1);
  });

  it('is not sent a second time when the connection breaks', async () => {
    const { port, requests } = await serve((socket) => socket.resetAndDestroy());
    // A second sending would come before the request after it.
    for (const path of ['/once', '/after'])
      expect(await transport.exchange(get(port, path), limits)).toEqual({
        ok: false,
        error: { code: 'connection_lost' },
      });
    expect(requests.map((request) => request.split(' ')[1])).toEqual(['/once', '/after']);
  });
});

describe('what comes back', () => {
  it('keeps header lines, repeated ones too, and bytes that say they are coded', async () => {
    const { port } = await serve(
      answers('HTTP/1.1 200 OK\r\nX-A: 1\r\nx-a: 2\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nbody'),
    );
    const outcome = await transport.exchange(get(port), limits);
    if (!outcome.ok) throw new Error(outcome.error.code);
    expect(outcome.value.headers).toEqual([
      ['X-A', '1'],
      ['x-a', '2'],
      ['Content-Encoding', 'gzip'],
      ['Content-Length', '4'],
    ]);
    expect(Buffer.from(outcome.value.body).toString()).toBe('body');
  });

  it('may be as large as the limit and not a byte larger', async () => {
    const of = (length: number) =>
      serve(answers(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`));
    expect((await transport.exchange(get((await of(1_000)).port), limits)).ok).toBe(true);
    expect(await transport.exchange(get((await of(1_001)).port), limits)).toEqual({
      ok: false,
      error: { code: 'answer_too_large' },
    });
  });

  it.each([
    ['a body shorter than its length', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbody'],
    ['a chunked body without its end', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n'],
    ['half a head', 'HTTP/1.1 200 OK\r\nX-A'],
    ['something that is not HTTP', 'SSH-2.0-server\r\n'],
    ['an upgrade nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    ['nothing', ''],
  ])('is a lost connection when it is %s', async (_name, text) => {
    const { port } = await serve(answers(text));
    expect(await transport.exchange(get(port), limits)).toEqual({ ok: false, error: { code: 'connection_lost' } });
  });

  it.each([100, 102, 103])('is what follows answers of status %i that only announce it', async (status) => {
    const announced = `HTTP/1.1 ${status} Wait\r\n\r\n`.repeat(100);
    const { port } = await serve(answers(`${announced}HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody`));
    expect(await transport.exchange(get(port), limits)).toMatchObject({ ok: true, value: { status: 200 } });
  });

  it.each([100, 102, 103])(
    'is given up where answers of status %i never end, long before the wait does',
    async (status) => {
      const wave = `HTTP/1.1 ${status} Wait\r\n\r\n`.repeat(100);
      let isOpen = true;
      const { port } = await serve((socket) => {
        socket.once('close', () => {
          isOpen = false;
        });
        const flood = (): void => {
          if (isOpen) socket.write(wave, () => setImmediate(flood));
        };
        flood();
      });
      const late: unknown[] = [];
      const longLimits = {
        ...limits,
        waitMs: 600_000,
        late: { waitMs: 600_000, signal: new AbortController().signal, take: (answer: RawAnswer) => late.push(answer) },
      };
      expect(await transport.exchange(get(port), longLimits)).toEqual({
        ok: false,
        error: { code: 'answer_too_large' },
      });
      await expect.poll(() => isOpen).toBe(false);
      expect(late).toEqual([]);
    },
  );

  it('is too large when its head is', async () => {
    const { port } = await serve(answers(`HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`));
    expect(await transport.exchange(get(port), limits)).toEqual({ ok: false, error: { code: 'answer_too_large' } });
  });

  it('is late when it is not whole in time, however busily it drips', async () => {
    const { port } = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await transport.exchange(get(port), { ...limits, waitMs: 200 })).toEqual({
      ok: false,
      error: { code: 'answer_timeout' },
    });
  });
});

describe('proof that nothing was sent', () => {
  it('is a refused connection', async () => {
    const { port } = await serve(() => undefined);
    const server = servers.pop();
    server?.close();
    if (server !== undefined) await once(server, 'close');
    expect(await transport.exchange(get(port), limits)).toEqual({
      ok: false,
      error: { code: 'not_sent', why: 'connection_refused' },
    });
  });

  it('is a name that does not resolve', async () => {
    const request = { ...get(0), url: 'http://counter.invalid/' };
    expect(await transport.exchange(request, limits)).toEqual({
      ok: false,
      error: { code: 'not_sent', why: 'name_unknown' },
    });
  });

  it('is an address that answers and speaks no TLS', async () => {
    const { port } = await serve((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await transport.exchange(get(port, '/', 'https'), limits)).toEqual({
      ok: false,
      error: { code: 'not_sent', why: 'no_tls' },
    });
  });

  it('is a TLS handshake that did not end, since the request waits for it', async () => {
    const closing = await serve((socket) => socket.destroy());
    expect(await transport.exchange(get(closing.port, '/', 'https'), limits)).toEqual({
      ok: false,
      error: { code: 'not_sent' },
    });
    const silent = await serve(() => undefined);
    expect(await transport.exchange(get(silent.port, '/', 'https'), { ...limits, waitMs: 200 })).toEqual({
      ok: false,
      error: { code: 'not_sent' },
    });
  });

  it('is not given where part of the request was taken and the rest was not', async () => {
    const half = await serve((socket) => void setTimeout(() => socket.pause().resetAndDestroy(), 50));
    const large = { ...get(half.port), method: 'POST' as const, body: new Uint8Array(16_000_000) };
    expect(await transport.exchange(large, limits)).toEqual({ ok: false, error: { code: 'connection_lost' } });
  });

  it('is not given by a connection that came up and then broke', async () => {
    const up = Promise.withResolvers<Socket>();
    const { port } = await serve(() => undefined, up.resolve);
    const breaking = { ...limits, onWritten: () => void up.promise.then((socket) => socket.resetAndDestroy()) };
    expect(await transport.exchange(get(port), breaking)).toEqual({ ok: false, error: { code: 'connection_lost' } });
  });
});

describe('an answer that comes too late for its caller', () => {
  const late = (socket: Socket): void => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nlate');
  const until = (waitMs: number) => {
    const taken: string[] = [];
    const ending = new AbortController();
    return {
      taken,
      ending,
      late: {
        waitMs,
        signal: ending.signal,
        take: ({ body }: RawAnswer) => void taken.push(Buffer.from(body).toString()),
      },
    };
  };
  type Caller = ReturnType<typeof until>;

  /** One exchange for each caller, all of them asked and none answered when their wait is over. */
  async function unanswered(...callers: readonly Caller[]) {
    const timers = handTimers();
    const asked: Socket[] = [];
    const { port } = await serve((socket) => void asked.push(socket));
    const outcomes = callers.map((caller) =>
      transport.exchange(get(port), { ...limits, waitMs: 20, late: caller.late }),
    );
    await expect.poll(() => asked.length).toBe(callers.length);
    timers.pass(20);
    expect(await Promise.all(outcomes)).toEqual(callers.map(() => ({ ok: false, error: { code: 'answer_timeout' } })));
    return { timers, asked };
  }

  it('is taken all the same, once', async () => {
    const caller = until(5_000);
    const { timers, asked } = await unanswered(caller);
    asked.forEach(late);
    await expect.poll(() => caller.taken).toEqual(['late']);
    timers.pass(5_000);
    expect(caller.taken).toEqual(['late']);
  });

  it('is not when it comes in time', async () => {
    const { port } = await serve(late);
    const { taken, late: taking } = until(5_000);
    expect((await transport.exchange(get(port), { ...limits, late: taking })).ok).toBe(true);
    expect(taken).toEqual([]);
  });

  it('is let go after a time, and when nobody is there to take it', async () => {
    const [short, ended] = [until(20), until(5_000)];
    const { timers, asked } = await unanswered(short, ended);
    const closed = asked.map((socket) => once(socket, 'close'));
    timers.pass(20);
    ended.ending.abort();
    asked.forEach(late);
    await Promise.all(closed);
    expect([short.taken, ended.taken]).toEqual([[], []]);
  });
});
