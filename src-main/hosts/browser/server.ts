import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { z } from 'zod';
import { maxInputBytes } from '../../app/calls/plain-data.ts';
import type { Dispatch } from '../../app/calls/registrar.ts';
import { err } from '../../core/result.ts';
import { drawnFolder } from '../../pages/one-time-pages.ts';
import type { DrawnPage } from '../../pages/page.ts';
import { createServer } from '../plain-http.ts';
import type { RendererFiles } from '../renderer-files.ts';
import type { Entry } from './entry.ts';
import { callPath, clipboardPath, noticesPath, pageHeader, pageName, pageParameter } from './messages.ts';
import type { PageEvents } from './page-events.ts';

export interface BrowserServerParts {
  readonly files: RendererFiles;
  readonly headers: Readonly<Record<string, string>>;
  readonly entry: Entry;
  readonly pages: PageEvents;
  readonly dispatch: Dispatch;
  /** What the counter drew for a frame. */
  readonly page: (path: string) => DrawnPage | null;
  /** `127.0.0.1:PORT`: what a request must name as its host, whatever a name resolves to (DNS rebinding). */
  readonly authority: () => string;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const usedAddress =
  'This address was used already, or is not the one that was printed. Start the counter again for a new one.\n';
const clipboardAnswer = z.strictObject({ id: z.string().max(40), written: z.boolean() });
const entryTarget = '/?token=';

/**
 * The training counter over HTTP on loopback: fixed files, calls and notices, for the one browser that redeemed the
 * token.
 */
export function createBrowserServer(parts: BrowserServerParts): Server {
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(parts.headers)) response.setHeader(name, value);
    respond(parts, request, response).catch(() => response.destroy());
  });
  server.requestTimeout = 30_000;
  return server;
}

async function respond(parts: BrowserServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = await answerTo(parts, request);
  if (answer === 'events') {
    parts.pages.attach(
      response,
      pageOf(new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get(pageParameter)),
    );
    return;
  }
  // A body that was not read would be taken for the next request.
  if (!request.complete) response.setHeader('Connection', 'close');
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

async function answerTo(parts: BrowserServerParts, request: IncomingMessage): Promise<Answer | 'events'> {
  const target = request.url ?? '';
  if (!comesFromHere(parts, request)) return { status: 403 };
  if (request.method === 'GET' && target.startsWith(entryTarget)) return enter(parts, target.slice(entryTarget.length));
  if (!parts.entry.admits(request.headers.cookie)) return target === '/' ? refusedEntry() : { status: 403 };
  if (request.method === 'POST') return received(parts, target, request);
  if (request.method !== 'GET') return { status: 405 };
  if (target === noticesPath || target.startsWith(`${noticesPath}?${pageParameter}=`)) return 'events';
  if (target.startsWith(drawnFolder)) return drawn(parts, target, request);
  const file = parts.files.get(target);
  return file === undefined
    ? { status: 404 }
    : { status: 200, headers: { 'Content-Type': file.contentType }, body: file.bytes };
}

/** For a frame alone: no script of a page may read it, not even ours. */
function drawn(parts: BrowserServerParts, target: string, { headers }: IncomingMessage): Answer {
  const page = headers['sec-fetch-dest'] === 'iframe' ? parts.page(target) : null;
  if (page === null) return { status: 404 };
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': page.policy },
    body: page.html,
  };
}

/**
 * Loopback is open to every page of every browser here: the host must be ours, and so must the origin where there is
 * one.
 */
function comesFromHere(parts: BrowserServerParts, request: IncomingMessage): boolean {
  const { host, origin } = request.headers;
  const authority = parts.authority();
  if (host !== authority) return false;
  return origin === `http://${authority}` || (origin === undefined && request.method !== 'POST');
}

function enter(parts: BrowserServerParts, token: string): Answer {
  const cookie = parts.entry.redeem(token);
  if (cookie === null) return refusedEntry();
  return {
    status: 303,
    headers: {
      Location: '/',
      'Set-Cookie': `${parts.entry.cookieName()}=${cookie}; HttpOnly; SameSite=Strict; Path=/`,
    },
  };
}

function refusedEntry(): Answer {
  return { status: 403, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: usedAddress };
}

async function received(parts: BrowserServerParts, target: string, request: IncomingMessage): Promise<Answer> {
  if (request.headers['content-type'] !== 'application/json') return { status: 415 };
  const body = await readBody(request);
  if (body === null) return { status: 413 };
  const input = jsonOf(body);
  if (input === undefined) return { status: 400 };
  if (target === clipboardPath) return clipboardAnswered(parts, input);
  const name = target.startsWith(callPath) ? /^([a-zA-Z]+)\.([a-zA-Z]+)$/.exec(target.slice(callPath.length)) : null;
  if (name === null) return { status: 404 };
  const page = pageOf(request.headers[pageHeader]);
  if (page !== null && parts.pages.isTakenOver(page)) return json(err({ code: 'not_allowed', detail: 'taken_over' }));
  const result = await parts.dispatch(name[1] ?? '', name[2] ?? '', input);
  return json(result);
}

function json(result: unknown): Answer {
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(result) };
}

/** A name that a page gave itself; null where it gave none. */
function pageOf(name: string | string[] | null | undefined): string | null {
  return typeof name === 'string' && pageName.test(name) ? name : null;
}

function clipboardAnswered(parts: BrowserServerParts, input: unknown): Answer {
  const parsed = clipboardAnswer.safeParse(input);
  if (!parsed.success) return { status: 400 };
  parts.pages.clipboardAnswered(parsed.data);
  return { status: 204 };
}

/** Null where it is larger than a call may be. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxInputBytes) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) return null;
    length += chunk.byteLength;
    if (length > maxInputBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Undefined where the text is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
