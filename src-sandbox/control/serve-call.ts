import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerCall } from '../rules/answer-call.ts';
import type { CallFaults } from '../rules/call-faults.ts';
import { operations, type Operation } from '../rules/operations.ts';
import { randomUuid } from '../state/randomness.ts';
import type { ServiceState } from '../state/service-state.ts';
import { problemAnswer, writeAnswer, type Answer, type WireAnswer } from '../wire/answers.ts';
import type { ApiSetup, Route } from '../wire/api-server.ts';
import { formatRetryAfter, parseIdempotencyKey } from '../wire/formats.ts';
import type { Profile } from '../wire/profile.ts';
import type { Recordings } from '../wire/recordings.ts';
import type { Refusal } from '../wire/refusals.ts';
import { seeRequest, singleField, type SeenRequest } from '../wire/seen-request.ts';
import { hangUp, reset, transmit, type Transmission } from '../wire/transmission.ts';
import type { Clock } from './clock.ts';
import type { EarlyResends } from './early-resends.ts';
import type { Arrival, FaultsByPoint, Scene } from './faults/behaviour.ts';
import type { Faults } from './faults/faults.ts';
import type { ListeningPort } from './listening-port.ts';
import type { Unseen } from './unseen.ts';
import type { Waiting } from './waiting.ts';

export interface Api extends ApiSetup {
  readonly state: ServiceState;
  readonly faults: Faults;
  readonly earlyResends: EarlyResends;
  readonly clock: Clock;
  readonly waiting: Waiting;
  readonly unseen: Unseen;
  readonly recordings: Recordings;
  readonly listeningPort: () => ListeningPort;
}

/** One call, and the faults that fall on it. */
interface Serving {
  readonly api: Api;
  readonly operation: Operation;
  readonly faults: CallFaults<FaultsByPoint>;
  readonly seen: SeenRequest;
  readonly params: Readonly<Record<string, string>>;
}

/** Every operation, where it is found and how it is served. */
export function routesOf(api: Api): readonly Route[] {
  return operations.map((operation) => ({
    method: operation.method,
    path: operation.path,
    serve: (request, reply) => serveCall(api, operation, request, reply),
  }));
}

/**
 * Serves a call to an operation, through whatever faults wait for it: before it, in what is decided, and in its answer.
 */
async function serveCall(
  api: Api,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const faults = api.faults.begin(operation.name);
  const serving: Serving = {
    api,
    operation,
    faults,
    seen: seeRequest(request, api.pathPrefix, api.profile.request.seenAs),
    params: paramsOf(request),
  };
  applyChange(serving);
  const arrival = faults.take('arrival')?.arrival;
  if (arrival !== undefined) return keepOut(api, arrival, reply);
  const answer = tooEarly(serving) ?? (await answerCopies(serving));
  const delay = faults.take('delay');
  if (delay?.signedBefore === false && !(await api.waiting.wait(delay.ms))) return hangUp(reply);
  const { wire, transmission } = write(serving, answer, delay !== undefined);
  if (delay?.signedBefore === true && !(await api.waiting.wait(delay.ms))) return hangUp(reply);
  return transmit(reply, wire, transmission);
}

function applyChange({ api, operation, faults, params }: Serving): void {
  const scopes = operation.kind === 'enrollmentToken' ? [] : operation.scopes;
  if (operation.name === 'createPartnerOrder') api.unseen.beforeOrder();
  faults.take('change')?.change({ state: api.state, scopes, walletId: params['walletId'] });
}

function keepOut(api: Api, arrival: Arrival, reply: FastifyReply): FastifyReply {
  if (arrival.kind === 'drop') return hangUp(reply);
  if (arrival.kind === 'page') return transmit(reply, arrival.page, 'whole');
  if (arrival.kind === 'refuse') api.listeningPort().refuse(arrival.refusing);
  return reset(reply);
}

async function answerCopies(serving: Serving): Promise<Answer> {
  const delivered = serving.faults.take('copies')?.delivered;
  const first = await answerOnce(serving);
  if (delivered === undefined) return first;
  const second = await answerOnce(serving);
  return delivered === 'first' ? first : second;
}

