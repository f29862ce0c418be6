import { describe, expect, it } from 'vitest';
import {
  deploymentIdentity,
  keySetUrl,
  parseProfile,
  profileHash,
  requestSkewSeconds,
  seenUrl,
  serviceUrl,
  unsaidIn,
  warningsOf,
  type DeploymentProfile,
} from '../../../../src-main/deployment/profile.ts';

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
        label: 'sig1',
        parameters: ['created', 'expires', 'keyid', 'alg'],
        expiresAfterSeconds: 60,
        components: {
          safeRead: date,
          bodylessNonceMutation: [...date, 'content-digest', 'nonce'],
          diagnostic: [...date, 'content-type', 'content-digest', 'nonce'],
          orderMutation: [...date, 'content-type', 'content-digest', 'nonce', 'idempotency-key'],
        },
        encoding: 'p1363',
        serviceDate: 'rfc3339-ms',
        nonce: 'uuid',
        digest: 'sha-256',
        idempotencyKey: 'bare',
        emptyQuery: '?',
        tag: null,
        createdBackSeconds: 2,
        maxSkewSeconds: null,
        nonceBytes: 24,
        emptyBodyDigest: true,
        bodylessContentType: null,
        cursorEncoding: 'percent',
        languages: { ar: 'ar', en: 'en' },
        seenAs: { scheme: null, authority: null, pathPrefix: null },
      },
      answer: {
        required: ['@status', 'content-digest', 'content-type', 'x-request-id'],
        requiredIfPresent: ['location', 'retry-after', 'idempotency-replayed'],
        binding: ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'],
        maxSkewSeconds: 60,
        kinds: {},
        encoding: 'p1363',
        created: 'required',
        label: null,
        tag: null,
      },
      enrolment: {
        answersSigned: true,
        proof: 'challenge-utf8',
        proofFields: ['keyId', 'challenge', 'signature'],
        thumbprint: 'rfc7638',
        proofPrefix: 'enrollment:v1:{invitationId}:{keyId}:{challenge}',
        proofEncoding: 'p1363-base64url',
        signatureField: 'signature',
        jwsHeader: 'kid',
        jwsPayload: ['challenge', 'keyId'],
        validDays: { minimum: 1, maximum: 731 },
      },
      bodies: {
        wallets: 'items',
        ownedCards: 'items',
        cursor: 'nextCursor',
        cardReveal: null,
        invoiceReveal: 'soldCards',
        names: 'localized',
      },
      refusalStatuses: {
        card_not_found: 404,
        reveal_not_allowed: 403,
        invoice_reveal_limit_exceeded: 422,
        operation_processing: 409,
      },
      maximumQuantity: 100,
      retryAfterUnit: 'seconds',
      maximumRetryAfterSeconds: 86_400,
      answerWaitSeconds: 120,
      safeResendHours: null,
      fence: null,
      logoHosts: [],
      countersignedJournal: false,
    });
  });

  it('names every fault at once, each by its path', () => {
    expect(
      fields({ ...least, version: 2, name: '', surprise: 1, request: { encoding: 'raw', label: 'Sig 1', odd: true } }),
    ).toEqual(
      expect.arrayContaining(['version', 'name', 'surprise', 'request.encoding', 'request.label', 'request.odd']),
    );
  });

  it.each([
    ['request.parameters', { request: { parameters: ['created'] } }],
    ['logoHosts', { logoHosts: ['images.example', 'images.example'] }],
    ['request.parameters', { request: { parameters: ['keyid', 'keyid'] } }],
    ['request.components.safeRead', { request: { components: { safeRead: ['@method', '@method'] } } }],
    ['request.components.safeRead.0', { request: { components: { safeRead: ['Content-Type'] } } }],
    ['answer.required', { answer: { required: ['@status'] } }],
    ['answer.maxSkewSeconds', { answer: { maxSkewSeconds: -1 } }],
    ['enrolment.proofFields', { enrolment: { proofFields: ['keyId'] } }],
    ['serviceKeys', { serviceKeys: { urls: '/keys' } }],
    ['serviceKeys.pins.0', { serviceKeys: { url: '/keys', pins: ['short'] } }],
    ['serviceKeys.jwks.keys.0', { serviceKeys: { jwks: { keys: [{ kty: 'EC', d: 'secret' }] } } }],
  ])('refuses a wrong %s', (field, change) => {
    expect(fields({ ...least, ...change })).toEqual([field]);
  });

  it.each([
    'https://images.example',
    'Images.example',
    'images.example:443',
    'images.example/',
    'user@images.example',
    '',
  ])('takes %s for no host of logos', (host) => {
    expect(fields({ ...least, logoHosts: ['images.example:8443', host] })).toEqual(['logoHosts.1']);
  });

  it.each(['http://127.0.0.1:4010', 'http://localhost:1', 'http://[::1]:9', 'https://service.example/partner/'])(
    'may be at %s',
    (baseUrl) => {
      expect(fields({ ...least, baseUrl })).toEqual([]);
    },
  );

  it.each([
    'http://service.example',
    'http://127.0.0.1.service.example',
    'http://localhost.example',
    'ftp://service.example',
    'service.example',
    'https://user:secret@service.example',
    'https://service.example/?a=1',
    'https://service.example/#a',
    '',
  ])('may not be at %s', (baseUrl) => {
    expect(fields({ ...least, baseUrl })).toEqual(['baseUrl']);
  });

  /** What a parser takes for another path, a proxy for another text, or the service for no path at all. */
  const oddPaths = [
    '/%2e%2e',
    '/a/%2E%2e/b',
    '/a/.%2e',
    '/a/..',
    '/../a',
    '/./a',
    '/a/.',
    '/a%2fb',
    '/a%2Fb',
    '/a%5cb',
    '/a\\b',
    '/a b',
    '/é',
    '/%41',
    '/%7e',
    '/%00',
    '/%0d%0aX',
    '/%7f',
    '/%252e%252e',
    '/%',
    '/%zz',
    '/a|b',
    '/{a}',
    '//a',
    '/a//b',
    '/a//',
    '//',
  ];
  const oddAddresses = [
    ...oddPaths.map((path) => `https://service.example${path}`),
    'https://service.example?',
    'https://service.example/a?',
    'https://service.example/a#',
    'https://@service.example',
    'https://:@service.example',
    'https:service.example',
    'https:///service.example',
    'https:\\\\service.example',
    ' https://service.example',
    'https://service.example:',
    'https://service.example.',
    'https://service%2eexample',
    'https://0x7f.1',
    'https://2130706433',
    'https://１２７.0.0.1',
    'https://a。example',
    'https://ｓervice.example',
    'https://ser\u00advice.example',
  ];
  it.each(oddAddresses)('may not be at %j, which others read or write in another way', (baseUrl) => {
    expect(new Set(fields({ ...least, baseUrl }))).toEqual(new Set(['baseUrl']));
    expect(new Set(fields({ ...least, serviceKeys: { url: baseUrl, pins: [] } }))).toEqual(
      new Set(['serviceKeys.url']),
    );
    expect(parseProfile(JSON.stringify({ ...least, baseUrl }), { taken: true }).ok).toBe(true);
  });

  it.each(oddPaths)('has the keys at no path %j, and is seen behind none', (path) => {
    expect(new Set(fields({ ...least, serviceKeys: { url: path, pins: [] } }))).toEqual(new Set(['serviceKeys.url']));
    expect(new Set(fields({ ...least, request: { seenAs: { pathPrefix: path } } }))).toEqual(
      new Set(['request.seenAs.pathPrefix']),
    );
  });

  it.each([
    '',
    '/',
    '/partner',
    '/partner/',
    '/a/b.c/v2~x',
    '/a%20b',
    '/%C3%A9',
    '/%D9%85',
    '/...',
    "/a;b=c,d!$&'()*+:@",
    ':8443',
    ':8443/a',
  ])('may be below https://service.example%s', (more) => {
    expect(fields({ ...least, baseUrl: `https://service.example${more}` })).toEqual([]);
  });

  it.each(['/jwks?use=sig&v=2', '/v1/keys?at=2026-11-29T00:00:00Z', '/?a/b?c'])('has the keys at %s', (url) => {
    expect(fields({ ...least, serviceKeys: { url, pins: [] } })).toEqual([]);
  });

  it.each(['https://keys.example/a?b#c', 'https://keys.example/a?b c', 'https://me@keys.example/?a', '/keys?a\\b'])(
    'has the keys not at %s',
    (url) => {
      expect(fields({ ...least, serviceKeys: { url, pins: [] } })).toEqual(['serviceKeys.url']);
    },
  );

  it.each([
    'https://مثال.example/a',
    'https://xn--mgbh0fb.example',
    'HTTPS://Service.Example',
    'https://[2001:db8::1]:1',
  ])('may be at %s', (baseUrl) => {
    expect(fields({ ...least, baseUrl })).toEqual([]);
  });

  it('is refused when it is not JSON', () => {
    expect(parseProfile('{"version":1,')).toEqual({ ok: false, error: [{ field: '', allowed: 'a JSON document' }] });
    expect(fields([])).toEqual(['']);
  });

  it.each([
    ['request.tag', { request: { parameters: ['keyid', 'tag'] } }],
    ['request.tag', { request: { tag: 'counter' } }],
    ['request.components.safeRead.0', { request: { components: { safeRead: ['@status'] } } }],
    ['request.components.safeRead.0', { request: { components: { safeRead: ['nonce'] } } }],
    [
      'request.components.bodylessNonceMutation.0',
      { request: { components: { bodylessNonceMutation: ['idempotency-key'] } } },
    ],
    [
      'request.components.safeRead',
      { request: { languages: null, components: { safeRead: ['@path', 'accept-language'] } } },
    ],
    [
      'request.components.bodylessNonceMutation',
      { request: { components: { bodylessNonceMutation: ['@path', 'content-type'] } } },
    ],
    ['request.components.bodylessNonceMutation', { request: { emptyBodyDigest: false } }],
    ['request.components.safeRead', { request: { emptyQuery: 'omitted', components: { safeRead: ['@query'] } } }],
    ['request.seenAs.authority', { request: { seenAs: { authority: 'inner.example:443' } } }],
    ['request.seenAs.authority', { request: { seenAs: { authority: 'Inner.example' } } }],
    ['request.seenAs.pathPrefix', { request: { seenAs: { pathPrefix: '/inner/' } } }],
    ['request.nonceBytes', { request: { nonceBytes: 15 } }],
    ['answer.binding.0', { answer: { binding: ['signature'] } }],
    ['answer.binding.0', { answer: { binding: ['@status'] } }],
    ['answer.required.2', { answer: { required: ['@status', 'content-digest', '@method'] } }],
    ['answer.requiredIfPresent.0', { answer: { requiredIfPresent: ['@status'] } }],
    ['answer.kinds.safeRead.required', { answer: { kinds: { safeRead: { required: ['@status'] } } } }],
    ['enrolment.proofPrefix', { enrolment: { proofPrefix: 'without it' } }],
    ['enrolment.proofPrefix', { enrolment: { proofPrefix: '{challenge}{secret}' } }],
    ['enrolment.signatureField', { enrolment: { signatureField: 'keyId' } }],
    ['enrolment.validDays.minimum', { enrolment: { validDays: { minimum: 30, maximum: 10 } } }],
    ['serviceKeys.url', { serviceKeys: { url: 'http://keys.example/jwks.json', pins: [] } }],
    ['serviceKeys.url', { serviceKeys: { url: '//keys.example/jwks.json', pins: [] } }],
  ])('refuses what cannot work at %s: %j', (field, change) => {
    expect(fields({ ...least, ...change })).toEqual([field]);
  });

  it('tells what does not go together beside what is wrong by itself, but nothing that hangs on a wrong field', () => {
    const document = {
      name: 'Test',
      baseUrl: 'ftp://x',
      serviceKeys: {},
      request: {
        label: 'X',
        tag: 'counter',
        emptyBodyDigest: false,
        languages: 'none',
        components: { safeRead: ['@path', 'accept-language'] },
      },
    };
    expect(fields(document).toSorted()).toEqual([
      'baseUrl',
      'request.components.bodylessNonceMutation',
      'request.label',
      'request.languages',
      'request.tag',
      'serviceKeys',
      'version',
    ]);
  });

  it.each([
    [
      { languages: null, components: { safeRead: ['@path', 'accept-language', 'x-other'] } },
      ['components.safeRead.2', 'components.safeRead'],
    ],
    [
      { components: { bodylessNonceMutation: ['x-other', '@path', 'content-type'] } },
      ['components.bodylessNonceMutation.0', 'components.bodylessNonceMutation'],
    ],
    [{ parameters: ['keyid', 'tag', 'other'] }, ['parameters.2', 'tag']],
    // The wrong entry may be the one that is missing.
    [{ parameters: ['keyid', 'tga'], tag: 'counter' }, ['parameters.1']],
    [{ parameters: ['created', 'other'] }, ['parameters.1', 'parameters']],
    [{ parameters: ['keyid', 'created', 'created', 'other'] }, ['parameters.3', 'parameters']],
  ])('tells what does not go together in a list of which an entry is wrong: %j', (request, faults) => {
    expect(fields({ ...least, request }).toSorted()).toEqual(faults.map((field) => `request.${field}`).toSorted());
  });

  it('means the same as before where the file is from before the tolerances were two', () => {
    expect([
      requestSkewSeconds(parsed({ ...least, answer: { maxSkewSeconds: 300 } })),
      requestSkewSeconds(parsed(least)),
    ]).toEqual([300, 60]);
    expect(
      requestSkewSeconds(parsed({ ...least, answer: { maxSkewSeconds: 300 }, request: { maxSkewSeconds: 0 } })),
    ).toBe(0);
  });

  it.each([
    [
      {
        jwks: {
          keys: [
            { kid: 5, kty: 'EC' },
            { kty: 'EC', x: 1 },
          ],
        },
      },
      [
        ['jwks.keys.0.kid', 'of type string'],
        ['jwks.keys.1.x', 'of type string'],
      ],
    ],
    [
      { jwks: { keyz: [] } },
      [
        ['jwks.keys', 'of type array'],
        ['jwks.keyz', 'no such field'],
      ],
    ],
    [
      { url: 5, pins: [7] },
      [
        ['url', 'of type string'],
        ['pins.0', 'of type string'],
      ],
    ],
    [{ url: '/k', pins: 'x' }, [['pins', 'of type array']]],
    [{ url: '/k' }, [['pins', 'of type array']]],
    [
      { jwks: { keys: [] }, url: '/k', pins: [] },
      [
        ['url', 'no such field'],
        ['pins', 'no such field'],
      ],
    ],
  ])('names each fault of %j as service keys by its own place', (serviceKeys, faults) => {
    const profile = parseProfile(JSON.stringify({ ...least, serviceKeys }));
    expect(
      profile.ok ? [] : profile.error.map(({ field, allowed }) => [field.replace('serviceKeys.', ''), allowed]),
    ).toEqual(faults);
  });

  it('says of every fault what is allowed', () => {
    const profile = parseProfile(
      JSON.stringify({
        ...least,
        version: 2,
        name: '',
        answerWaitSeconds: 0.5,
        retryAfterUnit: 'hours',
        serviceKeys: {},
        request: { emptyBodyDigest: false, nonceBytes: 99 },
      }),
    );
    expect(profile.ok ? [] : profile.error).toEqual(
      expect.arrayContaining([
        { field: 'version', allowed: 'one of 1' },
        { field: 'name', allowed: 'at least 1 characters' },
        { field: 'answerWaitSeconds', allowed: 'a whole number' },
        { field: 'retryAfterUnit', allowed: 'one of "seconds", "milliseconds", "http-date"' },
        { field: 'serviceKeys', allowed: '{"jwks":{"keys":[...]}} or {"url":"/path","pins":[...]}' },
        { field: 'request.nonceBytes', allowed: 'at most 64' },
        {
          field: 'request.components.bodylessNonceMutation',
          allowed: 'no content-digest: request.emptyBodyDigest is false',
        },
      ]),
    );
  });

  it('takes the example of the design as it is', () => {
    const target = ['@method', '@authority', '@path', '@query', 'x-service-date'];
    const example = {
      version: 1,
      name: 'Training',
      baseUrl: 'http://127.0.0.1:4010',
      serviceKeys: { jwks: { keys: [] } },
      request: {
        label: 'sig1',
        parameters: ['created', 'expires', 'keyid', 'alg'],
        expiresAfterSeconds: 60,
        components: {
          safeRead: target,
          bodylessNonceMutation: [...target, 'content-digest', 'nonce'],
          diagnostic: [...target, 'content-type', 'content-digest', 'nonce'],
          orderMutation: [...target, 'content-type', 'content-digest', 'nonce', 'idempotency-key'],
        },
        encoding: 'p1363',
        serviceDate: 'rfc3339-ms',
        nonce: 'uuid',
        digest: 'sha-256',
        idempotencyKey: 'bare',
        emptyQuery: '?',
      },
      answer: {
        required: ['@status', 'content-digest', 'content-type', 'x-request-id'],
        requiredIfPresent: ['location', 'retry-after', 'idempotency-replayed'],
        binding: ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key'],
        maxSkewSeconds: 60,
      },
      enrolment: {
        answersSigned: true,
        proof: 'challenge-utf8',
        proofFields: ['keyId', 'challenge', 'signature'],
        thumbprint: 'rfc7638',
      },
      retryAfterUnit: 'seconds',
      maximumRetryAfterSeconds: 86_400,
      answerWaitSeconds: 120,
      fence: { maxRequestAgeSeconds: 60, visibleWithinSeconds: 300 },
    };
    expect(parsed(example)).toEqual(
      parsed({ ...least, name: 'Training', baseUrl: 'http://127.0.0.1:4010', fence: example.fence }),
    );
    expect(warningsOf(parsed(example))).toEqual([]);
  });

  it('may name the schema that editors read, which means nothing here', () => {
    expect(parsed({ ...least, $schema: './deployment-profile.schema.json' })).toEqual(parsed(least));
  });

  it('warns of what works and may not have been meant', () => {
    const odd = {
      ...least,
      serviceKeys: { url: 'https://keys.example/jwks.json', pins: [] },
      request: { components: { orderMutation: ['@method', '@path', 'nonce'] } },
      answer: { kinds: { orderMutation: { binding: ['@path'] } } },
    };
    expect(warningsOf(parsed(odd)).map(({ field }) => field)).toEqual([
      'request.components.orderMutation',
      'request.components.orderMutation',
      'answer.binding',
      'serviceKeys.pins',
    ]);
  });

  it('warns of what it costs where answers need not say what they answer', () => {
    const notesOf = (answer: object): readonly string[] =>
      warningsOf(parsed({ ...least, answer })).map(({ note }) => note);
    expect(notesOf({ binding: [] })).toEqual(['refusals_unbound', 'not_found_unbound']);
    expect(notesOf({ binding: ['@method', '@path'] })).toEqual(['refusals_unbound']);
    expect(notesOf({ binding: ['nonce', '@method'] })).toEqual(['not_found_unbound']);
    expect(notesOf({ binding: ['idempotency-key', '@method', '@target-uri'] })).toEqual([]);
    expect(notesOf({ kinds: { safeRead: { binding: ['nonce'] } } })).toEqual(['not_found_unbound']);
    expect(
      notesOf({
        binding: [],
        kinds: { orderMutation: { binding: ['nonce'] }, safeRead: { binding: ['@method', '@path'] } },
      }),
    ).toEqual([]);
  });

  it('says what only the service can tell, and guesses none of it', () => {
    const fence = { maxRequestAgeSeconds: 0, visibleWithinSeconds: 0 };
    expect([parsed(least).fence, parsed(least).safeResendHours]).toEqual([null, null]);
    expect(unsaidIn(parsed(least)).map(({ note, field }) => [note, field])).toEqual([
      ['fence_unsaid', 'fence'],
      ['resend_unsaid', 'safeResendHours'],
    ]);
    expect(unsaidIn(parsed({ ...least, fence, safeResendHours: null })).map(({ note }) => note)).toEqual([
      'resend_unsaid',
    ]);
    expect(unsaidIn(parsed({ ...least, fence, safeResendHours: 1 }))).toEqual([]);
  });

  it('repeats no value in a fault', () => {
    const faults = JSON.stringify(
      parseProfile(JSON.stringify({ ...least, baseUrl: 'https://user:canary@service.example' })),
    );
    expect(faults).not.toContain('canary');
  });
});

