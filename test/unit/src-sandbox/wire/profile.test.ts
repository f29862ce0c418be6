import { describe, expect, it } from 'vitest';
import { defaultProfile, parseProfile } from '../../../../src-sandbox/wire/profile.ts';

const target = ['@method', '@authority', '@path', '@query', 'x-service-date'];

describe('a deployment profile', () => {
  it('has the defaults of the design', () => {
    expect(defaultProfile()).toEqual({
      version: 1, name: 'Training', baseUrl: 'http://127.0.0.1:4010', serviceKeys: { jwks: { keys: [] } },
      request: {
        label: 'sig1', parameters: ['created', 'expires', 'keyid', 'alg'], expiresAfterSeconds: 60,
        components: {
          safeRead: target,
          bodylessNonceMutation: [...target, 'content-digest', 'nonce'],
          diagnostic: [...target, 'content-type', 'content-digest', 'nonce'],
          orderMutation: [...target, 'content-type', 'content-digest', 'nonce', 'idempotency-key'],
        },
        encoding: 'p1363', serviceDate: 'rfc3339-ms', nonce: 'uuid', digest: 'sha-256', idempotencyKey: 'bare', emptyQuery: '?',
      },
      answer: {
        required: ['@status', 'content-digest', 'content-type', 'x-request-id'], requiredIfPresent: ['location', 'retry-after', 'idempotency-replayed'],
        binding: ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'], maxSkewSeconds: 60,
      },
      enrolment: { answersSigned: true, proof: 'challenge-utf8', proofFields: ['keyId', 'challenge', 'signature'], thumbprint: 'rfc7638' },
      retryAfterUnit: 'seconds', answerWaitSeconds: 120, fence: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
    });
  });

  it('fills in what a file leaves out', () => {
    const parsed = parseProfile('{"version":1,"request":{"components":{"safeRead":["@path"]}}}');
    expect(parsed.ok && parsed.value.request.components.safeRead).toEqual(['@path']);
    expect(parsed.ok && parsed.value.request.components.diagnostic).toEqual(defaultProfile().request.components.diagnostic);
  });

  it.each([
    ['{', 'not JSON'],
    ['{"colour":1}', 'colour: unknown field'],
    ['{"request":{"components":{"safeRead":["@path"],"other":[]}}}', 'request.components.other: unknown field'],
    ['{"answer":{"maxSkewSeconds":"60"}}', 'answer.maxSkewSeconds'],
    ['{"baseUrl":"http://10.0.0.1"}', 'baseUrl'],
    ['{"baseUrl":"https://user@shop.example"}', 'baseUrl'],
    ['{"enrolment":{"proofFields":["keyId"]}}', 'enrolment.proofFields'],
    ['{"serviceKeys":{"url":"/v1/keys"}}', 'serviceKeys'],
  ])('names what is wrong with %s', (text, said) => {
    const parsed = parseProfile(text);
    expect(parsed.ok ? '' : parsed.error).toContain(said);
  });
});
