import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUuid, type Randomness } from '../state/randomness.ts';
import { problemAnswer, writeAnswer, type Answer, type Signing } from './answers.ts';
import { bareFastify } from './bare-fastify.ts';
import { logoImage, logosPath } from './logo-image.ts';
import type { Profile } from './profile.ts';
import type { Refusal } from './refusals.ts';
import { seeRequest, type SeenRequest } from './seen-request.ts';
import { keysPathOf, type ServiceKeys } from './service-keys.ts';
import { statusTexts } from './status-texts.ts';

/** What every answer is written and signed with, also where no operation is meant. */
export interface ApiSetup {
  readonly profile: Profile;
  readonly pathPrefix: string;
  readonly serviceKeys: ServiceKeys;
  readonly state: { readonly randomness: Randomness };
  readonly clock: { nowMs(): number };
}

/** An operation as HTTP knows it: its path lies below that of the service. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly serve: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/**
 * The partner API over HTTP: every answer that leaves but a logo, also to an unknown address, is signed and bound to
 * its request.
 */
export function createApiServer(api: ApiSetup, routes: readonly Route[]): FastifyInstance {
  const app = bareFastify({
    clientErrorHandler: (error, socket) => refuseUnread(api, error.code, socket),
    frameworkErrors: (error, request, reply) => void refuseUnreadable(api, error, request, reply),
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const { method, path, serve } of routes) app.route({ method, url: api.pathPrefix + path, handler: serve });
  app.get(api.pathPrefix + keysPathOf(api.profile), (request, reply) =>
    deliver(api, request, { status: 200, body: api.serviceKeys.publicSet() }, reply),
  );
  app.get<{ Params: { name: string } }>(`${api.pathPrefix}${logosPath}/:name`, (request, reply) =>
    reply.type('image/png').send(logoImage(request.params.name)),
  );
  app.setNotFoundHandler((request, reply) => refuseUnrouted(api, request, reply, { code: 'resource_not_found' }));
  app.setErrorHandler((error, request, reply) => {
    if (statusCodeOf(error) < 500) return refuseUnreadable(api, error, request, reply);
    process.stderr.write(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : 'not an error'}\n`);
    return refuseUnrouted(api, request, reply, { code: 'internal_error' });
  });
  return app;
}

/** "Any other status is a problem answer", with the status that HTTP has for it. */
function refuseUnreadable(api: ApiSetup, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const errors = [{ pointer: '', code: 'unreadable' }];
  return refuseUnrouted(api, request, reply, { code: 'validation_failed', status: statusCodeOf(error), errors });
}

const unreadStatuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** What could not be read as HTTP: a signed problem, bound to nothing, since there is no request. */
function refuseUnread(api: ApiSetup, code: string | undefined, socket: Socket): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = unreadStatuses[code ?? ''] ?? 400;
  const problem = problemAnswer(
    { code: status === 408 ? 'request_timeout' : 'validation_failed', status },
    api.profile,
  );
  const signing = { ...signingOf(api), omitted: ['binding'] };
  const { headers, body } = writeAnswer(problem, unseen, signing, randomUuid(api.state.randomness));
  const lines = Object.entries({ ...headers, 'content-length': String(body.length), connection: 'close' });
  const head = [`HTTP/1.1 ${String(status)} ${statusTexts[status] ?? ''}`, ...lines.map((line) => line.join(': '))];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

const unseen: SeenRequest = {
  method: 'GET',
  scheme: 'http',
  host: 'unknown',
  target: '/',
  fields: [],
  body: new Uint8Array(),
  remoteAddress: '',
};

function refuseUnrouted(api: ApiSetup, request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return deliver(api, request, problemAnswer(refusal, api.profile), reply);
}

/** What is no operation of the API: faults do not touch it. */
function deliver(api: ApiSetup, request: FastifyRequest, answer: Answer, reply: FastifyReply): FastifyReply {
  const seen = seeRequest(request, api.pathPrefix, api.profile.request.seenAs);
  const { status, headers, body } = writeAnswer(answer, seen, signingOf(api), randomUuid(api.state.randomness));
  return reply.code(status).headers(headers).send(body);
}

function signingOf({ serviceKeys, profile, clock }: ApiSetup): Signing {
  return { key: serviceKeys.current, kind: 'safeRead', profile, nowMs: clock.nowMs() };
}

function statusCodeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
}
