import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ExchangeOptions, RawAnswer, TransportFault, WireRequest } from '../../../src-main/core/ports.ts';
import { err, ok, type Result } from '../../../src-main/core/result.ts';
import { MemorySocket } from './memory-socket.ts';
import type { Timeline } from './timeline.ts';

export type TransportResult = Result<RawAnswer, TransportFault>;

/** A body of which nothing more has come for so many turns of the event loop was cut, or has no end. */
const turnsOfSilence = 3;

/**
 * Real HTTP over connections within this process. Bytes take no time; the waits of the service and of the counter do.
 */
export async function exchangeInMemory(
  timeline: Timeline,
  connect: (connection: Duplex) => void,
  request: WireRequest,
  options: ExchangeOptions,
): Promise<TransportResult> {
  const ended = new AbortController();
  const timeout = timeline
    .sleep(options.waitMs, ended.signal)
    .then((): TransportResult => err({ code: 'answer_timeout' }));
  const outcome = await Promise.race([converse(timeline, connect, request, options, ended.signal), timeout]);
  ended.abort();
  return outcome;
}

function converse(
  timeline: Timeline,
  connect: (connection: Duplex) => void,
  request: WireRequest,
  options: ExchangeOptions,
  ended: AbortSignal,
): Promise<TransportResult> {
  return new Promise((resolve) => {
    const { near, far } = MemorySocket.pair();
    const outgoing = httpRequest({
      method: request.method,
      path: targetOf(request.url),
      headers: headerLines(request),
      createConnection: () => near,
    });
    const settle = (outcome: TransportResult): void => {
      timeline.touch();
      resolve(outcome);
      outgoing.destroy();
    };
    ended.addEventListener('abort', () => settle(err({ code: 'answer_timeout' })), { once: true });
    outgoing.on('error', () => settle(err({ code: 'connection_lost' })));
    outgoing.on('close', () => settle(err({ code: 'connection_lost' })));
    outgoing.on('finish', () => options.onWritten?.());
    outgoing.on('response', (incoming) => collect(timeline, incoming, options.maxBytes, settle));
    timeline.touch();
    connect(far);
    outgoing.end(request.body ?? undefined);
  });
}

function collect(
  timeline: Timeline,
  incoming: IncomingMessage,
  maxBytes: number,
  settle: (outcome: TransportResult) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    timeline.touch();
    length += chunk.byteLength;
    if (length > maxBytes) settle(err({ code: 'answer_too_large' }));
    else chunks.push(chunk);
  });
  incoming.on('error', () => settle(err({ code: 'connection_lost' })));
  incoming.on('end', () => {
    if (!incoming.complete) settle(err({ code: 'connection_lost' }));
    else
      settle(
        ok({ status: incoming.statusCode ?? 0, headers: pairsOf(incoming.rawHeaders), body: Buffer.concat(chunks) }),
      );
  });
  // The service resets what it cut after a real pause; waiting that long for each would be the longest part of a run.
  if (incoming.headers['content-length'] !== undefined)
    void whenSilent(incoming, () => length).then(() => settle(err({ code: 'connection_lost' })));
}

async function whenSilent(incoming: IncomingMessage, length: () => number): Promise<void> {
  for (let [turns, seen] = [0, -1]; turns < turnsOfSilence && !incoming.readableEnded; turns += 1) {
    if (length() !== seen) [turns, seen] = [0, length()];
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function headerLines({ url, method, headers, body }: WireRequest): string[] {
  const own = headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  const lines = ['Host', new URL(url).host, ...own.flat(), 'Connection', 'close'];
  return body === null && method === 'GET' ? lines : [...lines, 'Content-Length', String(body?.byteLength ?? 0)];
}

/** Path and query as given: parsing would drop a lone `?`, which a signature covers. */
function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

function pairsOf(rawHeaders: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  return pairs;
}
