import { createHash, createPrivateKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { component, createSignatureSync, type FieldOccurrence } from 'http-message-sig';
import type { Clock } from '../../../../src-main/core/ports.ts';
import type { DeploymentProfile } from '../../../../src-main/deployment/profile.ts';
import {
  generatePrivateKey,
  publicHalf,
  type PrivateJwk,
  type PublicJwk,
} from '../../../../src-main/signatures/keys.ts';
import { profileOf } from '../partner-api/partner.ts';

/** All that an answer to an order is bound to. */
export const everyBinding = [
  '@method',
  '@authority',
  '@path',
  '@query',
  'nonce',
  'content-digest',
  'idempotency-key',
].map((name) => `${name};req`);

/** A request as it came over the wire. */
export interface Seen {
  readonly method: string;
  readonly target: string;
  /** Lower-case names; a repeated one keeps its last value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How one answer is made, and what is wrong with it. */
export interface ScriptedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers put in after signing. */
  readonly uncovered?: Readonly<Record<string, string>>;
  readonly unsigned?: true;
  readonly badDigest?: true;
  readonly unknownKey?: true;
  /** Signed by a stranger under the service's key id. */
  readonly forged?: true;
  /** The body is changed after signing. */
  readonly tampered?: true;
  /** Components left out of the signature: `content-type`, or `nonce;req`. */
  readonly leftOut?: readonly string[];
  /** Signed for another request than the one it answers. */
  readonly boundTo?: Seen;
  readonly createdShiftSeconds?: number;
}

/** An answer, none (the connection drops), or the bytes of the answer before once more. */
export type Reply = ScriptedAnswer | 'drop' | 'again';
export type Turn = Reply | ((seen: Seen) => Reply | Promise<Reply>);

export interface ScriptedService {
  readonly profile: DeploymentProfile;
  readonly seen: readonly Seen[];
  /** The public half of the key that it signs with, under whatever name. */
  readonly publicKey: PublicJwk;
  /** Serves these at `/v1/keys`, which takes no turn. */
  publishKeys(...keys: readonly object[]): void;
  /** Answers in this order; a request beyond them is dropped. */
  script(...turns: readonly Turn[]): void;
  /** Forgets the turns that are left. */
  unscript(): void;
  /** The profile with another part changed, for the same service. */
  profileWith(change: object): DeploymentProfile;
  close(): Promise<void>;
}

/**
 * A service that says what a test tells it to, answer by answer, and signs it as a deployment with the default profile
 * does.
 */
export async function startScriptedService(clock: Clock): Promise<ScriptedService> {
  const [own, stranger] = [generatePrivateKey(), generatePrivateKey()];
  const seen: Seen[] = [];
  const turns: Turn[] = [];
  let published: readonly object[] = [];
  let last: Written = { status: 500, headers: {}, body: Buffer.alloc(0) };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/v1/keys') {
      response.end(JSON.stringify({ keys: published }));
      return;
    }
    const one: Seen = {
      method: request.method ?? '',
      target: request.url ?? '',
      headers: headersOf(request),
      body: await buffer(request),
    };
    seen.push(one);
    const turn = turns.shift() ?? 'drop';
    const answer = typeof turn === 'function' ? await turn(one) : turn;
    if (answer !== 'drop' && answer !== 'again') last = answerOf(answer, one, { own, stranger, clock });
    if (answer === 'drop') response.destroy();
    else response.writeHead(last.status, last.headers).end(last.body);
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const fence = { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 };
  const document = {
    fence,
    baseUrl: `http://127.0.0.1:${address.port}`,
    serviceKeys: { jwks: { keys: [{ ...publicHalf(own), kid: 'service-1' }] } },
  };
  return {
    profile: profileOf(document),
    profileWith: (change) => profileOf({ ...document, ...change }),
    seen,
    publicKey: publicHalf(own),
    publishKeys: (...keys) => {
      published = keys;
    },
    unscript: () => void turns.splice(0),
    script: (...more) => void turns.push(...more),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Signing {
  readonly own: PrivateJwk;
  readonly stranger: PrivateJwk;
  readonly clock: Clock;
}

interface Written {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function answerOf(answer: ScriptedAnswer, seen: Seen, { own, stranger, clock }: Signing): Written {
  const body = bytesOf(answer.body);
  const digestOf = (bytes: Buffer): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  const fields = {
    'content-type': answer.status < 400 ? 'application/json' : 'application/problem+json',
    'x-request-id': 'request-1',
    'content-digest': digestOf(answer.badDigest === true ? Buffer.from('something else') : body),
    ...answer.headers,
  };
  const sent = answer.tampered === true ? Buffer.concat([body, Buffer.from(' ')]) : body;
  if (answer.unsigned === true)
    return { status: answer.status, headers: { ...fields, ...answer.uncovered }, body: sent };
  const leftOut = answer.leftOut ?? [];
  const bound = answer.boundTo ?? seen;
  const names = ['@status', ...Object.keys(fields)].filter((name) => !leftOut.includes(name));
  const key = createPrivateKey({ key: { ...(answer.forged === true ? stranger : own) }, format: 'jwk' });
  const signed = createSignatureSync(
    { kind: 'response', status: answer.status, fields: pairsOf(fields), request: messageOf(bound) },
    {
      label: 'sig1',
      components: [
        ...names,
        ...boundNames(bound)
          .filter((name) => !leftOut.includes(`${name};req`))
          .map((name) => component(name, { req: true })),
      ],
      parameters: {
        created: Math.floor(clock.nowMs() / 1000) + (answer.createdShiftSeconds ?? 0),
        keyid: answer.unknownKey === true ? 'service-9' : 'service-1',
        alg: 'ecdsa-p256-sha256',
      },
      signer: {
        algorithm: 'ecdsa-p256-sha256',
        sign: (data) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
      },
    },
  );
  return {
    status: answer.status,
    headers: { ...fields, 'signature-input': signed.signatureInput, signature: signed.signature, ...answer.uncovered },
    body: sent,
  };
}

function bytesOf(body: unknown): Buffer {
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function pairsOf(fields: Readonly<Record<string, string>>): FieldOccurrence[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

function messageOf({ method, target, headers }: Seen) {
  return {
    kind: 'request' as const,
    method,
    targetUri: `http://${headers['host'] ?? ''}${target}`,
    fields: pairsOf(headers),
  };
}

function boundNames({ headers }: Seen): string[] {
  return [
    '@method',
    '@authority',
    '@path',
    '@query',
    ...['nonce', 'content-digest', 'idempotency-key'].filter((name) => headers[name] !== undefined),
  ];
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}
