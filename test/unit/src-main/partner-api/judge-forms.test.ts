import { createHash, createPrivateKey, sign } from 'node:crypto';
import { component, createSignatureSync } from 'http-message-sig';
import { describe, expect, it } from 'vitest';
import { judge, type Judged } from '../../../../src-main/partner-api/judge.ts';
import type { RequestKind } from '../../../../src-main/partner-api/operations/table.ts';
import { createServiceClock, type ServiceClock } from '../../../../src-main/partner-api/service-clock.ts';
import { generatePrivateKey, publicHalf, verifyingKey } from '../../../../src-main/signatures/keys.ts';
import { requestMessage, type RequestMessage } from '../../../../src-main/signatures/message.ts';
import { profileOf } from './partner.ts';

const jwk = generatePrivateKey();
const serviceKey = createPrivateKey({ key: { ...jwk }, format: 'jwk' });
const keys = (kid: string) => (kid === 'service-1' ? verifyingKey('service-1', publicHalf(jwk)) : undefined);
const nowSeconds = 1_800_000_000;

const date = ['X-Service-Date', '2027-01-15T08:00:00.000Z'] as const;
const read = requestMessage('GET', 'https://service.example/v1/wallets', [date]);
const order = requestMessage('POST', 'https://service.example/v1/wallets/w/orders', [date, ['Nonce', 'nonce-1']]);

interface Writing {
  readonly bound?: readonly string[];
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly label?: string;
  readonly dsaEncoding?: 'ieee-p1363' | 'der';
  /** The body that came, and the one that was digested. */
  readonly body?: string;
  readonly digestOf?: string;
  /** The `request` part of the profile. */
  readonly forms?: object;
  readonly clock?: ServiceClock;
}

const newClock = (): ServiceClock =>
  createServiceClock(
    { nowMs: () => nowSeconds * 1000, monotonicMs: () => 0, sleep: () => Promise.resolve() },
    0,
    () => undefined,
  );

/** Judges an answer to `request` that is written like this, under a profile whose `answer` is like that. */
function judged(
  answer: object,
  request: RequestMessage,
  {
    bound = ['@method'],
    parameters = { created: nowSeconds },
    label = 'sig1',
    dsaEncoding = 'ieee-p1363',
    body = '{}',
    digestOf = body,
    forms = {},
    clock = newClock(),
  }: Writing,
  kind: RequestKind = 'safeRead',
): Judged {
  const fields = [
    { name: 'content-digest', value: `sha-256=:${createHash('sha256').update(digestOf).digest('base64')}:` },
  ];
  const descriptor = {
    kind: 'request' as const,
    method: request.method,
    targetUri: `https://${request.authority}${request.path}`,
    fields: request.headers.map(([name, value]) => ({ name, value })),
  };
  const signed = createSignatureSync(
    { kind: 'response', status: 200, fields, request: descriptor },
    {
      label,
      components: ['@status', 'content-digest', ...bound.map((name) => component(name, { req: true }))],
      parameters: { ...parameters, keyid: 'service-1' },
      signer: {
        algorithm: 'ecdsa-p256-sha256',
        sign: (data) => sign('sha256', data, { key: serviceKey, dsaEncoding }),
      },
    },
  );
  const headers = [
    ...fields.map(({ name, value }) => [name, value] as const),
    ['signature-input', signed.signatureInput] as const,
    ['signature', signed.signature] as const,
  ];
  const profile = profileOf({
    baseUrl: 'https://service.example',
    request: forms,
    answer: { required: ['@status', 'content-digest'], binding: ['@method'], ...answer },
  });
  return judge({
    raw: { status: 200, headers, body: Buffer.from(body) },
    request,
    kind,
    profile,
    keys,
    clock,
    exchange: { sentAtMs: 0, receivedAtMs: 0 },
  });
}

const said = (judgement: Judged): string => (judgement.kind === 'verified' ? 'verified' : judgement.reason);

