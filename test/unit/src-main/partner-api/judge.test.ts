import { createHash, createPrivateKey, sign } from 'node:crypto';
import { component, createSignatureSync } from 'http-message-sig';
import { describe, expect, it } from 'vitest';
import type { RawAnswer } from '../../../../src-main/core/ports.ts';
import type { DeploymentProfile } from '../../../../src-main/deployment/profile.ts';
import { judge, type JudgeInput, type Judged, type Verified } from '../../../../src-main/partner-api/judge.ts';
import { createServiceClock, type ServiceClock } from '../../../../src-main/partner-api/service-clock.ts';
import { generatePrivateKey, publicHalf, verifyingKey } from '../../../../src-main/signatures/keys.ts';
import { requestMessage, type RequestMessage } from '../../../../src-main/signatures/message.ts';
import { profileOf } from './partner.ts';

const jwk = generatePrivateKey();
const serviceKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
const keys = (kid: string) => (kid === 'service-1' ? verifyingKey('service-1', publicHalf(jwk)) : undefined);
const nowSeconds = 1_800_000_000;
const profile = profileOf({ baseUrl: 'https://service.example' });

const read = requestMessage('GET', 'https://service.example/v1/wallets', [['X-Service-Date', 'now']]);
const mutation = requestMessage('POST', 'https://service.example/v1/wallets/w/orders', [
  ['Nonce', 'nonce-1'],
  ['Content-Digest', 'sha-256=:AAAA:'],
  ['Idempotency-Key', 'op-1'],
]);

interface Signing {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly uncovered?: readonly string[];
  readonly alsoCovered?: readonly string[];
  readonly request?: RequestMessage;
  readonly createdSeconds?: number;
  readonly expiresSeconds?: number;
  readonly keyId?: string;
}

/** An answer as a service signs it for `request`, but for what `signing` says. */
function answerTo(request: RequestMessage, signing: Signing = {}): RawAnswer {
  const {
    status = 200,
    body = '{}',
    headers = {},
    uncovered = [],
    alsoCovered = [],
    request: bound = request,
  } = signing;
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const fields = Object.entries({
    'content-type': 'application/json',
    'x-request-id': 'r-1',
    'content-digest': digest,
    ...headers,
  }).map(([name, value]) => ({ name, value }));
  const carried = ['nonce', 'content-digest', 'idempotency-key'].filter((name) =>
    bound.headers.some(([given]) => given.toLowerCase() === name),
  );
  const own = ['@status', 'content-type', 'x-request-id', 'content-digest', ...alsoCovered].filter(
    (name) => !uncovered.includes(name),
  );
  const requests = ['@method', '@authority', '@path', '@query', ...carried].filter(
    (name) => !uncovered.includes(`${name};req`),
  );
  const signed = createSignatureSync(
    {
      kind: 'response',
      status,
      fields,
      request: {
        kind: 'request',
        method: bound.method,
        targetUri: `https://${bound.authority}${bound.path}`,
        fields: bound.headers.map(([name, value]) => ({ name, value })),
      },
    },
    {
      label: 'sig1',
      components: [...own, ...requests.map((name) => component(name, { req: true }))],
      parameters: {
        created: signing.createdSeconds ?? nowSeconds,
        keyid: signing.keyId ?? 'service-1',
        alg: 'ecdsa-p256-sha256',
        ...(signing.expiresSeconds === undefined ? {} : { expires: signing.expiresSeconds }),
      },
      signer: {
        algorithm: 'ecdsa-p256-sha256',
        sign: (data) => sign('sha256', data, { key: serviceKey, dsaEncoding: 'ieee-p1363' }),
      },
    },
  );
  const lines = [
    ...fields.map(({ name, value }) => [name, value] as const),
    ['signature-input', signed.signatureInput] as const,
    ['signature', signed.signature] as const,
  ];
  return { status, headers: lines, body: Buffer.from(body) };
}

function clockAt(seconds: number): ServiceClock {
  return createServiceClock(
    { nowMs: () => seconds * 1000, monotonicMs: () => 0, sleep: () => Promise.resolve() },
    0,
    () => undefined,
  );
}

/** By what time a request would be dated after this unbound answer. */
function createdAtHint(raw: RawAnswer): number {
  const clock = clockAt(nowSeconds);
  judged(read, raw, { clock });
  return clock.datingMs();
}

function judged(request: RequestMessage, raw: RawAnswer, more: Partial<JudgeInput> = {}): Judged {
  return judge({
    raw,
    request,
    kind: 'orderMutation',
    profile,
    keys,
    clock: clockAt(nowSeconds),
    exchange: { sentAtMs: 0, receivedAtMs: 0 },
    ...more,
  });
}

function verified(judgement: Judged): Verified {
  if (judgement.kind !== 'verified') throw new Error(judgement.reason);
  return judgement;
}

