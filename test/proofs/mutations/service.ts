import { createHash, createPrivateKey, sign as signNatively } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { component, createSignatureSync } from 'http-message-sig';
import type { RawAnswer } from '../../../src-main/core/ports.ts';
import { parseProfile, type DeploymentProfile } from '../../../src-main/deployment/profile.ts';
import { parsePublicJwk, verifyingKey, type PublicJwk, type VerifyingKey } from '../../../src-main/signatures/keys.ts';
import type { HeaderLine, RequestMessage } from '../../../src-main/signatures/message.ts';
import { seededRandom } from './random.ts';

/**
 * What the service signed, known from the moment of signing: an answer may be accepted as exactly this or not at all.
 */
export interface Truth {
  readonly status: number;
  readonly body: Uint8Array;
  /** The headers that the signature covers, by lower-case name. */
  readonly covered: ReadonlyMap<string, string>;
  readonly bound: ReadonlySet<string>;
  readonly createdAtSeconds: number;
  readonly keyId: string;
  /** r||s as the signer gave it. */
  readonly signature: Uint8Array;
}

/** A signed answer and the truth about it. */
export interface Genuine {
  readonly raw: RawAnswer;
  readonly truth: Truth;
}

/** What an answer says before it is signed; the uncovered headers go on the wire beside the signature. */
export interface AnswerContent {
  readonly status: number;
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  readonly uncovered: readonly HeaderLine[];
}

export interface ServiceKey {
  readonly kid: string;
  readonly jwk: PublicJwk;
  /** Deterministic (RFC 6979), by another library than the one that verifies. */
  sign(base: Uint8Array): Uint8Array;
  /** Twenty times faster; another signature each time. */
  signQuickly(base: Uint8Array): Uint8Array;
}

export const nowSeconds = 1_800_000_000;
export const baseUrl = 'https://service.example/partner';

/** A key that the seed repeats. */
export function serviceKey(seed: number, kid: string): ServiceKey {
  const secret = p256.utils.randomSecretKey(seededRandom(seed, `key ${kid}`).bytes(p256.lengths.seed ?? 48));
  const point = Buffer.from(p256.getPublicKey(secret, false));
  const jwk = parsePublicJwk({
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  });
  if (!jwk.ok) throw new Error('the generated key is none');
  const native = createPrivateKey({
    key: { ...jwk.value, d: Buffer.from(secret).toString('base64url') },
    format: 'jwk',
  });
  return {
    kid,
    jwk: jwk.value,
    sign: (base) => p256.sign(base, secret),
    signQuickly: (base) => signNatively('sha256', base, { key: native, dsaEncoding: 'ieee-p1363' }),
  };
}

export function verifierOf(...keys: readonly ServiceKey[]): (kid: string) => VerifyingKey | undefined {
  const known = new Map(keys.map((key) => [key.kid, verifyingKey(key.kid, key.jwk)]));
  return (kid) => known.get(kid);
}

export function profileWith(answer: object = {}): DeploymentProfile {
  const parsed = parseProfile(
    JSON.stringify({ version: 1, name: 'Proof', baseUrl, serviceKeys: { jwks: { keys: [] } }, answer }),
  );
  if (!parsed.ok) throw new Error('the profile of the proof is none');
  return parsed.value;
}

/** Signs an answer to `request` as the default profile asks, with the library that the training service uses. */
export function signAnswer(key: ServiceKey, request: RequestMessage, content: AnswerContent): Genuine {
  const own = coveredHeaders(content);
  const boundNames = bindingOf(request);
  let signature = new Uint8Array();
  const fields = own.map(([name, value]) => ({ name, value }));
  const target = request.path + (request.query === null ? '' : `?${request.query}`);
  const signed = createSignatureSync(
    {
      kind: 'response',
      status: content.status,
      fields,
      request: {
        kind: 'request',
        method: request.method,
        targetUri: `${request.scheme}://${request.authority}${target}`,
        fields: request.headers.map(([name, value]) => ({ name, value })),
      },
    },
    {
      label: 'sig1',
      components: [
        '@status',
        ...own.map(([name]) => name),
        ...boundNames.map((name) => component(name, { req: true })),
      ],
      parameters: { created: nowSeconds, keyid: key.kid, alg: 'ecdsa-p256-sha256' },
      signer: {
        algorithm: 'ecdsa-p256-sha256',
        sign: (data) => {
          signature = Uint8Array.from(key.sign(data));
          return signature;
        },
      },
    },
  );
  const headers: HeaderLine[] = [
    ...own,
    ['signature-input', signed.signatureInput],
    ['signature', signed.signature],
    ...content.uncovered,
  ];
  const truth = {
    status: content.status,
    body: content.body,
    covered: new Map(own),
    bound: new Set(boundNames),
    createdAtSeconds: nowSeconds,
    keyId: key.kid,
    signature,
  };
  return { raw: { status: content.status, headers, body: content.body }, truth };
}

export function coveredHeaders(content: AnswerContent): [string, string][] {
  const digest = `sha-256=:${createHash('sha256').update(content.body).digest('base64')}:`;
  return [...Object.entries(content.headers), ['content-digest', digest]];
}

/** What the default profile binds an answer to, as far as this request carries it. */
export function bindingOf(request: RequestMessage): string[] {
  const carried = ['nonce', 'content-digest', 'idempotency-key'].filter(
    (name) => valueOf(request.headers, name) !== undefined,
  );
  return ['@method', '@authority', '@path', '@query', ...carried];
}

export function valueOf(headers: readonly HeaderLine[], name: string): string | undefined {
  return headers.find(([given]) => given.toLowerCase() === name)?.[1];
}
