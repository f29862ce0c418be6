import { createHash, createPublicKey, verify } from 'node:crypto';
import { verifySignature } from 'http-message-sig';
import { describe, expect, it } from 'vitest';
import { knownId, type OperationId, type WalletId } from '../../../../src-main/core/ids.ts';
import type { Randomness, WireRequest } from '../../../../src-main/core/ports.ts';
import {
  carriedComponents,
  signedKinds,
  type SignedKind,
} from '../../../../src-main/deployment/schema/covered-components.ts';
import { diagnosticBody } from '../../../../src-main/partner-api/operations/table.ts';
import { orderForm, prepareRequest, signRequest, type RequestDraft } from '../../../../src-main/partner-api/request.ts';
import { generatePrivateKey, publicHalf, signingKey } from '../../../../src-main/signatures/keys.ts';
import { profileOf } from './partner.ts';

const uuid = '00000000-0000-4000-8000-000000000001';
const jwk = generatePrivateKey();
const key = signingKey('key-1', jwk);
const randomness: Randomness = { uuid: () => uuid, bytes: (length) => new Uint8Array(length).fill(0xfa) };
const nowMs = Date.parse('2026-03-04T05:06:07.089Z');

const read: RequestDraft = { operation: 'getPartnerWallets', language: 'ar' };
const reveal: RequestDraft = {
  operation: 'revealPartnerOwnedCard',
  parameters: { walletId: uuid, soldCardId: uuid },
  language: 'en',
};

const order: RequestDraft = {
  operation: 'createPartnerOrder',
  body: new Uint8Array([123, 125]),
  form: orderForm(
    profileOf({ baseUrl: 'https://service.example' }),
    knownId<OperationId>(uuid),
    knownId<WalletId>(uuid),
  ),
};

function wire(draft: RequestDraft, request: object): WireRequest {
  const profile = profileOf({ baseUrl: 'https://service.example/partner', request });
  const signed = signRequest(profile, prepareRequest(profile, draft, nowMs, randomness), key);
  if (!signed.ok) throw new Error(JSON.stringify(signed.error));
  return signed.value;
}

function header(draft: RequestDraft, name: string, request: object): string | undefined {
  return wire(draft, request).headers.find(([given]) => given.toLowerCase() === name)?.[1];
}

/** What the signature says that it covers, and its parameters. */
const input = (draft: RequestDraft, request: object): string => header(draft, 'signature-input', request) ?? '';
const digest = (algorithm: string): string => createHash(algorithm).update('').digest('base64');

