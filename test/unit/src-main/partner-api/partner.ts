import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { component, createSignatureSync, type FieldOccurrence } from 'http-message-sig';
import type { Clock } from '../../../../src-main/core/ports.ts';
import { parseProfile, profileHash, type DeploymentProfile } from '../../../../src-main/deployment/profile.ts';
import { createServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import { createRequestBudget } from '../../../../src-main/exchange/budget.ts';
import type { PartnerSession } from '../../../../src-main/exchange/session.ts';
import { createHttpTransport } from '../../../../src-main/hosts/http-transport.ts';
import { systemClock, systemRandomness } from '../../../../src-main/hosts/system-ports.ts';
import { createServiceClock } from '../../../../src-main/partner-api/service-clock.ts';
import { generatePrivateKey, publicHalf, signingKey, type PrivateJwk } from '../../../../src-main/signatures/keys.ts';

export function profileOf(document: object): DeploymentProfile {
  const parsed = parseProfile(
    JSON.stringify({ version: 1, name: 'Test', serviceKeys: { jwks: { keys: [] } }, ...document }),
  );
  if (!parsed.ok) throw new Error(`not a profile: ${JSON.stringify(parsed.error)}`);
  return parsed.value;
}

export interface SessionParts {
  readonly profile: DeploymentProfile;
  readonly keyId?: string;
  readonly privateJwk?: PrivateJwk;
  readonly clock?: Clock;
  readonly enrolled?: boolean;
}

/** A session on real HTTP, with a key of its own unless one is given. */
export function sessionOf({
  profile,
  keyId = randomUUID(),
  privateJwk = generatePrivateKey(),
  clock = systemClock,
  enrolled = true,
}: SessionParts): PartnerSession {
  const transport = createHttpTransport();
  const key = signingKey(keyId, privateJwk);
  return {
    profile,
    profileHash: profileHash(profile),
    transport,
    clock,
    serviceClock: createServiceClock(clock, 0, () => undefined),
    randomness: systemRandomness,
    serviceKeys: createServiceKeys(profile, transport, clock),
    language: () => 'en',
    budget: createRequestBudget(),
    arrivals: new Map(),
    heard: () => undefined,
    signingKey: () => (enrolled ? key : null),
  };
}

/** What a test's service answers: a JSON value, or the exact text of a body. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly createdShiftSeconds?: number;
  /** In place of the time that it is. */
  readonly createdSeconds?: number;
  /** Signed over nothing that only this request had. */
  readonly unbound?: boolean;
  /** Signed as well. */
  readonly signed?: Readonly<Record<string, string>>;
  /** Beside those that are signed. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface SigningService {
  readonly profile: DeploymentProfile;
  /** Method and target of each call, in order. */
  readonly calls: readonly string[];
  readonly bodies: readonly string[];
  readonly headers: readonly (readonly string[])[];
  close(): Promise<void>;
}

/**
 * A service that signs whatever `answer` says about a target, as a deployment with the default profile does, by the
 * time that `nowMs` gives.
 */
export async function startSigningService(
  answer: (target: string) => ScriptedAnswer,
  nowMs = (): number => Date.now(),
): Promise<SigningService> {
  const jwk = generatePrivateKey();
  const privateKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
  const [calls, bodies, headers]: [string[], string[], string[][]] = [[], [], []];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await buffer(request);
    const target = request.url ?? '';
    calls.push(`${request.method ?? ''} ${target}`);
    bodies.push(received.toString('utf8'));
    headers.push(request.rawHeaders);
    const scripted = answer(target);
    const body = Buffer.from(scripted.text ?? JSON.stringify(scripted.json));
    const fields = {
      'content-type': (scripted.status ?? 200) < 400 ? 'application/json' : 'application/problem+json',
      'x-request-id': 'request-1',
      ...scripted.signed,
      'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
    };
    const status = scripted.status ?? 200;
    const signed = createSignatureSync(
      { kind: 'response', status, fields: pairsOf(fields), request: seenBy(request) },
      {
        label: 'sig1',
        components: [
          '@status',
          ...Object.keys(fields),
          ...(scripted.unbound === true ? [] : boundOf(request)).map((name) => component(name, { req: true })),
        ],
        parameters: {
          created: scripted.createdSeconds ?? Math.floor(nowMs() / 1000) + (scripted.createdShiftSeconds ?? 0),
          keyid: 'service-1',
          alg: 'ecdsa-p256-sha256',
        },
        signer: {
          algorithm: 'ecdsa-p256-sha256',
          sign: (data) => sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
        },
      },
    );
    response
      .writeHead(status, {
        ...scripted.headers,
        ...fields,
        'signature-input': signed.signatureInput,
        signature: signed.signature,
      })
      .end(body);
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const profile = profileOf({
    baseUrl: `http://127.0.0.1:${portOf(server.address())}`,
    serviceKeys: { jwks: { keys: [{ ...publicHalf(jwk), kid: 'service-1' }] } },
  });
  return {
    profile,
    calls,
    bodies,
    headers,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

function pairsOf(fields: Readonly<Record<string, string>>): FieldOccurrence[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

function seenBy(request: IncomingMessage) {
  const fields = Object.entries(request.headers).map(([name, value]) => ({ name, value: String(value) }));
  return {
    kind: 'request' as const,
    method: request.method ?? '',
    targetUri: `http://${request.headers.host ?? ''}${request.url ?? ''}`,
    fields,
  };
}

function boundOf(request: IncomingMessage): string[] {
  const carried = ['nonce', 'content-digest', 'idempotency-key'].filter((name) => request.headers[name] !== undefined);
  return ['@method', '@authority', '@path', '@query', ...carried];
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
