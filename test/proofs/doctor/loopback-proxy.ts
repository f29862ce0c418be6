import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RawAnswer, Transport } from '../../../src-main/core/ports.ts';

/** What passes the proxy on its way to the service. */
export interface Passing {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: RawAnswer['headers'];
  readonly body: Uint8Array;
}

/** What a proxy makes of what passes; everything else passes as it is. */
export interface ProxyFault {
  /** Answers itself, or not at all. `count` says how many requests came before. */
  readonly instead?: (request: Passing, count: number) => RawAnswer | 'reset' | 'silence' | null;
  readonly request?: (request: Passing) => Passing;
  readonly answer?: (answer: RawAnswer, request: Passing, count: number) => RawAnswer;
  readonly twice?: (request: Passing) => boolean;
  /** How long each way takes, by the proof's own clock. */
  readonly slowMs?: number;
  /** Closes without a length, as HTTP/1.0 does. */
  readonly isOld?: boolean;
}

export interface RunningProxy {
  /** Sends what is for the service to the proxy, by the counter's own transport. */
  readonly through: (transport: Transport) => Transport;
  readonly stop: () => Promise<void>;
}

/** A proxy on loopback that keeps the host of the service, as one does that nobody at the counter knows of. */
export async function startProxy(fault: ProxyFault, pass: (ms: number) => void): Promise<RunningProxy> {
  let authority = '';
  let count = 0;
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const asked: Passing = {
      method: incoming.method ?? 'GET',
      target: incoming.url ?? '/',
      headers: pairsOf(incoming.rawHeaders).map(([name, value]) => [
        name,
        name.toLowerCase() === 'host' ? authority : value,
      ]),
      body: await bodyOf(incoming),
    };
    const instead = fault.instead?.(asked, count) ?? null;
    const before = count;
    count += 1;
    if (instead === 'silence') return;
    if (instead === 'reset') {
      incoming.socket.resetAndDestroy();
      return;
    }
    pass(fault.slowMs ?? 0);
    if (instead !== null) {
      give(outgoing, instead, fault.isOld === true);
      return;
    }
    const sent = fault.request?.(asked) ?? asked;
    if (fault.twice?.(asked) === true) await forward(authority, sent);
    const answer = await forward(authority, sent);
    pass(fault.slowMs ?? 0);
    give(outgoing, fault.answer?.(answer, asked, before) ?? answer, fault.isOld === true);
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    through: (transport) => ({
      exchange: (request, options) => {
        authority = new URL(request.url).host;
        const url = request.url.replace(`//${authority}`, `//127.0.0.1:${String(port)}`);
        return transport.exchange({ ...request, url }, options);
      },
    }),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

function forward(authority: string, { method, target, headers, body }: Passing): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`http://${authority}`);
    const kept = headers.filter(([name]) => !/^(connection|content-length|transfer-encoding)$/i.test(name));
    const outgoing = httpRequest({
      hostname,
      port,
      method,
      path: target,
      agent: false,
      headers: [...kept.flat(), ...(method === 'GET' ? [] : ['Content-Length', String(body.byteLength)])],
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      bodyOf(incoming).then(
        (answered) =>
          resolve({ status: incoming.statusCode ?? 0, headers: pairsOf(incoming.rawHeaders), body: answered }),
        reject,
      );
    });
    outgoing.end(body);
  });
}

function give(outgoing: ServerResponse, { status, headers, body }: RawAnswer, isOld: boolean): void {
  const kept = headers.filter(([name]) => !/^(connection|content-length|transfer-encoding|keep-alive)$/i.test(name));
  if (isOld) {
    const lines = [`HTTP/1.0 ${String(status)} OK`, ...kept.map(([name, value]) => `${name}: ${value}`)];
    outgoing.socket?.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
    return;
  }
  outgoing.sendDate = false;
  const hasLength = status !== 204 && status !== 304;
  outgoing.writeHead(status, [...kept.flat(), ...(hasLength ? ['Content-Length', String(body.byteLength)] : [])]);
  outgoing.end(body);
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function pairsOf(raw: readonly string[]): RawAnswer['headers'] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ''] as const] : []));
}
