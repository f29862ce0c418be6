import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import {
  createSignature,
  verifySignature,
  type FieldOccurrence,
  type RequestDescriptor,
  type VerifiedSignature,
} from 'http-message-sig';
import { z } from 'zod';
import type { SandboxAddress } from './sandbox-process.ts';

const target = ['@method', '@authority', '@path', '@query', 'x-service-date'];

/** The default profile's components, written out here again so that the service's table is not its own judge. */
export const components = {
  safeRead: target,
  bodylessNonceMutation: [...target, 'content-digest', 'nonce'],
  diagnostic: [...target, 'content-type', 'content-digest', 'nonce'],
  orderMutation: [...target, 'content-type', 'content-digest', 'nonce', 'idempotency-key'],
};

export type Kind = keyof typeof components;

export interface Crafted {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly FieldOccurrence[];
  readonly body: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly text: string;
  readonly fields: readonly FieldOccurrence[];
  readonly request: RequestDescriptor;
}

export interface Choices {
  readonly components?: readonly string[];
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly fields?: Readonly<Record<string, string>>;
  readonly nowMs?: number;
  readonly keyId?: string;
}

export interface Partner {
  readonly baseUrl: string;
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly serviceKey: KeyObject;
  /** The time that its service lives in, where that is not the machine's. */
  readonly nowMs?: () => number;
}

export function newKeyPair() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

export function publicJwk(key: KeyObject) {
  const { kty, crv, x, y } = key.export({ format: 'jwk' });
  return { kty, crv, x, y };
}

export function digest(body: string | Buffer): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

/** A signed request as the default profile wants it, unless the choices say otherwise. */
export async function craft(
  partner: Partner,
  kind: Kind,
  method: string,
  path: string,
  body = '',
  choices: Choices = {},
): Promise<Crafted> {
  const nowMs = choices.nowMs ?? partner.nowMs?.() ?? Date.now();
  const covered = choices.components ?? components[kind];
  const own: Record<string, string> = {
    'x-service-date': new Date(nowMs).toISOString(),
    ...(kind === 'safeRead' ? {} : { 'content-digest': digest(body), nonce: randomUUID() }),
    ...(components[kind].includes('content-type') ? { 'content-type': 'application/json' } : {}),
    ...choices.fields,
  };
  const fields = [
    { name: 'host', value: new URL(partner.baseUrl).host },
    ...Object.entries(own).map(([name, value]) => ({ name, value })),
  ];
  const created = Math.floor(nowMs / 1000);
  const signed = await createSignature(descriptor(partner.baseUrl, { method, path, fields, body }), {
    label: 'sig1',
    components: covered,
    parameters: choices.parameters ?? {
      created,
      expires: created + 60,
      keyid: choices.keyId ?? partner.keyId,
      alg: 'ecdsa-p256-sha256',
    },
    signer: {
      algorithm: 'ecdsa-p256-sha256',
      sign: (data) => sign('sha256', data, { key: partner.privateKey, dsaEncoding: 'ieee-p1363' }),
    },
  });
  const signature = [
    { name: 'signature-input', value: signed.signatureInput },
    { name: 'signature', value: signed.signature },
  ];
  return { method, path, fields: [...fields, ...signature], body };
}

/** What came back, whatever it is. */
export type Received = Omit<Reply, 'json' | 'text'> & { readonly bytes: Buffer };

/** Sends exactly these bytes and fields, once, on a connection of their own; the answer must be JSON. */
export async function transmit(baseUrl: string, crafted: Crafted): Promise<Reply> {
  const { bytes, ...received } = await exchange(baseUrl, crafted);
  const json: unknown = JSON.parse(bytes.toString());
  return { ...received, json, text: bytes.toString() };
}

export function exchange(baseUrl: string, crafted: Crafted): Promise<Received> {
  const headers: Record<string, string[]> = {};
  for (const { name, value } of crafted.fields) headers[name] = [...(headers[name] ?? []), value];
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      { hostname, port, method: crafted.method, path: crafted.path, headers: flat(headers), agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const fields = Object.entries(incoming.headers).map(([name, value]) => ({ name, value: String(value) }));
          const answerHeaders = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
          resolve({
            status: incoming.statusCode ?? 0,
            headers: answerHeaders,
            bytes: Buffer.concat(chunks),
            fields,
            request: descriptor(baseUrl, crafted),
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(crafted.body);
  });
}

export async function send(
  partner: Partner,
  kind: Kind,
  method: string,
  path: string,
  body = '',
  choices: Choices = {},
): Promise<Reply> {
  return transmit(partner.baseUrl, await craft(partner, kind, method, path, body, choices));
}

export function read(partner: Partner, path: string): Promise<Reply> {
  return send(partner, 'safeRead', 'GET', path);
}

/**
 * Verifies an answer as a client must: signature, digest, and that it covers the request it answers. Throws when it
 * does not.
 */
export function verifyReply(
  reply: Reply | Received,
  serviceKey: KeyObject,
  nowMs = Date.now(),
): Promise<VerifiedSignature> {
  if (reply.headers['content-digest'] !== digest('bytes' in reply ? reply.bytes : reply.text))
    throw new Error('the digest is not that of the body');
  return verifySignature(
    { kind: 'response', status: reply.status, fields: reply.fields, request: reply.request },
    {
      label: 'sig1',
      policy: {
        algorithms: ['ecdsa-p256-sha256'],
        requiredComponents: ['@status', 'content-digest', 'content-type', 'x-request-id'],
        requiredParameters: ['created', 'keyid'],
        now: Math.floor(nowMs / 1000),
      },
      resolveVerifier: () => ({
        algorithm: 'ecdsa-p256-sha256',
        verify: (data, signature) => verify('sha256', data, { key: serviceKey, dsaEncoding: 'ieee-p1363' }, signature),
      }),
    },
  );
}

export function serviceKeyOf(address: SandboxAddress): KeyObject {
  const schema = z.object({
    serviceKeys: z.object({ jwks: z.object({ keys: z.array(z.record(z.string(), z.string())) }) }),
  });
  const jwk = schema.parse(JSON.parse(readFileSync(address.deploymentFile, 'utf8'))).serviceKeys.jwks.keys[0];
  if (jwk === undefined) throw new Error('the profile names no service key');
  return createPublicKey({ key: jwk, format: 'jwk' });
}

function descriptor(baseUrl: string, { method, path, fields }: Crafted): RequestDescriptor {
  const host = fields.find(({ name }) => name === 'host')?.value ?? new URL(baseUrl).host;
  return { kind: 'request', method, targetUri: `http://${host}${path}`, fields };
}

function flat(headers: Readonly<Record<string, string[]>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}