describe('a request in the forms of its deployment', () => {
  it('carries a nonce of so many octets, in hex or base64url', () => {
    expect(header(reveal, 'nonce', { nonce: 'hex', nonceBytes: 16 })).toBe('fa'.repeat(16));
    expect(header(reveal, 'nonce', { nonce: 'base64url', nonceBytes: 18 })).toBe('-vr6'.repeat(6));
    expect(header(reveal, 'nonce', { nonceBytes: 64 })).toBe(uuid);
  });

  it('carries one digest or both, or none where there is no body and the deployment wants none', () => {
    const components = { bodylessNonceMutation: ['@path', 'nonce'] };
    expect(header(reveal, 'content-digest', { digest: 'both' })).toBe(
      `sha-256=:${digest('sha256')}:, sha-512=:${digest('sha512')}:`,
    );
    expect(header(reveal, 'content-digest', { emptyBodyDigest: false, components })).toBeUndefined();
    expect(header(order, 'content-digest', { emptyBodyDigest: false, components })).toContain('sha-256=:');
  });

  it('covers the lines that every request has on the wire, as the service sees them', async () => {
    const lines = ['@method', 'host', 'date', 'content-length', 'nonce'];
    const request = {
      components: { bodylessNonceMutation: lines, safeRead: ['@path', 'host', 'date'] },
      seenAs: { authority: 'inner.example' },
    };
    const { url, headers } = wire(reveal, request);
    expect(headers.filter(([name]) => /^(host|date|content-length)$/i.test(name))).toEqual([
      ['Content-Length', '0'],
      ['Date', 'Wed, 04 Mar 2026 05:06:05 GMT'],
    ]);
    const publicKey = createPublicKey({ key: { ...publicHalf(jwk) }, format: 'jwk' });
    // What the transport adds, as a proxy in front of the service writes it.
    const fields = [{ name: 'Host', value: 'inner.example' }, ...headers.map(([name, value]) => ({ name, value }))];
    const verified = await verifySignature(
      { kind: 'request', method: 'POST', targetUri: url, fields },
      {
        label: 'sig1',
        policy: {
          algorithms: ['ecdsa-p256-sha256'],
          requiredComponents: lines,
          requiredParameters: ['keyid'],
          now: Math.floor(nowMs / 1000),
        },
        resolveVerifier: () => ({
          algorithm: 'ecdsa-p256-sha256',
          verify: (base, signature) => verify('sha256', base, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature),
        }),
      },
    );
    expect(verified.components.map(({ name }) => name)).toEqual(lines);
    expect(header(read, 'content-length', request)).toBeUndefined();
    expect(header(reveal, 'date', {})).toBeUndefined();
  });

  const everyDraft: Readonly<Record<SignedKind, RequestDraft>> = {
    safeRead: read,
    bodylessNonceMutation: reveal,
    diagnostic: { operation: 'runPartnerSignatureDiagnostic', body: diagnosticBody, language: 'en' },
    orderMutation: { ...order, language: 'en' },
  };

  it.each(signedKinds.flatMap((kind) => carriedComponents[kind].map((name) => [kind, name] as const)))(
    'carries what a profile may have it cover: %s, %s',
    (kind, name) => {
      const request = { components: { [kind]: [name] }, bodylessContentType: 'application/json' };
      expect(input(everyDraft[kind], request)).toContain(`("${name}")`);
    },
  );

  it('names a content type without a body only for reveals, where the deployment wants it', () => {
    expect(header(reveal, 'content-type', {})).toBeUndefined();
    expect(header(reveal, 'content-type', { bodylessContentType: 'application/json' })).toBe('application/json');
    expect(header(read, 'content-type', { bodylessContentType: 'application/json' })).toBeUndefined();
  });

  it('asks for a language in the words of the deployment, or not at all', () => {
    const languages = { ar: 'ar-KW, ar;q=0.8', en: 'en-GB' };
    expect([header(read, 'accept-language', { languages }), header(reveal, 'accept-language', { languages })]).toEqual([
      'ar-KW, ar;q=0.8',
      'en-GB',
    ]);
    expect(header(read, 'accept-language', { languages: null })).toBeUndefined();
  });

  it('has a tag where one is wanted, and no nonce parameter where it has no nonce', () => {
    const forms = { parameters: ['tag', 'nonce', 'keyid'], tag: 'counter "1"' };
    expect(input(read, forms)).toMatch(/\);tag="counter \\"1\\"";keyid="key-1"$/);
    expect(input(reveal, forms)).toMatch(new RegExp(`\\);tag="counter \\\\"1\\\\"";nonce="${uuid}";keyid="key-1"$`));
  });

  it('leaves an absent query out of what it covers, and nothing else', () => {
    const omitted = { emptyQuery: 'omitted' };
    expect(input(read, omitted)).toContain('("@method" "@authority" "@path" "x-service-date")');
    expect(input({ ...read, cursor: 'c' }, omitted)).toContain(
      '("@method" "@authority" "@path" "@query" "x-service-date")',
    );
  });

  it('writes a cursor as RFC 3986 or as a form does', () => {
    const cursor = "a b+c~d*e'f(g)!h/ي";
    expect(wire({ ...read, cursor }, {}).url).toBe(
      'https://service.example/partner/v1/wallets?cursor=a%20b%2Bc~d%2Ae%27f%28g%29%21h%2F%D9%8A',
    );
    expect(wire({ ...read, cursor }, { cursorEncoding: 'form' }).url).toBe(
      'https://service.example/partner/v1/wallets?cursor=a+b%2Bc%7Ed*e%27f%28g%29%21h%2F%D9%8A',
    );
  });

  it('is sent where the deployment is, and signed as its service sees it', async () => {
    const seenAs = { scheme: 'http', authority: 'inner.example:8080', pathPrefix: '' };
    const request = { seenAs, components: { safeRead: ['@target-uri', '@authority', '@path', '@scheme'] } };
    const sent = wire(read, request);
    expect(sent.url).toBe('https://service.example/partner/v1/wallets');
    const publicKey = createPublicKey({ key: { ...publicHalf(jwk) }, format: 'jwk' });
    const verified = await verifySignature(
      {
        kind: 'request',
        method: 'GET',
        targetUri: 'http://inner.example:8080/v1/wallets',
        fields: sent.headers.map(([name, value]) => ({ name, value })),
      },
      {
        label: 'sig1',
        policy: {
          algorithms: ['ecdsa-p256-sha256'],
          requiredComponents: request.components.safeRead,
          requiredParameters: ['keyid'],
          now: nowMs / 1000,
        },
        resolveVerifier: () => ({
          algorithm: 'ecdsa-p256-sha256',
          verify: (base, signature) => verify('sha256', base, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature),
        }),
      },
    );
    expect(verified.components.map(({ name }) => name)).toEqual(request.components.safeRead);
  });
});
