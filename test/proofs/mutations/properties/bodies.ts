import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { z } from 'zod';
import type { Clock, Transport } from '../../../../src-main/core/ports.ts';
import { createServiceKeys } from '../../../../src-main/deployment/service-keys.ts';
import { decodeAnswer, encodeAnswer } from '../../../../src-main/exchange/kept-answer.ts';
import type { Verified } from '../../../../src-main/partner-api/judge.ts';
import { readCards, readCategories, readSubcategories } from '../../../../src-main/partner-api/operations/catalogue.ts';
import { readDiagnostic } from '../../../../src-main/partner-api/operations/diagnostic.ts';
import { readInvitation, readKeyResult } from '../../../../src-main/partner-api/operations/enrolment.ts';
import { readJson } from '../../../../src-main/partner-api/operations/json.ts';
import { maximumItems } from '../../../../src-main/partner-api/operations/list.ts';
import { readOrder } from '../../../../src-main/partner-api/operations/order.ts';
import { readOwnedCard, readOwnedCards } from '../../../../src-main/partner-api/operations/owned-cards.ts';
import { readProfile } from '../../../../src-main/partner-api/operations/profile.ts';
import { readRevealed } from '../../../../src-main/partner-api/operations/reveals.ts';
import { readWallet, readWallets } from '../../../../src-main/partner-api/operations/wallets.ts';
import { failureOf, readProblem } from '../../../../src-main/partner-api/problem.ts';
import { createServiceClock } from '../../../../src-main/partner-api/service-clock.ts';
import { parsePublicJwk } from '../../../../src-main/signatures/keys.ts';
import { refusalCodes } from '../../../../src-shared/contract/codes.ts';
import { usualPage } from '../../../support/page.ts';
import { verified } from '../../../unit/src-main/orders/answer-samples.ts';
import { orders } from '../bodies.ts';
import { orderFault } from '../order-check.ts';
import { samplesFor } from '../samples.ts';
import type { Seam } from '../seam.ts';
import { nowSeconds, profileWith, serviceKey, verifierOf, type Truth } from '../service.ts';
import { bodyBytes, hugeJsonText, jsonText, oddText, encoded } from './arbitraries.ts';
import { property, type Property } from './property.ts';

