import { describe, expect, it } from 'vitest';
import { parseProfile as parseAtTheCounter } from '../../../../src-main/deployment/profile.ts';
import { defaultProfile, parseProfile } from '../../../../src-sandbox/wire/profile.ts';

describe('a deployment profile', () => {
  it('has the same defaults in the service as at the counter', () => {
    const least = {
      version: 1,
      name: 'Training',
      baseUrl: 'http://127.0.0.1:4010',
      serviceKeys: { jwks: { keys: [] } },
    };
    expect({ ok: true, value: defaultProfile() }).toEqual(parseAtTheCounter(JSON.stringify(least)));
  });

  it('fills in what a file leaves out', () => {
    const parsed = parseProfile('{"version":1,"request":{"components":{"safeRead":["@path"]}}}');
    expect(parsed.ok && parsed.value.request.components.safeRead).toEqual(['@path']);
    expect(parsed.ok && parsed.value.request.components.diagnostic).toEqual(
      defaultProfile().request.components.diagnostic,
    );
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