const reasonOf = (judgement: Judged): string => (judgement.kind === 'verified' ? 'verified' : judgement.reason);

describe('an answer that the service signed for this request', () => {
  it.each(['identity', 'Identity'])('may say that it is in no coding: %s', (coding) => {
    expect(reasonOf(judged(read, withLine(answerTo(read), 'Content-Encoding', coding)))).toBe('verified');
  });

  it('is verified', () => {
    const answer = verified(judged(mutation, answerTo(mutation, { status: 201, body: '{"a":1}' })));
    expect(answer).toMatchObject({ status: 201, createdAtSeconds: nowSeconds, serviceKeyId: 'service-1' });
    expect(Buffer.from(answer.body).toString()).toBe('{"a":1}');
    expect(answer.bound).toEqual(
      new Set(['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key']),
    );
    expect(answer.signatureSha256).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('shows a header only where the signature covers it', () => {
    const raw = answerTo(read, {
      headers: { 'retry-after': '5', 'x-other': 'unsigned' },
      alsoCovered: ['retry-after'],
    });
    const answer = verified(judged(read, raw));
    expect([
      answer.header('Retry-After'),
      answer.header('x-other'),
      answer.header('x-request-id'),
      answer.header('absent'),
    ]).toEqual(['5', null, 'r-1', null]);
  });
});

const without = (raw: RawAnswer, name: string): RawAnswer => ({
  ...raw,
  headers: raw.headers.filter(([given]) => given !== name),
});
const withLine = (raw: RawAnswer, name: string, value: string): RawAnswer => ({
  ...raw,
  headers: [...raw.headers, [name, value]],
});
/** With the name of another algorithm in its signature. */
const otherAlgorithm = (raw: RawAnswer): RawAnswer => ({
  ...raw,
  headers: raw.headers.map(([name, value]) => [name, value.replace('alg="ecdsa-p256-sha256"', 'alg="ed25519"')]),
});

describe('an answer is not verified', () => {
  const altered = (raw: RawAnswer, change: Partial<RawAnswer>): RawAnswer => ({ ...raw, ...change });

  it.each([
    ['signature_missing', 'without a signature', without(answerTo(read), 'signature')],
    [
      'signature_missing',
      'as a page of a proxy',
      { status: 502, headers: [['content-type', 'text/html']], body: Buffer.from('<html>') } satisfies RawAnswer,
    ],
    ['signature_invalid', 'with another status', altered(answerTo(read), { status: 201 })],
    ['digest_mismatch', 'with another body', altered(answerTo(read), { body: Buffer.from('{"a":2}') })],
    ['unknown_key', 'from another key', answerTo(read, { keyId: 'service-9' })],
    ['algorithm_mismatch', 'by another algorithm', otherAlgorithm(answerTo(read))],
    ['content_coded', 'in a content coding', withLine(answerTo(read), 'Content-Encoding', 'gzip')],
    ['component_not_covered', 'without its status signed', answerTo(read, { uncovered: ['@status'] })],
    ['component_not_covered', 'without its digest signed', answerTo(read, { uncovered: ['content-digest'] })],
    [
      'component_not_covered',
      'with a Retry-After that is not signed',
      answerTo(read, { headers: { 'retry-after': '5' } }),
    ],
    ['not_bound', 'without the path bound', answerTo(read, { uncovered: ['@path;req'] })],
    [
      'signature_malformed',
      'with a signature field that is none',
      without(withLine(without(answerTo(read), 'signature'), 'signature', 'sig1=?'), 'nothing'),
    ],
  ])('(%s) %s', (reason, _, raw) => {
    expect(reasonOf(judged(read, raw))).toBe(reason);
  });

  it.each([
    ['component_not_covered', '@status'],
    ['not_bound', '@path;req'],
  ])('(%s) and says which component is left out: %s', (reason, component) => {
    expect(judged(read, answerTo(read, { uncovered: [component] }))).toStrictEqual({
      kind: 'unverified',
      reason,
      component,
    });
    expect(judged(read, without(answerTo(read), 'signature'))).toStrictEqual({
      kind: 'unverified',
      reason: 'signature_missing',
    });
  });

  it('(digest_missing) without a digest, whatever the signature covers', () => {
    const loose: DeploymentProfile = { ...profile, answer: { ...profile.answer, required: ['@status'] } };
    const raw = without(answerTo(read, { uncovered: ['content-digest'] }), 'content-digest');
    expect(reasonOf(judged(read, raw, { profile: loose }))).toBe('digest_missing');
  });

  it.each([['nonce;req'], ['idempotency-key;req'], ['content-digest;req']])(
    '(not_bound) without the %s of a mutation',
    (name) => {
      expect(reasonOf(judged(mutation, answerTo(mutation, { uncovered: [name] })))).toBe('not_bound');
    },
  );

  it.each([
    [
      'the nonce',
      requestMessage('POST', 'https://service.example/v1/wallets/w/orders', [
        ['Nonce', 'nonce-2'],
        ['Content-Digest', 'sha-256=:AAAA:'],
        ['Idempotency-Key', 'op-1'],
      ]),
    ],
    [
      'the operation',
      requestMessage('POST', 'https://service.example/v1/wallets/w/orders', [
        ['Nonce', 'nonce-1'],
        ['Content-Digest', 'sha-256=:AAAA:'],
        ['Idempotency-Key', 'op-2'],
      ]),
    ],
    ['the path', requestMessage('POST', 'https://service.example/v1/wallets/v/orders', mutation.headers)],
    ['the service', requestMessage('POST', 'https://other.example/v1/wallets/w/orders', mutation.headers)],
  ])('(signature_invalid) when it was made for a request that differs in %s', (_, other) => {
    expect(reasonOf(judged(mutation, answerTo(mutation, { request: other })))).toBe('signature_invalid');
  });
});

describe('freshness', () => {
  it.each([
    [-62, 'stale'],
    [-61, 'verified'],
    [0, 'verified'],
    [61, 'verified'],
    [62, 'stale'],
  ])('of an answer made %i seconds from now: %s', (shift, outcome) => {
    expect(reasonOf(judged(read, answerTo(read, { createdSeconds: nowSeconds + shift })))).toBe(outcome);
  });

  it('ends with the expiry that the service wrote', () => {
    expect(
      reasonOf(judged(read, answerTo(read, { createdSeconds: nowSeconds - 61, expiresSeconds: nowSeconds - 61 }))),
    ).toBe('stale');
    expect(
      reasonOf(judged(read, answerTo(read, { createdSeconds: nowSeconds - 61, expiresSeconds: nowSeconds - 60 }))),
    ).toBe('verified');
    expect(reasonOf(judged(read, answerTo(read, { expiresSeconds: nowSeconds + 5 })))).toBe('verified');
  });

  it('is certain for an answer to a nonce of ours, which also teaches the clock', () => {
    const clock = clockAt(nowSeconds);
    expect(reasonOf(judged(mutation, answerTo(mutation, { createdSeconds: nowSeconds + 7200 }), { clock }))).toBe(
      'verified',
    );
    expect(clock.offsetMs()).toBe(7_200_500);
    expect(reasonOf(judged(read, answerTo(read, { createdSeconds: nowSeconds + 7200 }), { clock }))).toBe('verified');
  });

  it('is none where the time counts milliseconds, which teaches nothing, whatever it answers', () => {
    const clock = clockAt(nowSeconds);
    const answer = answerTo(mutation, { createdSeconds: nowSeconds * 1000 });
    expect(reasonOf(judged(mutation, answer, { clock }))).toBe('stale');
    expect([clock.offsetMs(), clock.greatestCreatedSeconds()]).toEqual([null, 0]);
  });

  it('is certain for it also when its sealed bytes are judged again long after, which teaches nothing', () => {
    const clock = clockAt(nowSeconds + 86_400);
    const again = judge({ raw: answerTo(mutation), request: mutation, kind: 'orderMutation', profile, keys, clock });
    expect(reasonOf(again)).toBe('verified');
    expect(clock.offsetMs()).toBeNull();
  });

  it('hints at the time of the service where nothing binds it, straight from the wire and nowhere else', () => {
    const clock = clockAt(nowSeconds);
    const raw = answerTo(read, { createdSeconds: nowSeconds - 30 });
    expect(reasonOf(judge({ raw, request: read, kind: 'safeRead', profile, keys, clock }))).toBe('verified');
    expect(clock.datingMs()).toBe(nowSeconds * 1000);
    expect(reasonOf(judged(read, raw, { clock }))).toBe('verified');
    expect([clock.nowMs(), clock.offsetMs()]).toEqual([nowSeconds * 1000, null]);
    expect(createdAtHint(answerTo(read, { createdSeconds: nowSeconds + 30 }))).toBe(nowSeconds * 1000 + 30_500);
  });

  it('learned from a verified answer is kept: the clock never goes back behind it', () => {
    const clock = clockAt(nowSeconds);
    judged(read, answerTo(read, { createdSeconds: nowSeconds + 30 }), { clock });
    expect(clock.greatestCreatedSeconds()).toBe(nowSeconds + 30);
  });

  it('is not learned from an answer that is not verified', () => {
    const clock = clockAt(nowSeconds);
    const raw = answerTo(mutation, { createdSeconds: nowSeconds + 7200 });
    judged(mutation, { ...raw, status: 500 }, { clock });
    judged(mutation, { ...raw, body: Buffer.from('other') }, { clock });
    expect([clock.offsetMs(), clock.greatestCreatedSeconds()]).toEqual([null, 0]);
  });
});
