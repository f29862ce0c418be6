import { createHash, createPrivateKey, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { component, createSignatureSync } from 'http-message-sig';
import type { FieldOccurrence } from 'http-message-sig';

import type { Clock } from '../../../../src-main/core/ports.ts';
import type { DeploymentProfile } from '../../../../src-main/deployment/profile.ts';
import { generatePrivateKey, publicHalf } from '../../../../src-main/signatures/keys.ts';
import type { PrivateJwk } from '../../../../src-main/signatures/keys.ts';
import { profileOf } from '../partner-api/partner.ts';

/** A request as it came over the wire. */
export interface Seen {
  readonly method: string;
  readonly target: string;
  /** Lower-case names; a repeated one keeps its last value. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** How one answer is made, and what is wrong with it. */
export interface Told {
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
  /** Component names left out of the signature, `;req` ones by their bare name. */
  readonly leftOut?: readonly string[];
  /** Signed for another request than the one it answers. */
  readonly boundTo?: Seen;
  readonly createdShiftSeconds?: number;
}

/** The next answer, or how none comes. `hold` gives none until the promise resolves. */
export type Turn = Told | 'drop' | ((seen: Seen) => Told | 'drop' | Promise<Told | 'drop'>);

export interface ScriptedService {
  readonly profile: DeploymentProfile;
  readonly seen: readonly Seen[];
  /** Answers in this order; a request beyond them is dropped. */
  script(...turns: readonly Turn[]): void;
  /** The profile with another part changed, for the same service. */
  profileWith(change: object): DeploymentProfile;
  close(): Promise<void>;
}

/** A service that says what a test tells it to, answer by answer, and signs it as a deployment with the default profile does. */
export async function startScriptedService(clock: Clock): Promise<ScriptedService> {
  const [own, stranger] = [generatePrivateKey(), generatePrivateKey()];
  const seen: Seen[] = [];
  const turns: Turn[] = [];
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one: Seen = { method: request.method ?? '', target: request.url ?? '', headers: headersOf(request), body: await buffer(request) };
    seen.push(one);
    const turn = turns.shift() ?? 'drop';
    const told = typeof turn === 'function' ? await turn(one) : turn;
    if (told === 'drop') response.destroy();
    else write(response, told, one, { own, stranger, clock });
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const document = { baseUrl: `http://127.0.0.1:${address.port}`, serviceKeys: { jwks: { keys: [{ ...publicHalf(own), kid: 'service-1' }] } } };
  return {
    profile: profileOf(document),
    profileWith: (change) => profileOf({ ...document, ...change }),
    seen,
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

function write(response: ServerResponse, told: Told, seen: Seen, { own, stranger, clock }: Signing): void {
  const body = bytesOf(told.body);
  const digestOf = (bytes: Buffer): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
  const fields = {
    'content-type': told.status < 400 ? 'application/json' : 'application/problem+json', 'x-request-id': 'request-1',
    'content-digest': digestOf(told.badDigest === true ? Buffer.from('something else') : body), ...told.headers,
  };
  const sent = told.tampered === true ? Buffer.concat([body, Buffer.from(' ')]) : body;
  if (told.unsigned === true) {
    response.writeHead(told.status, { ...fields, ...told.uncovered }).end(sent);
    return;
  }
  const leftOut = told.leftOut ?? [];
  const bound = told.boundTo ?? seen;
  const names = ['@status', ...Object.keys(fields)].filter((name) => !leftOut.includes(name));
  const key = createPrivateKey({ key: { ...(told.forged === true ? stranger : own) }, format: 'jwk' });
  const signed = createSignatureSync({ kind: 'response', status: told.status, fields: pairsOf(fields), request: messageOf(bound) }, {
    label: 'sig1',
    components: [...names, ...boundNames(bound).filter((name) => !leftOut.includes(name)).map((name) => component(name, { req: true }))],
    parameters: {
      created: Math.floor(clock.nowMs() / 1000) + (told.createdShiftSeconds ?? 0), keyid: told.unknownKey === true ? 'service-9' : 'service-1', alg: 'ecdsa-p256-sha256',
    },
    signer: { algorithm: 'ecdsa-p256-sha256', sign: (data) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }) },
  });
  response.writeHead(told.status, { ...fields, 'signature-input': signed.signatureInput, signature: signed.signature, ...told.uncovered }).end(sent);
}

function bytesOf(body: unknown): Buffer {
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

function pairsOf(fields: Readonly<Record<string, string>>): FieldOccurrence[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }));
}

function messageOf({ method, target, headers }: Seen) {
  return { kind: 'request' as const, method, targetUri: `http://${headers['host'] ?? ''}${target}`, fields: pairsOf(headers) };
}

function boundNames({ headers }: Seen): string[] {
  return ['@method', '@authority', '@path', '@query', ...['nonce', 'content-digest', 'idempotency-key'].filter((name) => headers[name] !== undefined)];
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}
