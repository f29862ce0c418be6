import { createHash, createPublicKey, verify } from 'node:crypto';
import { verifySignature } from 'http-message-sig';
import { describe, expect, it } from 'vitest';
import type { OperationId, WalletId } from '../../../../src-main/core/ids.ts';
import type { Randomness, WireRequest } from '../../../../src-main/core/ports.ts';
import type { DeploymentProfile } from '../../../../src-main/deployment/profile.ts';
import {
  messageOf,
  orderForm,
  prepareRequest,
  signRequest,
  type RequestDraft,
} from '../../../../src-main/partner-api/request.ts';
import { generatePrivateKey, publicHalf, signingKey } from '../../../../src-main/signatures/keys.ts';
import { profileOf } from './partner.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const operationId = uuid as OperationId;
const walletId = uuid as WalletId;
const nowMs = Date.parse('2026-03-04T05:06:07.089Z');
const jwk = generatePrivateKey();
const key = signingKey('key-1', jwk);
const randomness: Randomness = { uuid: () => uuid, bytes: (length) => new Uint8Array(length).fill(255) };
const body = new TextEncoder().encode('{"quantity":1}');

const order: RequestDraft = {
  operation: 'createPartnerOrder',
  form: orderForm(profile(), operationId, walletId),
  body,
  language: 'ar',
};
const read: RequestDraft = { operation: 'getPartnerWallets' };
const reveal: RequestDraft = { operation: 'revealPartnerOwnedCard', parameters: { walletId: uuid, soldCardId: uuid } };
const diagnostic: RequestDraft = { operation: 'runPartnerSignatureDiagnostic', body: new TextEncoder().encode('{}') };

/** Dated by the moment itself: how far back is a case of its own. */
function profile(request: object = {}): DeploymentProfile {
  return profileOf({
    baseUrl: 'https://Service.example:8443/partner/',
    request: { createdBackSeconds: 0, ...request },
  });
}

function wire(draft: RequestDraft, deployment = profile()): WireRequest {
  const signed = signRequest(deployment, prepareRequest(deployment, draft, nowMs, randomness), key);
  if (!signed.ok) throw new Error(signed.error.code);
  return signed.value;
}

function header(request: WireRequest, name: string): string | undefined {
  return request.headers.find(([given]) => given.toLowerCase() === name)?.[1];
}

/** Verifies as a service would: with another library than the one that signed. */
async function verified(request: WireRequest, components: readonly string[]) {
  const publicKey = createPublicKey({ key: { ...publicHalf(jwk) }, format: 'jwk' });
  const fields = request.headers.map(([name, value]) => ({ name, value }));
  return verifySignature(
    { kind: 'request', method: request.method, targetUri: request.url, fields },
    {
      label: 'sig1',
      policy: {
        algorithms: ['ecdsa-p256-sha256'],
        requiredComponents: components,
        requiredParameters: ['created', 'expires', 'keyid', 'alg'],
        now: nowMs / 1000,
      },
      resolveVerifier: () => ({
        algorithm: 'ecdsa-p256-sha256',
        verify: (data, signature) => verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature),
      }),
    },
  );
}