describe('an answer in the forms of its deployment', () => {
  it('is written as r||s or as DER, and never taken in the other form', () => {
    expect(said(judged({}, read, {}))).toBe('verified');
    expect(said(judged({ encoding: 'der' }, read, { dsaEncoding: 'der' }))).toBe('verified');
    expect(said(judged({ encoding: 'der' }, read, {}))).toBe('signature_malformed');
    expect(said(judged({}, read, { dsaEncoding: 'der' }))).toBe('signature_malformed');
  });

  it('has the label and the tag that the deployment names, where it names one', () => {
    expect(
      said(
        judged({ label: 'service', tag: 'answer' }, read, {
          label: 'service',
          parameters: { created: nowSeconds, tag: 'answer' },
        }),
      ),
    ).toBe('verified');
    expect(said(judged({ label: 'service' }, read, {}))).toBe('signature_missing');
    expect(said(judged({ tag: 'answer' }, read, {}))).toBe('signature_missing');
    expect(said(judged({ tag: 'answer' }, read, { parameters: { created: nowSeconds, tag: 'other' } }))).toBe(
      'signature_missing',
    );
    expect(said(judged({}, read, { label: 'any', parameters: { created: nowSeconds, tag: 'any' } }))).toBe('verified');
  });

  it('need not say when it was made, where the deployment says so and it is bound to what no earlier request had', () => {
    const undated = (request: RequestMessage, ...bound: string[]): string =>
      said(judged({ created: 'optional' }, request, { bound: ['@method', ...bound], parameters: {} }));
    expect([undated(order, 'nonce'), undated(read, 'x-service-date'), undated(read), undated(order)]).toEqual([
      'verified',
      'verified',
      'stale',
      'stale',
    ]);
    expect(said(judged({}, order, { bound: ['@method', 'nonce'], parameters: {} }))).toBe('stale');
    expect(said(judged({ created: 'optional' }, read, { parameters: { created: nowSeconds - 3_600 } }))).toBe('stale');
    expect(judged({ created: 'optional' }, order, { bound: ['@method', 'nonce'], parameters: {} })).toMatchObject({
      createdAtSeconds: null,
    });
  });

  it('teaches nothing of the time where it does not say when it was made', () => {
    const clock = newClock();
    for (const [request, bound] of [
      [order, 'nonce'],
      [read, 'x-service-date'],
    ] as const) {
      expect(said(judged({ created: 'optional' }, request, { bound: ['@method', bound], parameters: {}, clock }))).toBe(
        'verified',
      );
    }
    expect([clock.datingMs(), clock.offsetMs(), clock.greatestCreatedSeconds()]).toEqual([nowSeconds * 1000, null, 0]);
  });

  it('is bound to a query that is not there as the RFC writes it, unless the deployment writes nothing', () => {
    const bound = ['@method', '@query'];
    expect(['?', 'omitted', ''].map((emptyQuery) => said(judged({}, read, { bound, forms: { emptyQuery } })))).toEqual([
      'verified',
      'verified',
      'signature_invalid',
    ]);
  });

  it('is not made fresh by the operation id, which every attempt of an order carries', () => {
    const resent = requestMessage('POST', 'https://service.example/v1/wallets/w/orders', [
      date,
      ['Idempotency-Key', 'operation-1'],
    ]);
    const bound = ['@method', 'idempotency-key'];
    expect(said(judged({}, resent, { bound, parameters: { created: nowSeconds } }))).toBe('verified');
    expect(said(judged({}, resent, { bound, parameters: { created: nowSeconds - 3_600 } }))).toBe('stale');
    expect(said(judged({ created: 'optional' }, resent, { bound, parameters: {} }))).toBe('stale');
  });

  it('has the digest of its bytes, of none as well', () => {
    expect(said(judged({}, read, { body: '' }))).toBe('verified');
    expect(said(judged({}, read, { body: '', digestOf: '{}' }))).toBe('digest_mismatch');
    expect(said(judged({}, read, { body: '{}', digestOf: '' }))).toBe('digest_mismatch');
  });

  it('goes by the lists of its kind of request, and by the common ones for the rest', () => {
    const answer = {
      binding: ['@method', '@path'],
      kinds: { safeRead: { binding: [] }, orderMutation: { required: ['@status', 'content-digest', 'x-request-id'] } },
    };
    expect(said(judged(answer, read, { bound: [] }))).toBe('verified');
    expect(said(judged(answer, read, { bound: [] }, 'diagnostic'))).toBe('not_bound');
    expect(said(judged(answer, order, { bound: ['@method', '@path'] }, 'orderMutation'))).toBe('component_not_covered');
    expect(said(judged(answer, order, { bound: ['@method', '@path'] }, 'bodylessNonceMutation'))).toBe('verified');
  });
});