const pages = [
  (body: unknown) => readWallets(body, usualPage),
  readCategories,
  readSubcategories,
  readCards,
  (body: unknown) => readOwnedCards(body, usualPage),
];
const records = [readWallet, readOwnedCard, readProfile, readDiagnostic, readInvitation, readKeyResult, readRevealed];
const status = fc.oneof(
  fc.constantFrom(200, 201, 202, 400, 404, 409, 429, 500, 503),
  fc.integer({ min: 100, max: 599 }),
);
const binding = fc.subarray(['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'idempotency-key']);

/** An order of ours with some of its members replaced, dropped or added: near enough to get past the first check. */
const nearOrder = fc
  .tuple(
    fc.constantFrom(...Object.values(orders)),
    fc.dictionary(
      fc.constantFrom(
        'status',
        'soldCards',
        'total',
        'quantity',
        'invoiceId',
        'walletId',
        'operationId',
        'completedAt',
        '__proto__',
        'extra',
      ),
      jsonText,
      { maxKeys: 4 },
    ),
  )
  .map(([order, changes]) => {
    const members = new Map(Object.entries(order).map(([name, value]) => [name, JSON.stringify(value)]));
    for (const [name, text] of Object.entries(changes)) members.set(name, text);
    return encoded(`{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`);
  });
const anyBody = fc.oneof(bodyBytes, nearOrder);
const hugeBody = hugeJsonText.map(encoded);

export function bodyProperties(seam: Seam): readonly Property[] {
  return [
    property(
      'problems',
      'a refusal of any shape has one of our codes and short words',
      4_000,
      fc.tuple(anyBody, status),
      ([body, code]) => problemHolds(body, code),
    ),
    property(
      'problems',
      'a refusal of any size and depth is read or refused in time',
      40,
      fc.tuple(hugeBody, status),
      ([body, code]) => problemHolds(body, code),
    ),
    property(
      'orders',
      'no answer of any shape moves an order further than it says',
      4_000,
      fc.tuple(anyBody, status, binding),
      ([body, code, bound]) => orderHolds(seam, body, code, bound),
    ),
    property(
      'orders',
      'an answer of any size and depth is read or refused in time',
      40,
      fc.tuple(hugeBody, status, binding),
      ([body, code, bound]) => orderHolds(seam, body, code, bound),
    ),
    property('collections', 'a page or record of any shape is read or refused', 3_000, anyBody, readersHold),
    property(
      'collections',
      'a page or record of any size and depth is read or refused in time',
      40,
      hugeBody,
      readersHold,
    ),
    property(
      'answers',
      'no answer is accepted that the service did not sign',
      4_000,
      rawAnswers(),
      ([code, headers, body]) => {
        const judged = seam.judge({
          raw: { status: code, headers, body },
          request: someRequest,
          kind: 'orderMutation',
          profile,
          keys,
          clock: clock(),
        });
        return judged.kind === 'unverified';
      },
    ),
    property('answers', 'what is sealed is read back as it was', 2_000, rawAnswers(), ([code, headers, body]) => {
      const read = decodeAnswer(
        encodeAnswer({
          request: { operation: 'createPartnerOrder', url: 'https://service.example/', headers },
          raw: { status: code, headers, body },
          receivedAtMs: 1,
        }),
      );
      return (
        read !== null &&
        read.raw.status === code &&
        isDeepStrictEqual(read.raw.headers, headers) &&
        Buffer.compare(read.raw.body, body) === 0
      );
    }),
    property(
      'answers',
      'bytes that were not sealed by us are no answer',
      3_000,
      bodyBytes,
      (bytes) => decodeAnswer(bytes) === null,
    ),
    property(
      'answers',
      'a key set of any shape holds P-256 keys under their own names or none',
      1_500,
      nearKeySet,
      (text) => {
        const document = readJson(encoded(text));
        const found = createServiceKeys(
          { ...profile, serviceKeys: { jwks: { keys: membersOf(document) } } },
          noTransport,
          idleClock,
        ).lookup('service-1');
        return found === undefined || (found.kid === 'service-1' && parsePublicJwk(found.jwk).ok);
      },
    ),
  ];
}

const service = serviceKey(1, 'service-1');
const keys = verifierOf(service);
const profile = profileWith();
const someRequest = samplesFor(1, service)[0]?.request ?? {
  kind: 'request' as const,
  method: 'GET',
  scheme: 'https' as const,
  authority: '',
  path: '/',
  query: null,
  headers: [],
};

const idleClock: Clock = { nowMs: () => nowSeconds * 1000, monotonicMs: () => 0, sleep: () => Promise.resolve() };
const noTransport: Transport = { exchange: () => Promise.resolve({ ok: false, error: { code: 'not_sent' } }) };

/** Members of a true key with some of them replaced. */
const nearKeySet = fc
  .array(
    fc
      .dictionary(
        fc.constantFrom('kty', 'crv', 'x', 'y', 'kid', 'use', 'alg', 'd', '__proto__'),
        fc.oneof(jsonText, fc.constantFrom('"sig"', '"ES256"', '"service-1"')),
        { maxKeys: 2 },
      )
      .map((changes) =>
        JSON.stringify({ ...service.jwk, kid: 'service-1' }).replace(
          /}$/,
          Object.entries(changes)
            .map(([name, text]) => `,${JSON.stringify(name)}:${text}`)
            .join('') + '}',
        ),
      ),
    { maxLength: 4 },
  )
  .map((keys) => `[${keys.join(',')}]`);

function membersOf(document: unknown): Record<string, unknown>[] & { kty: string }[] {
  return z.array(z.custom<Record<string, unknown> & { kty: string }>()).parse(document);
}

function clock() {
  return createServiceClock(idleClock, 0, () => undefined);
}

function rawAnswers(): fc.Arbitrary<[number, (readonly [string, string])[], Uint8Array]> {
  const name = fc.oneof(
    fc.constantFrom(
      'Signature',
      'Signature-Input',
      'Content-Digest',
      'Content-Type',
      'X-Request-Id',
      'Content-Encoding',
      'Location',
      'Retry-After',
      '__proto__',
      '',
    ),
    oddText,
  );
  const input =
    'sig1=("@status" "content-digest" "content-type" "x-request-id" "@method";req "@path";req);created=1800000000;keyid="service-1"';
  const value = fc.oneof(
    oddText,
    fc.constantFrom(
      input,
      `sig1=:${'A'.repeat(86)}==:`,
      'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
      'identity',
      'application/json',
    ),
  );
  return fc.tuple(
    fc.oneof(status, fc.integer()),
    fc.array(fc.tuple(name, value), { maxLength: 10 }),
    fc.oneof(bodyBytes, fc.constant(new Uint8Array())),
  );
}

function problemHolds(body: Uint8Array, code: number): boolean {
  const answer: Verified = { ...verified({ status: code, body: {} }), body };
  const failure = failureOf(answer);
  const problem = readProblem(answer);
  const clean = Object.keys(Object.prototype).length === 0;
  if (code >= 200 && code < 300) return failure === null && clean;
  const known =
    failure !== null &&
    (failure.code === 'answer_unreadable' ||
      failure.code === 'unknown_refusal' ||
      refusalCodes.some((one) => one === failure.code));
  return known && clean && (problem?.code.length ?? 1) <= 100 && (failure.field?.length ?? 0) <= 200;
}

function orderHolds(seam: Seam, body: Uint8Array, code: number, bound: readonly string[]): boolean {
  const judged = { ...verified({ status: code, body: {}, bound }), body };
  const truth: Truth = {
    status: code,
    body,
    covered: new Map(),
    bound: new Set(bound),
    createdAtSeconds: 0,
    keyId: '',
    signature: new Uint8Array(64),
  };
  for (const call of ['createPartnerOrder', 'getPartnerOrder'] as const) {
    const fault = orderFault(seam, call, { group: 'signed anew', label: '' }, { judged, truth });
    if (fault !== null) throw new Error(fault);
  }
  const order = readOrder(readJson(body));
  return (
    order === null ||
    new Set(
      order.soldCards.map(({ soldCardId, serialNumber, voucher }) =>
        JSON.stringify([soldCardId, serialNumber, voucher]),
      ),
    ).size === order.soldCards.length
  );
}

function readersHold(body: Uint8Array): boolean {
  const json = readJson(body);
  for (const read of records) read(json);
  return pages.every((read) => {
    const page = read(json);
    if (page === null) return true;
    const skipped = Object.values(page.skipped ?? {}).reduce((sum, count) => sum + count, 0);
    return page.items.length + skipped <= maximumItems && (page.nextCursor?.isWellFormed() ?? true);
  });
}