describe('a signed request', () => {
  it.each([
    ['safeRead', read],
    ['bodylessNonceMutation', reveal],
    ['diagnostic', diagnostic],
    ['orderMutation', order],
  ] as const)('of kind %s verifies over the components of the profile', async (kind, draft) => {
    const signature = await verified(wire(draft), profile().request.components[kind]);
    expect(signature.parameters).toMatchObject({
      keyid: 'key-1',
      created: Math.floor(nowMs / 1000),
      expires: Math.floor(nowMs / 1000) + 60,
    });
  });

  it('verifies with a cursor that holds anything', async () => {
    const request = wire({ ...read, cursor: `a+b/=&c'd"e ة?#%` });
    expect(new URL(request.url).href).toBe(request.url);
    expect(new URL(request.url).searchParams.get('cursor')).toBe(`a+b/=&c'd"e ة?#%`);
    await verified(request, profile().request.components.safeRead);
  });

  it('is for the address of the deployment, its path below the base', () => {
    expect(wire(order).url).toBe(`https://service.example:8443/partner/v1/wallets/${uuid}/orders`);
    expect(wire(read).url).toBe('https://service.example:8443/partner/v1/wallets');
  });

  it('carries what its kind needs and no more', () => {
    const names = (draft: RequestDraft): string[] => wire(draft).headers.map(([name]) => name.toLowerCase());
    const signed = ['x-service-date', 'signature-input', 'signature'];
    const always = ['accept', 'accept-encoding', ...signed];
    const sorted = (list: readonly string[]): string[] => list.toSorted();
    expect(sorted(names(read))).toEqual(sorted(always));
    expect(sorted(names(reveal))).toEqual(sorted([...always, 'content-length', 'content-digest', 'nonce']));
    expect(sorted(names(diagnostic))).toEqual(
      sorted([...always, 'content-length', 'content-digest', 'nonce', 'content-type']),
    );
    expect(sorted(names(order))).toEqual(
      sorted([
        ...always,
        'content-length',
        'content-digest',
        'nonce',
        'content-type',
        'idempotency-key',
        'accept-language',
      ]),
    );
  });

  it('has the digest of exactly its bytes, of none where it has no body', () => {
    const digestOf = (data: Uint8Array): string => `sha-256=:${createHash('sha256').update(data).digest('base64')}:`;
    expect(header(wire(order), 'content-digest')).toBe(digestOf(body));
    expect(header(wire(reveal), 'content-digest')).toBe(digestOf(new Uint8Array()));
    expect(header(wire(order, profile({ digest: 'sha-512' })), 'content-digest')).toBe(
      `sha-512=:${createHash('sha512').update(body).digest('base64')}:`,
    );
    expect(wire(order).body).toBe(body);
  });

  it.each([
    ['rfc3339-ms', '2026-03-04T05:06:07.089Z'],
    ['rfc3339', '2026-03-04T05:06:07Z'],
    ['imf-fixdate', 'Wed, 04 Mar 2026 05:06:07 GMT'],
    ['unix', '1772600767'],
    ['unix-ms', '1772600767089'],
  ])('writes its date as %s', (serviceDate, text) => {
    expect(header(wire(read, profile({ serviceDate })), 'x-service-date')).toBe(text);
  });

  it('has a nonce in the form of the deployment', () => {
    expect(header(wire(reveal), 'nonce')).toBe(uuid);
    expect(header(wire(reveal, profile({ nonce: 'base64url' })), 'nonce')).toBe('_'.repeat(32));
  });

  it('names the operation in the form of the deployment at its intent, whatever the deployment wants later', () => {
    const quoted = profile({ idempotencyKey: 'quoted' });
    expect(header(wire(order), 'idempotency-key')).toBe(uuid);
    expect(header(wire(order, quoted), 'idempotency-key')).toBe(uuid);
    expect(wire(order, profileOf({ baseUrl: 'https://moved.example' })).url).toBe(wire(order).url);
    expect(header(wire({ ...order, form: orderForm(quoted, operationId, walletId) }), 'idempotency-key')).toBe(
      `"${uuid}"`,
    );
    expect(header(wire(order), 'content-type')).toBe('application/json');
  });

  it('writes only the signature parameters of the deployment, in its order', () => {
    const input = header(wire(reveal, profile({ parameters: ['keyid', 'nonce', 'created'] })), 'signature-input');
    expect(input).toMatch(new RegExp(`\\);keyid="key-1";nonce="${uuid}";created=${String(Math.floor(nowMs / 1000))}$`));
    expect(header(wire(read, profile({ parameters: ['keyid', 'nonce'] })), 'signature-input')).not.toContain('nonce=');
  });

  it('asks for an answer that can be read and judged: JSON, in no coding', () => {
    expect([header(wire(read), 'accept'), header(wire(read), 'accept-encoding')]).toEqual([
      'application/json, application/problem+json',
      'identity',
    ]);
  });

  it('is not made where it does not have what it is to cover', () => {
    const deployment = profile({ components: { safeRead: ['@path', 'accept-language'] } });
    expect(
      signRequest(deployment, prepareRequest(deployment, { ...read, language: 'en' }, nowMs, randomness), key).ok,
    ).toBe(true);
    expect(signRequest(deployment, prepareRequest(deployment, read, nowMs, randomness), key)).toEqual({
      ok: false,
      error: { code: 'component_missing', component: '"accept-language"' },
    });
  });

  it('is not made without a key', () => {
    expect(signRequest(profile(), prepareRequest(profile(), read, nowMs, randomness), null)).toEqual({
      ok: false,
      error: { code: 'unknown_key' },
    });
  });
});

describe('an enrolment call', () => {
  it('carries its token and no signature', () => {
    const draft: RequestDraft = {
      operation: 'submitPartnerEnrollmentKey',
      parameters: { invitationId: uuid },
      body,
      token: 'token',
    };
    const request = wire(draft);
    expect(header(request, 'authorization')).toBe('Enrollment token');
    expect(request.headers.map(([name]) => name.toLowerCase())).toEqual([
      'accept',
      'accept-encoding',
      'authorization',
      'content-type',
      'content-length',
    ]);
  });
});

describe('a prepared request', () => {
  it('is fixed before it is signed: the same one signs to the same headers but for the signature', () => {
    const prepared = prepareRequest(profile(), order, nowMs, randomness);
    const [first, second] = [signRequest(profile(), prepared, key), signRequest(profile(), prepared, key)];
    const unsigned = (signed: typeof first) =>
      signed.ok ? signed.value.headers.filter(([name]) => name !== 'Signature') : null;
    expect(unsigned(first)).toEqual(unsigned(second));
    expect(prepared).toMatchObject({
      nonce: uuid,
      createdAtSeconds: Math.floor(nowMs / 1000),
      expiresAtSeconds: Math.floor(nowMs / 1000) + 60,
    });
  });

  it.each([
    [{}, 2],
    [{ createdBackSeconds: 0 }, 0],
    [{ createdBackSeconds: 30 }, 30],
    [{ createdBackSeconds: 30, expiresAfterSeconds: 5 }, 2],
    [{ expiresAfterSeconds: 1 }, 0],
  ])('is dated back, in both of its dates: %j by %i s, and by half of its life at most', (request, backSeconds) => {
    const { datedMs, createdAtSeconds, headers } = prepareRequest(
      profileOf({ baseUrl: 'https://service.example', request }),
      read,
      nowMs,
      randomness,
    );
    expect([datedMs, createdAtSeconds]).toEqual([nowMs - backSeconds * 1000, Math.floor(nowMs / 1000) - backSeconds]);
    expect(headers).toContainEqual(['X-Service-Date', new Date(nowMs - backSeconds * 1000).toISOString()]);
  });

  it('is the message that an answer binds to', () => {
    const message = messageOf(profile(), prepareRequest(profile(), { ...read, cursor: 'c' }, nowMs, randomness));
    expect(message).toMatchObject({
      method: 'GET',
      authority: 'service.example:8443',
      path: '/partner/v1/wallets',
      query: 'cursor=c',
    });
  });
});
