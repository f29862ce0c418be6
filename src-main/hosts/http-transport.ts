import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { ConnectFault, LateAnswers, RawAnswer, Transport, TransportFault, WireRequest } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { connectFaultOf } from './connect-fault.ts';
import { Agent as HttpAgent, request as httpRequest } from './plain-http.ts';

type TransportResult = Result<RawAnswer, TransportFault>;
type Settle = (outcome: TransportResult) => void;
type Limits = Parameters<Transport['exchange']>[1];

/**
 * Answers that only announce the answer (1xx, RFC 9110 section 15.2) are passed over up to this many. A service sends
 * one or two; a stream of them would keep this process busy for as long as we wait.
 */
const informationalMost = 100;

/**
 * One exchange for each call, each on a connection of its own: a reused one would be retried by Node with the same
 * nonce.
 */
export function createHttpTransport({ isOwnRootsOnly = false }: TransportOptions = {}): Transport {
  let own: SecureContext | undefined;
  const roots = (): SecureContext | undefined => {
    if (isOwnRootsOnly) own ??= createSecureContext({ ca: [...rootCertificates] });
    return own;
  };
  return { exchange: (request, limits) => exchange(request, limits, roots) };
}

interface TransportOptions {
  /** Trusts what Node brings along, and nothing that the environment or the system names besides. */
  readonly isOwnRootsOnly?: boolean;
}

function exchange(
  request: WireRequest,
  limits: Limits,
  roots: () => SecureContext | undefined,
): Promise<TransportResult> {
  return new Promise((resolve) => {
    const outgoing = open(request, roots);
    let sent = false;
    let ended = false;
    let late: LateAnswers | null = null;
    const settle: Settle = (outcome) => {
      // The first end of the exchange is the one that counts.
      if (ended) return;
      ended = true;
      clearTimeout(deadline);
      late?.signal.removeEventListener('abort', cut);
      resolve(outcome);
      if (outcome.ok) late?.take(outcome.value);
      outgoing.destroy();
    };
    const fail = (code: TransportFault['code'], why?: ConnectFault): void =>
      settle(err(sent ? { code } : { code: 'not_sent', ...(why === undefined ? {} : { why }) }));
    const cut = (): void => fail('connection_lost');
    const giveUp = (): void => {
      if (!sent || limits.late === undefined || limits.late.signal.aborted) {
        fail('answer_timeout');
        return;
      }
      late = limits.late;
      resolve(err({ code: 'answer_timeout' }));
      deadline = setTimeout(cut, late.waitMs);
      late.signal.addEventListener('abort', cut);
    };
    let deadline = setTimeout(giveUp, limits.waitMs);

    outgoing.on('error', (error) =>
      fail(isOverflow(error) ? 'answer_too_large' : 'connection_lost', connectFaultOf(error)),
    );
    outgoing.on('close', () => fail('connection_lost'));
    outgoing.on('finish', () => limits.onWritten?.());
    let informational = 0;
    outgoing.on('information', () => {
      informational += 1;
      if (informational > informationalMost) fail('answer_too_large');
    });
    outgoing.on('response', (incoming) => collect(incoming, limits.maxBytes, settle));
    onceReady(outgoing, request.url.startsWith('https:'), () => {
      sent = true;
      outgoing.end(request.body ?? undefined);
    });
  });
}

function open(request: WireRequest, roots: () => SecureContext | undefined): ClientRequest {
  const url = new URL(request.url);
  const options: RequestOptions = {
    method: request.method,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    path: targetOf(request.url),
    headers: headerLines(request, url.host),
    insecureHTTPParser: false,
    ...(url.port === '' ? {} : { port: url.port }),
  };
  if (url.protocol !== 'https:') return httpRequest({ ...options, agent: new HttpAgent({ keepAlive: false }) });
  const secureContext = roots();
  return httpsRequest({
    ...options,
    agent: new HttpsAgent({ keepAlive: false }),
    rejectUnauthorized: true,
    ...(secureContext === undefined ? {} : { secureContext }),
  });
}

/** Path and query as given: parsing would drop a lone `?`, which a signature may cover. */
function targetOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return start === -1 ? '/' : url.slice(start);
}

/** A flat list keeps Node from adding, merging or reordering a line; only `Connection: close` is its own. */
function headerLines(request: WireRequest, authority: string): string[] {
  // Of the length there is one line, and it is that of the bytes.
  const lines = [
    'Host',
    authority,
    ...request.headers.filter(([name]) => name.toLowerCase() !== 'content-length').flat(),
  ];
  if (request.body !== null) lines.push('Content-Length', String(request.body.byteLength));
  // RFC 9110, 8.6: a POST without content says so.
  else if (request.method === 'POST') lines.push('Content-Length', '0');
  return lines;
}

/**
 * Calls `write` when the connection is up, and over TLS when the peer is authenticated. Nothing is handed to the socket
 * before, so a fault until then proves that no byte of the request left.
 */
function onceReady(outgoing: ClientRequest, secure: boolean, write: () => void): void {
  outgoing.once('socket', (socket: Socket) => {
    if (!secure && !socket.connecting) write();
    else socket.once(secure ? 'secureConnect' : 'connect', write);
  });
}

function collect(incoming: IncomingMessage, maxBytes: number, settle: Settle): void {
  // Not the chunks one by one: a sender chooses their length, and each of a single byte would cost hundreds.
  let bytes = new Uint8Array(0);
  let length = 0;
  incoming.on('data', (chunk: Buffer) => {
    const end = length + chunk.byteLength;
    if (end > maxBytes) {
      settle(err({ code: 'answer_too_large' }));
      return;
    }
    if (end > bytes.length) bytes = grown(bytes, Math.min(maxBytes, Math.max(end, 2 * bytes.length)));
    bytes.set(chunk, length);
    length = end;
  });
  incoming.on('end', () => {
    if (!incoming.complete) settle(err({ code: 'connection_lost' }));
    else
      settle(
        ok({
          status: incoming.statusCode ?? 0,
          headers: pairsOf(incoming.rawHeaders),
          body: Buffer.from(bytes.subarray(0, length)),
        }),
      );
  });
  incoming.on('error', () => settle(err({ code: 'connection_lost' })));
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const longer = new Uint8Array(length);
  longer.set(bytes);
  return longer;
}

function pairsOf(rawHeaders: readonly string[]): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    pairs.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  return pairs;
}

function isOverflow(error: Error): boolean {
  return 'code' in error && error.code === 'HPE_HEADER_OVERFLOW';
}
