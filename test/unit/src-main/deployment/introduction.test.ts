import { describe, expect, it } from 'vitest';
import { changeSignature, fileSignature, introductionOf } from '../../../../src-main/deployment/introduction.ts';
import { parseProfile } from '../../../../src-main/deployment/profile.ts';
import { jwkThumbprint, publicHalf, generatePrivateKey } from '../../../../src-main/signatures/jwk.ts';

const plain = {
  version: 1,
  name: 'Example Cards',
  baseUrl: 'https://api.example.com/partner',
  serviceKeys: { url: '/keys', pins: ['a'.repeat(43)] },
};

function introduced(change: object): ReturnType<typeof introductionOf> {
  const profile = parseProfile(JSON.stringify({ ...plain, ...change }));
  if (!profile.ok) throw new Error(JSON.stringify(profile.error));
  return introductionOf(profile.value);
}

function faults(document: object | string): readonly string[] {
  const profile = parseProfile(typeof document === 'string' ? document : JSON.stringify(document));
  return profile.ok ? [] : profile.error.map(({ field, allowed }) => `${field}: ${allowed}`);
}

describe('what a person is shown of a deployment', () => {
  it('is its host, its address, its own name, the keys that are trusted, and of a usual one nothing weaker', () => {
    expect(introduced({})).toEqual({
      host: 'api.example.com',
      hostReads: null,
      address: 'https://api.example.com/partner',
      name: 'Example Cards',
      thumbprints: ['a'.repeat(43)],
      keysFrom: null,
      weaker: [],
      signature: { state: 'none' },
    });
    const key = publicHalf(generatePrivateKey());
    expect(introduced({ baseUrl: 'http://127.0.0.1:8443', serviceKeys: { jwks: { keys: [key] } } })).toMatchObject({
      host: '127.0.0.1:8443',
      thumbprints: [jwkThumbprint(key)],
    });
    expect(introduced({ serviceKeys: { url: 'https://keys.example.net/set', pins: [] } })).toMatchObject({
      thumbprints: [],
      keysFrom: 'keys.example.net',
    });
  });

  it.each([
    ['an answer that is bound to nothing', { answer: { binding: [] } }, 'unbound', 'answer.binding', 'idempotency-key'],
    [
      'an answer to orders that is bound to less',
      {
        answer: {
          kinds: {
            orderMutation: { binding: ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest'] },
          },
        },
      },
      'unbound',
      'answer.kinds.orderMutation.binding',
      'idempotency-key',
    ],
    [
      'an answer that covers less',
      { answer: { required: ['@status', 'content-digest'] } },
      'uncovered',
      'answer.required',
      'x-request-id',
    ],
    [
      'an answer that need not cover when to come again',
      { answer: { requiredIfPresent: ['location', 'idempotency-replayed'] } },
      'uncovered',
      'answer.requiredIfPresent',
      'retry-after',
    ],
    ['an answer without a time', { answer: { created: 'optional' } }, 'undated', 'answer.created', 'optional'],
    [
      'a request that signs less',
      { request: { components: { orderMutation: ['@method', '@path'] } } },
      'unsigned',
      'request.components.orderMutation',
      'nonce',
    ],
    [
      'a request that stays valid for long',
      { request: { expiresAfterSeconds: 3600 } },
      'tolerance',
      'request.expiresAfterSeconds',
      '3600 (60)',
    ],
    [
      'terms of its own for the not-bought proof',
      { fence: { maxRequestAgeSeconds: 1, visibleWithinSeconds: 2 } },
      'notBoughtProof',
      'fence',
      'maxRequestAgeSeconds 1, visibleWithinSeconds 2',
    ],
  ])('names %s', (_what, change, kind, field, says) => {
    expect(introduced(change).weaker).toEqual([{ kind, field, says: expect.stringContaining(says) as unknown }]);
  });

  it('names every tolerance of answers that is larger than usual', () => {
    const usual = parseProfile(JSON.stringify(plain));
    const limits = Object.entries(usual.ok ? usual.value.answer : {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number',
    );
    expect(limits.length).toBeGreaterThan(0);
    for (const [name, limit] of limits) {
      expect(introduced({ answer: { [name]: limit + 1 } }).weaker).toEqual([
        { kind: 'tolerance', field: `answer.${name}`, says: `${limit + 1} (${limit})` },
      ]);
    }
  });

  it('has nothing to say where an address is covered as a whole instead of in its parts', () => {
    expect(
      introduced({ request: { components: { safeRead: ['@method', '@target-uri', 'x-service-date'] } } }).weaker,
    ).toEqual([]);
  });
});

describe('a deployment document', () => {
  const json = JSON.stringify(plain);

  it.each([
    ['at its top', json.replace('"name"', '"name":"Other","name"'), 'name: once'],
    ['under another spelling', json.replace('"name"', String.raw`"n\u0061me":"Other","name"`), 'name: once'],
    ['further in', json.replace('"pins":', '"url":"/other","pins":'), 'serviceKeys.url: once'],
    [
      'in a list, further in',
      JSON.stringify({ ...plain, serviceKeys: { jwks: { keys: [{ kty: 'EC' }, { kty: 'EC' }] } } }).replace(
        /("kty":"EC")\}\]/,
        '$1,"kty":"RSA"}]',
      ),
      'serviceKeys.jwks.keys.1.kty: once',
    ],
    ['three times', json.replace('"name"', '"name":1,"name":2,"name"'), 'name: once'],
  ])('in which a member stands twice is refused: %s', (_where, text, fault) => {
    expect(faults(text)).toContain(fault);
  });

  it('may have the same member in several objects, and text that looks like one', () => {
    expect(
      faults({
        ...plain,
        name: '{"name":1,"name":2}',
        answer: { kinds: { safeRead: { binding: [] }, diagnostic: { binding: [] } } },
      }),
    ).toEqual([]);
  });

  it.each(['\u202e', '\u2067', '\u200f', '\u0000', '\u001b', '\n', '\u0085', '\u2028', '\ufeff', '\u{e0041}'])(
    'is refused with %j in a text, wherever it stands',
    (mark) => {
      const what = 'no control characters and no marks that turn the direction of writing';
      expect(faults({ ...plain, name: `Example${mark}sdraC` })).toContain(`name: ${what}`);
      expect(faults({ ...plain, $schema: `x${mark}` })).toContain(`$schema: ${what}`);
      expect(faults({ ...plain, [`na${mark}me`]: 1 })).toContain(`na\ufffdme: ${what}`);
    },
  );

  it('may be in Arabic, with what joins its letters', () => {
    expect(faults({ ...plain, name: 'بطاقات المثال می\u200cخرم' })).toEqual([]);
  });

  it.each([
    'https://аpi.example.com',
    'https://api.exаmple.com/x',
    'https://xn--pi-7kc.example.com',
    'https://bankα.example',
  ])('is refused with a host that mixes letters: %s', (baseUrl) => {
    expect(faults({ ...plain, baseUrl })).toHaveLength(1);
    expect(faults({ ...plain, serviceKeys: { url: `${baseUrl}/keys`, pins: [] } }).length).toBeGreaterThan(0);
  });

  it('may have a host in other letters, which is shown in both forms', () => {
    expect(introduced({ baseUrl: 'https://бракет.example' })).toMatchObject({
      host: 'xn--80abnt2ap.example',
      hostReads: 'бракет.example',
    });
    expect(introduced({ baseUrl: 'https://مثال.example:8443' })).toMatchObject({
      host: 'xn--mgbh0fb.example:8443',
      hostReads: 'مثال.example',
    });
  });

  it('that was taken before opens as it did then', () => {
    expect(parseProfile(JSON.stringify({ ...plain, name: 'Example\u200f' }), { taken: true }).ok).toBe(true);
  });
});

describe('who signed a deployment file', () => {
  it('stands beside who signed the one before, and is missed where nobody signed this one', () => {
    const none = { state: 'none' } as const;
    const signed = { state: 'signed', signer: 'a' } as const;
    expect(fileSignature(null, none)).toEqual({ state: 'none' });
    expect(fileSignature('a', none)).toEqual({ state: 'new', signer: 'a' });
    expect(fileSignature('a', signed)).toEqual({ state: 'same', signer: 'a' });
    expect(fileSignature('b', signed)).toEqual({ state: 'other', signer: 'b', before: 'a' });
    expect(fileSignature(null, signed)).toEqual({ state: 'missing', before: 'a' });
    expect([changeSignature(none), changeSignature(signed)]).toEqual([none, { state: 'changed', before: 'a' }]);
  });

  it('is unknown where the one before cannot be read, whoever signed this one', () => {
    const unknown = { state: 'unknown' } as const;
    expect(fileSignature('a', unknown)).toEqual({ state: 'unknown', signer: 'a' });
    expect(fileSignature(null, unknown)).toEqual({ state: 'unknown', signer: null });
    expect(changeSignature(unknown)).toEqual({ state: 'unknown', signer: null });
  });
});
