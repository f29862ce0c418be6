import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Alteration, Faults } from '../control/faults.ts';
import type { Clock } from '../control/clock.ts';
import { answerCall } from '../rules/answer-call.ts';
import { operations, type Operation } from '../rules/operations.ts';
import type { Refusal } from '../rules/refusals.ts';
import type { ServiceState } from '../state/service-state.ts';
import { problemAnswer, writeAnswer, type Answer, type Signing, type SigningKey } from './answers.ts';
import { formatRetryAfter } from './formats.ts';
import type { Profile } from './profile.ts';
import { pairFields, type SeenRequest } from './seen-request.ts';
import { impostorSigningKey, keysPath, publicKeySet, strangerSigningKey } from './service-keys.ts';

export interface Api {
  readonly profile: Profile;
  readonly pathPrefix: string;
  readonly state: ServiceState;
  readonly faults: Faults;
  readonly clock: Clock;
  readonly signingKey: SigningKey;
}

interface Arrival {
  /** Absent for what is no operation of the API: faults do not touch it. */
  readonly operation?: string;
  readonly seen: SeenRequest;
  readonly signed: boolean;
}

/** The partner API over HTTP: every answer that leaves, also to an unknown address, is signed and bound to its request. */
export function createApiServer(api: Api): FastifyInstance {
  const app = fastify({ exposeHeadRoutes: false, forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const operation of operations) {
    const { method, path } = operation;
    app.route({ method, url: api.pathPrefix + path, handler: (request, reply) => handleOperation(api, operation, request, reply) });
  }
  app.get(api.pathPrefix + keysPath, (request, reply) => {
    const arrival = { seen: seeRequest(request), signed: true };
    return deliver(api, arrival, { status: 200, body: publicKeySet(api.signingKey) }, reply);
  });
  app.setNotFoundHandler((request, reply) => refuseUnrouted(api, request, reply, { code: 'resource_not_found' }));
  app.setErrorHandler((error, request, reply) => {
    const unreadable = statusCodeOf(error) < 500;
    if (!unreadable) process.stderr.write(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : 'not an error'}\n`);
    const errors = [{ pointer: '', code: 'unreadable' }];
    return refuseUnrouted(api, request, reply, unreadable ? { code: 'validation_failed', errors } : { code: 'internal_error' });
  });
  return app;
}

async function handleOperation(api: Api, operation: Operation, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { name, kind } = operation;
  if (api.faults.take('arrival', name) !== undefined) return hangUp(reply);
  const { profile, pathPrefix, state, faults } = api;
  const seen = seeRequest(request);
  const nowMs = api.clock.nowMs();
  const outcome = await answerCall(operation, { operation: name, params: paramsOf(request), seen, nowMs, profile, pathPrefix, state, faults });
  const answer = outcome.ok ? outcome.value : problemAnswer(outcome.error, retryHeaders(outcome.error, profile));
  const delay = faults.take('delay', name);
  if (delay !== undefined) await new Promise((resolve) => setTimeout(resolve, delay.delayMs));
  return deliver(api, { operation: name, seen, signed: kind !== 'enrollmentToken' || profile.enrolment.answersSigned }, answer, reply);
}

function refuseUnrouted(api: Api, request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return deliver(api, { seen: seeRequest(request), signed: true }, problemAnswer(refusal), reply);
}

function deliver(api: Api, arrival: Arrival, answer: Answer, reply: FastifyReply): FastifyReply {
  const alteration = arrival.operation === undefined ? undefined : api.faults.take('answer', arrival.operation)?.alteration;
  if (alteration === 'drop') return hangUp(reply);
  const signing = alter({ key: arrival.signed ? api.signingKey : undefined, profile: api.profile, nowMs: api.clock.nowMs() }, alteration);
  const { status, headers, body } = writeAnswer(answer, arrival.seen, signing);
  return reply.code(status).headers(headers).send(body);
}

function alter(signing: Signing, alteration: Exclude<Alteration, 'drop'> | undefined): Signing {
  switch (alteration) {
    case undefined: return signing;
    case 'unsigned': return { ...signing, key: undefined };
    case 'bad-digest': return { ...signing, digestedBytes: (body) => Buffer.concat([body, Buffer.from(' ')]) };
    case 'bad-signature': return { ...signing, key: impostorSigningKey() };
    case 'unknown-key': return { ...signing, key: strangerSigningKey() };
  }
}

/** Breaks the connection without an answer, as a network does. */
function hangUp(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.destroy();
  return reply;
}

function seeRequest(request: FastifyRequest): SeenRequest {
  const { method = '', url = '', rawHeaders } = request.raw;
  return {
    method,
    host: request.headers.host ?? 'unknown',
    target: url,
    fields: pairFields(rawHeaders),
    body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    remoteAddress: request.socket.remoteAddress ?? '',
  };
}

function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const params: unknown = request.params;
  const entries = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function retryHeaders(refusal: Refusal, profile: Profile): Readonly<Record<string, string>> {
  const worthRetrying = ['rate_limited', 'dependency_unavailable'].includes(refusal.code);
  return worthRetrying ? { 'retry-after': formatRetryAfter(profile.retryAfterUnit, 1) } : {};
}

function statusCodeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
}