async function answerOnce({ api, operation, faults, seen, params }: Serving): Promise<Answer> {
  const { profile, pathPrefix, state, clock, waiting } = api;
  const later = (afterMs: number, action: (nowMs: number) => void) => waiting.run(afterMs, () => action(clock.nowMs()));
  const nowMs = clock.nowMs();
  const outcome = await answerCall(operation, {
    operation: operation.name,
    params,
    seen,
    nowMs,
    profile,
    pathPrefix,
    state,
    faults,
    later,
  });
  return outcome.ok
    ? outcome.value
    : problemAnswer(outcome.error, profile, retryHeaders(outcome.error, profile, nowMs));
}

/** The refusal of an order that comes again before the time that it was asked for, where such ones are refused. */
function tooEarly({ api: { earlyResends, clock, profile }, operation, seen }: Serving): Answer | null {
  const operationId = operation.name === 'createPartnerOrder' ? orderIn(profile, seen) : undefined;
  const nowMs = clock.nowMs();
  const earlyByMs = operationId === undefined ? null : earlyResends.arrived(operationId, nowMs);
  if (earlyByMs === null || !earlyResends.isRefusing) return null;
  const refusal: Refusal = {
    code: 'rate_limited',
    retryAfter: { seconds: Math.ceil(earlyByMs / 1000), form: 'seconds' },
  };
  return problemAnswer(refusal, profile, retryHeaders(refusal, profile, nowMs));
}

function orderIn(profile: Profile, seen: SeenRequest): string | undefined {
  return parseIdempotencyKey(profile.request.idempotencyKey, singleField(seen, 'idempotency-key') ?? '');
}

/** What an order was asked to wait, where the partner can have heard it. */
function noteAsked(
  { api: { earlyResends, profile, clock }, operation, seen }: Serving,
  { headers }: WireAnswer,
  requestId: string,
): void {
  const operationId = operation.name === 'createPartnerOrder' ? orderIn(profile, seen) : undefined;
  const retryAfter = headers['retry-after'];
  const isCovered = headers['signature-input']?.includes('"retry-after"') === true;
  if (operationId !== undefined && retryAfter !== undefined && isCovered)
    earlyResends.asked(operationId, retryAfter, profile.retryAfterUnit, { nowMs: clock.nowMs(), requestId });
}

function write(
  serving: Serving,
  answer: Answer,
  isDelayed: boolean,
): { readonly wire: WireAnswer; readonly transmission: Transmission } {
  const { api, operation, faults, seen } = serving;
  const { profile, pathPrefix, state, serviceKeys, recordings } = api;
  const nowMs = api.clock.nowMs();
  const requestId = randomUuid(state.randomness);
  const scene: Scene = { operation: operation.name, state, serviceKeys, recordings, pathPrefix, nowMs };
  const { content, signing: resign, tampering, transmission = 'whole' } = faults.take('answer')?.alteration ?? {};
  const isSigned = operation.kind !== 'enrollmentToken' || profile.enrolment.answersSigned;
  const usual = { key: isSigned ? serviceKeys.current : undefined, kind: operation.kind, profile, nowMs };
  const signing = resign?.(usual, scene) ?? usual;
  const written = writeAnswer(content?.(answer, scene) ?? answer, seen, signing, requestId);
  const wire = tampering?.(written, scene) ?? written;
  recordings.keep(operation.name, written);
  const isUnharmed =
    !isDelayed && transmission === 'whole' && tampering === undefined && resign === undefined && content === undefined;
  if (isUnharmed) noteAsked(serving, written, requestId);
  return { wire, transmission };
}

function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  const params: unknown = request.params;
  const entries = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function retryHeaders(
  { code, retryAfter }: Refusal,
  profile: Profile,
  nowMs: number,
): Readonly<Record<string, string>> {
  const worthRetrying = ['rate_limited', 'dependency_unavailable'].includes(code);
  const wait = retryAfter ?? (worthRetrying ? { seconds: 1, form: 'seconds' as const } : undefined);
  return wait === undefined ? {} : { 'retry-after': formatRetryAfter(profile.retryAfterUnit, wait, nowMs) };
}
