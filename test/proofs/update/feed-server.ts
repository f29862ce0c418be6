import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A static folder on loopback that answers ranges; a file can have a handler of its own in its place. */
export interface FeedServer {
  readonly address: string;
  readonly handlers: Map<string, Handler>;
  readonly stop: () => Promise<void>;
}

export async function startFeedServer(folder: string): Promise<FeedServer> {
  const handlers = new Map<string, Handler>();
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    const handler = handlers.get(name);
    if (handler !== undefined) handler(request, response);
    else if (existsSync(join(folder, name))) serve(readFileSync(join(folder, name)))(request, response);
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { address: `http://127.0.0.1:${String(port)}/`, handlers, stop };
}

/** Serves these bytes as a web server does. */
export function serve(bytes: Buffer): Handler {
  return (request, response) => {
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (range === null) {
      response.writeHead(200).end(bytes);
      return;
    }
    const [start, last] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
    if (start >= bytes.length) response.writeHead(416).end();
    else
      response
        .writeHead(206, { 'Content-Range': `bytes ${String(start)}-${String(last)}/${String(bytes.length)}` })
        .end(bytes.subarray(start, last + 1));
  };
}

/** Serves without an end: what it should be, and then more and more. */
export function serveEndlessly(status: 200 | 206): Handler {
  return (request, response) => {
    const start = /^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? '0';
    response.writeHead(status, { 'Content-Range': `bytes ${start}-999999999999/*` });
    const chunk = Buffer.alloc(64 * 1024, 'more ');
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  };
}

/** Cuts the connection within the answer, `times` times, and then serves these bytes. */
export function cutThenServe(bytes: Buffer, times: number): Handler {
  let left = times;
  return (request, response) => {
    const isFirst = request.headers.range?.startsWith('bytes=0-') === true;
    if (isFirst || left === 0) {
      serve(bytes)(request, response);
      return;
    }
    left -= 1;
    response.writeHead(206, { 'Content-Range': 'bytes 65536-131071/300000', 'Content-Length': 65_536 });
    response.write(Buffer.alloc(1000));
    setTimeout(() => response.destroy(), 10);
  };
}
