import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { RawAnswer, Transport, WireRequest } from '../../../src-main/core/ports.ts';
import { ok } from '../../../src-main/core/result.ts';

/** A release of a service that writes its answers in a way of its own: the sandbox's, signed anew with this key. */
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { kty, crv, x, y } = privateKey.export({ format: 'jwk' });
const kid = 'release-2';

/** What the counter's file says of that service. */
export const releaseKeys = { serviceKeys: { jwks: { keys: [{ kty, crv, x, y, kid }] } } };

export interface Release {
  /** Components after the usual ones are left out, as they stand in `Signature-Input`. */
  readonly components?: (usual: readonly string[]) => readonly string[];
  readonly parameters?: (created: number) => string;
  readonly digest?: (body: Uint8Array) => string;
  readonly encoding?: 'ieee-p1363' | 'der';
  /** The two headers as they are sent, after they were made. */
  readonly write?: (input: string, signature: string) => readonly [input: string, signature: string];
  readonly headers?: (answer: RawAnswer) => RawAnswer['headers'];
  /** What it says at all, before that is signed. */
  readonly says?: (answer: RawAnswer, request: WireRequest) => RawAnswer;
  /** With nothing in the body. */
  readonly status?: 204;
  readonly only?: WireRequest['method'];
}

export function sha256(body: Uint8Array, encoding: 'base64' | 'hex' = 'base64'): string {
  return createHash('sha256').update(body).digest(encoding);
}

export function usualParameters(created: number): string {
  return `;created=${String(created)};keyid="${kid}"`;
}

/** Signs each answer anew, over what the request carried. */
export function released(release: Release): (transport: Transport) => Transport {
  return (transport) => ({
    exchange: async (request, options) => {
      const answer = await transport.exchange(request, options);
      return !answer.ok || (release.only !== undefined && release.only !== request.method)
        ? answer
        : ok(signedAnew(request, answer.value, release));
    },
  });
}

function signedAnew(request: WireRequest, taken: RawAnswer, release: Release): RawAnswer {
  const given = release.says?.(taken, request) ?? taken;
  const raw = release.status === undefined ? given : { ...given, status: release.status, body: new Uint8Array() };
  const digest = release.digest?.(raw.body) ?? `sha-256=:${sha256(raw.body)}:`;
  const kept = (release.headers?.(raw) ?? raw.headers).filter(
    ([name]) => !['signature', 'signature-input', 'content-digest'].includes(name.toLowerCase()),
  );
  const headers: RawAnswer['headers'] = [...kept, ['Content-Digest', digest]];
  const bound = ['nonce', 'content-digest'].filter((name) => valueOf(request.headers, name) !== undefined);
  const usual = [
    ...['@status', 'content-digest', 'content-type', 'x-request-id'].map((name) => `"${name}"`),
    ...['@method', '@authority', '@path', '@query', ...bound].map((name) => `"${name}";req`),
  ];
  const components = release.components?.(usual) ?? usual;
  const created = Number(/;created=(\d+)/.exec(valueOf(raw.headers, 'signature-input') ?? '')?.[1]);
  const parameters = (release.parameters ?? usualParameters)(created);
  const shown = `(${components.join(' ')})${parameters}`;
  const lines = components.map((name) => `${name}: ${lineOf(name, request, { ...raw, headers })}`);
  const base = [...lines, `"@signature-params": ${shown}`].join('\n');
  const dsaEncoding = release.encoding ?? 'ieee-p1363';
  const signature = sign('sha256', Buffer.from(base), { key: createPrivateKey(pem), dsaEncoding }).toString('base64');
  const [input, value] = release.write?.(`sig1=${shown}`, `sig1=:${signature}:`) ?? [
    `sig1=${shown}`,
    `sig1=:${signature}:`,
  ];
  return { ...raw, headers: [...headers, ['Signature-Input', input], ['Signature', value]] };
}

const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });

function lineOf(written: string, request: WireRequest, raw: RawAnswer): string {
  const name = /"([^"]*)"/.exec(written)?.[1]?.toLowerCase() ?? '';
  const { host, pathname, search } = new URL(request.url);
  const derived: Readonly<Record<string, string>> = {
    '@status': String(raw.status),
    '@method': request.method,
    '@authority': host,
    '@path': pathname,
    '@query': search === '' ? '?' : search,
  };
  return derived[name] ?? valueOf((written.endsWith(';req') ? request : raw).headers, name) ?? '';
}

function valueOf(headers: RawAnswer['headers'], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
