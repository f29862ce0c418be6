import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bareFastify } from '../bare-fastify.ts';
import { operations } from '../rules/operations.ts';
import { randomUuid } from '../randomness.ts';
import type { Refusal } from '../rules/refusals.ts';
import { logosPath } from '../rules/catalogue-reads.ts';
import { problemAnswer, writeAnswer, type Answer } from './answers.ts';
import { logoImage } from './logo-image.ts';
import { seeRequest } from './seen-request.ts';
import { serveCall, type Api } from './serve-call.ts';
import { keysPathOf } from './service-keys.ts';

/** The partner API over HTTP: every answer that leaves but a logo, also to an unknown address, is signed and bound to its request. */
export function createApiServer(api: Api): FastifyInstance {
  const app = bareFastify();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const operation of operations) {
    const { method, path } = operation;
    app.route({ method, url: api.pathPrefix + path, handler: (request, reply) => serveCall(api, operation, request, reply) });
  }
  app.get(api.pathPrefix + keysPathOf(api.profile), (request, reply) => deliver(api, request, { status: 200, body: api.serviceKeys.publicSet() }, reply));
  app.get<{ Params: { name: string } }>(`${api.pathPrefix}${logosPath}/:name`, (request, reply) => reply.type('image/png').send(logoImage(request.params.name)));
  app.setNotFoundHandler((request, reply) => refuseUnrouted(api, request, reply, { code: 'resource_not_found' }));
  app.setErrorHandler((error, request, reply) => {
    const unreadable = statusCodeOf(error) < 500;
    if (!unreadable) process.stderr.write(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : 'not an error'}\n`);
    const errors = [{ pointer: '', code: 'unreadable' }];
    return refuseUnrouted(api, request, reply, unreadable ? { code: 'validation_failed', errors } : { code: 'internal_error' });
  });
  return app;
}

function refuseUnrouted(api: Api, request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return deliver(api, request, problemAnswer(refusal, api.profile), reply);
}

/** What is no operation of the API: faults do not touch it. */
function deliver(api: Api, request: FastifyRequest, answer: Answer, reply: FastifyReply): FastifyReply {
  const signing = { key: api.serviceKeys.current, kind: 'safeRead' as const, profile: api.profile, nowMs: api.clock.nowMs() };
  const { status, headers, body } = writeAnswer(answer, seeRequest(request, api.pathPrefix, api.profile.request.seenAs), signing, randomUuid(api.state.randomness));
  return reply.code(status).headers(headers).send(body);
}

function statusCodeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
}
