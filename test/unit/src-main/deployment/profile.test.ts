import { describe, expect, it } from 'vitest';

import { deploymentIdentity, parseProfile, profileHash, serviceUrl } from '../../../../src-main/deployment/profile.ts';
import type { DeploymentProfile } from '../../../../src-main/deployment/profile.ts';

const least = { version: 1, name: 'Test', baseUrl: 'https://service.example', serviceKeys: { jwks: { keys: [] } } };

function parsed(document: object): DeploymentProfile {
  const profile = parseProfile(JSON.stringify(document));
  if (!profile.ok) throw new Error(JSON.stringify(profile.error));
  return profile.value;
}

function fields(document: object): readonly string[] {
  const profile = parseProfile(JSON.stringify(document));
  return profile.ok ? [] : profile.error.map(({ field }) => field);
}

describe('a deployment profile', () => {
  it('takes the defaults of the design for what it leaves out', () => {
    const date = ['@method', '@authority', '@path', '@query', 'x-service-date'];
    expect(parsed(least)).toEqual({
      ...least,
      request: {
        label: 'sig1', parameters: ['created', 'expires', 'keyid', 'alg'], expiresAfterSeconds: 60,
        components: {
          safeRead: date,
          bodylessNonceMutation: [...date, 'content-digest', 'nonce'],
          diagnostic: [...date, 'content-type', 'content-digest', 'nonce'],
          orderMutation: [...date, 'content-type', 'content-digest', 'nonce', 'idempotency-key'],
        },
        encoding: 'p1363', serviceDate: 'rfc3339-ms', nonce: 'uuid', digest: 'sha-256', idempotencyKey: 'bare', emptyQuery: '?',
      },
      answer: {
        required: ['@status', 'content-digest', 'content-type', 'x-request-id'],
        requiredIfPresent: ['location', 'retry-after', 'idempotency-replayed'],
        binding: ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'],
        maxSkewSeconds: 60,
      },
      enrolment: { answersSigned: true, proof: 'challenge-utf8', proofFields: ['keyId', 'challenge', 'signature'], thumbprint: 'rfc7638' },
      retryAfterUnit: 'seconds', answerWaitSeconds: 120, safeResendHours: null, fence: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
      countersignedJournal: false,
    });
  });

  it('names every fault at once, each by its path', () => {
    expect(fields({ ...least, version: 2, name: '', surprise: 1, request: { encoding: 'raw', label: 'Sig 1', odd: true } })).toEqual(
      expect.arrayContaining(['version', 'name', 'surprise', 'request.encoding', 'request.label', 'request.odd']),
    );
  });

  it.each([
    ['request.parameters', { request: { parameters: ['created'] } }],
    ['request.parameters', { request: { parameters: ['keyid', 'keyid'] } }],
    ['request.components.safeRead', { request: { components: { safeRead: ['@method', '@method'] } } }],
    ['request.components.safeRead.0', { request: { components: { safeRead: ['Content-Type'] } } }],
    ['answer.required', { answer: { required: ['@status'] } }],
    ['answer.maxSkewSeconds', { answer: { maxSkewSeconds: -1 } }],
    ['enrolment.proofFields', { enrolment: { proofFields: ['keyId'] } }],
    ['serviceKeys', { serviceKeys: { url: '/keys' } }],
    ['serviceKeys.pins.0', { serviceKeys: { url: '/keys', pins: ['short'] } }],
    ['serviceKeys.jwks.keys.0', { serviceKeys: { jwks: { keys: [{ kty: 'EC', d: 'secret' }] } } }],
  ])('refuses a wrong %s', (field, change) => {
    expect(fields({ ...least, ...change })).toEqual([field]);
  });

  it.each(['http://127.0.0.1:4010', 'http://localhost:1', 'http://[::1]:9', 'https://service.example/partner/'])('may be at %s', (baseUrl) => {
    expect(fields({ ...least, baseUrl })).toEqual([]);
  });

  it.each([
    'http://service.example', 'http://127.0.0.1.service.example', 'http://localhost.example', 'ftp://service.example', 'service.example',
    'https://user:secret@service.example', 'https://service.example/?a=1', 'https://service.example/#a', '',
  ])('may not be at %s', (baseUrl) => {
    expect(fields({ ...least, baseUrl })).toEqual(['baseUrl']);
  });

  it('is refused when it is not JSON', () => {
    expect(parseProfile('{"version":1,')).toEqual({ ok: false, error: [{ field: '', allowed: 'a JSON document' }] });
    expect(fields([])).toEqual(['']);
  });

  it('repeats no value in a fault', () => {
    const faults = JSON.stringify(parseProfile(JSON.stringify({ ...least, baseUrl: 'https://user:canary@service.example' })));
    expect(faults).not.toContain('canary');
  });
});

describe('the hash of a profile', () => {
  it('is of its meaning, defaults included, and changes with it', () => {
    expect(profileHash(parsed({ ...least, answerWaitSeconds: 120 }))).toBe(profileHash(parsed(least)));
    expect(profileHash(parsed({ ...least, answerWaitSeconds: 121 }))).not.toBe(profileHash(parsed(least)));
  });
});

describe('the address of a deployment', () => {
  it('is one for all spellings of it, so that nothing pinned to it gets lost', () => {
    const spellings = ['https://service.example', 'https://service.example/', 'HTTPS://Service.Example:443', 'https://service.example/a/..'];
    expect(new Set(spellings.map((baseUrl) => deploymentIdentity(parsed({ ...least, baseUrl }))))).toEqual(new Set(['https://service.example']));
  });

  it('comes before every path', () => {
    expect(serviceUrl(parsed({ ...least, baseUrl: 'https://service.example/a b/' }), '/v1/wallets?cursor=x')).toBe('https://service.example/a%20b/v1/wallets?cursor=x');
  });
});