describe('the hash of a profile', () => {
  it('is of its meaning, defaults included, and changes with it', () => {
    expect(profileHash(parsed({ ...least, maximumRetryAfterSeconds: 86_400, answerWaitSeconds: 120 }))).toBe(
      profileHash(parsed(least)),
    );
    expect(profileHash(parsed({ ...least, answerWaitSeconds: 121 }))).not.toBe(profileHash(parsed(least)));
  });
});

describe('the address of a deployment', () => {
  it('is one for all spellings of it, so that nothing pinned to it gets lost', () => {
    const spellings = ['https://service.example', 'https://service.example/', 'HTTPS://Service.Example:443'];
    expect(new Set(spellings.map((baseUrl) => deploymentIdentity(parsed({ ...least, baseUrl }))))).toEqual(
      new Set(['https://service.example']),
    );
  });

  it('comes before every path', () => {
    expect(serviceUrl(parsed({ ...least, baseUrl: 'https://service.example/a%20b/' }), '/v1/wallets?cursor=x')).toBe(
      'https://service.example/a%20b/v1/wallets?cursor=x',
    );
  });

  it('is not that of the keys where they have one of their own', () => {
    const profile = parsed({ ...least, baseUrl: 'https://service.example/partner' });
    expect(keySetUrl(profile, '/v1/keys')).toBe('https://service.example/partner/v1/keys');
    expect(keySetUrl(profile, 'https://keys.example/jwks.json')).toBe('https://keys.example/jwks.json');
  });

  it.each([
    [{}, 'https://service.example/partner/v1/wallets?cursor=x'],
    [{ scheme: 'http' }, 'http://service.example/partner/v1/wallets?cursor=x'],
    [{ authority: 'inner.example:8080' }, 'https://inner.example:8080/partner/v1/wallets?cursor=x'],
    [{ pathPrefix: '' }, 'https://service.example/v1/wallets?cursor=x'],
    [{ scheme: 'http', authority: '[fd00::1]:81', pathPrefix: '/a/b' }, 'http://[fd00::1]:81/a/b/v1/wallets?cursor=x'],
  ])('is seen by the service as %j says', (seenAs, seen) => {
    const profile = parsed({ ...least, baseUrl: 'https://service.example/partner/', request: { seenAs } });
    expect(seenUrl(profile, serviceUrl(profile, '/v1/wallets?cursor=x'))).toBe(seen);
    expect(deploymentIdentity(profile)).toBe('https://service.example/partner');
  });
});
