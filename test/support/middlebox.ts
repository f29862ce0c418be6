import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Transport } from '../../src-main/core/ports.ts';

/** What stands between counter and service, and has whole answers in its hands as bytes. */
export interface Middlebox {
  readonly transport: Transport;
  /** Every request that passed, as bytes of one octet a letter. */
  readonly passed: readonly string[];
  /** Does this to each request from now on; `pass` brings the answer of the service. */
  does: Meddling;
  readonly stop: () => Promise<void>;
}

/** Writes what it likes to the counter; null leaves the connection half open. */
export type Meddling = (asked: string, pass: () => Promise<string>, counter: Socket) => Promise<string | null>;

export const letsPass: Meddling = (_asked, pass) => pass();

export async function startMiddlebox(through: Transport): Promise<Middlebox> {
  const passed: string[] = [];
  const sockets = new Set<Socket>();
  let service = '';
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let asked = '';
    let isAsked = false;
    socket.on('data', (bytes) => {
      asked += bytes.toString('latin1');
      if (isAsked || !isWhole(asked)) return;
      isAsked = true;
      const pass = async (): Promise<string> => {
        passed.push(asked);
        return forward(service, asked);
      };
      void box.does(asked, pass, socket).then((answer) => {
        if (answer !== null) socket.end(Buffer.from(answer, 'latin1'));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  const box: Middlebox = {
    passed,
    does: letsPass,
    transport: {
      exchange: (request, options) => {
        service = new URL(request.url).host;
        return through.exchange(
          { ...request, url: request.url.replace(`//${service}`, `//127.0.0.1:${port}`) },
          options,
        );
      },
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return box;
}

function isWhole(asked: string): boolean {
  const end = asked.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = Number(/^content-length: *(\d+)/im.exec(asked.slice(0, end))?.[1] ?? '0');
  return asked.length >= end + 4 + length;
}

/** Under the service's own name: nobody at the counter knows of what stands in between. */
async function forward(authority: string, asked: string): Promise<string> {
  const [host = '', port = ''] = authority.split(':');
  const socket = connect(Number(port), host);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(Buffer.from(asked.replace(/^Host: .*$/im, `Host: ${authority}`), 'latin1'));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}
