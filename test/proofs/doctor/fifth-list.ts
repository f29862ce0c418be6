import { gzipSync } from 'node:zlib';
import type { RawAnswer, Transport } from '../../../src-main/core/ports.ts';
import { err } from '../../../src-main/core/result.ts';
import type { EvidenceKind } from '../../../src-shared/contract/diagnosis-codes.ts';
import {
  byNode,
  did,
  each,
  each3rd,
  hasQuery,
  instead,
  isOrder,
  isPost,
  json,
  onHeader,
  page,
  planted,
  readOften,
  suspended,
  target,
  turns,
  withoutScope,
  type Control,
} from './list-parts.ts';
import type { Passing, ProxyFault } from './loopback-proxy.ts';
import { releaseKeys, released, sha256, type Release } from './resigned.ts';
import type { Through } from './run-through.ts';
import type { ThirdCase } from './third-list.ts';

/** Services that say no word of what is wrong with a signature, as most do. */
const silent: Control = ({ controls }) => void controls.staff({ explains: false });
const both =
  (...controls: readonly Control[]): Control =>
  async (service, pass) => {
    for (const control of controls) await control(service, pass);
  };
const usual = ['@method', '@authority', '@path', '@query', 'x-service-date'];
const bodily = ['content-type', 'content-digest', 'nonce'];
const lists = (begin: readonly string[]): Readonly<Record<string, unknown>> => ({
  'request.components.safeRead': begin,
  'request.components.bodylessNonceMutation': [...begin, 'content-digest', 'nonce'],
  'request.components.diagnostic': [...begin, ...bodily],
  'request.components.orderMutation': [...begin, ...bodily, 'idempotency-key'],
});

/** The service has these fields, and says nothing; the counter's file has the defaults. */
function quiet(
  service: Readonly<Record<string, unknown>>,
  fallback: Readonly<Record<string, unknown>>,
): Partial<Through> {
  return { service, counter: fallback, afterwards: silent };
}

const text = ({ body }: { readonly body: Uint8Array }): string => new TextDecoder().decode(body);
const withText =
  (change: (was: string) => string) =>
  (answer: RawAnswer): RawAnswer => ({ ...answer, body: new TextEncoder().encode(change(text(answer))) });
const isProblem = ({ status }: RawAnswer): boolean => status >= 400;
const altered =
  (operation: string, set: Readonly<Record<string, unknown>>): Control =>
  ({ controls }) =>
    void controls.plant({ name: 'altered-body', count: 99, operation, set });
const staff =
  (change: Readonly<Record<string, unknown>>): Control =>
  ({ controls }) =>
    void controls.staff(change);

function release(how: Release): Partial<Through> {
  return { counter: releaseKeys, release: released(how) };
}

const settings: readonly ThirdCase[] = [
  each('01 every list begins with the scheme', 'profile', ['form_unknown'], {
    ...quiet(lists(['@scheme', ...usual]), lists(usual)),
  }),
  each('02 every list has the whole address', { cause: 'profile', field: 'request.components.safeRead' }, ['profile'], {
    ...quiet(lists(['@method', '@target-uri', 'x-service-date']), lists(usual)),
  }),
  each('03 Accept-Language ends every list', { cause: 'profile', field: 'request.components.safeRead' }, ['profile'], {
    ...quiet(lists([...usual, 'accept-language']), lists(usual)),
  }),
  each('04 the host is covered as a header', 'profile', ['form_unknown'], {
    ...quiet(lists(['@method', 'host', '@path', '@query', 'x-service-date']), lists(usual)),
  }),
  each('05 no date is covered', 'profile', ['form_unknown'], {
    ...quiet(lists(usual.slice(0, 4)), lists(usual)),
  }),
  each('06 neither expires nor alg', { cause: 'profile', field: 'request.parameters' }, ['profile'], {
    ...quiet(
      { 'request.parameters': ['created', 'keyid'] },
      { 'request.parameters': ['created', 'expires', 'keyid', 'alg'] },
    ),
  }),
  each('07 a tag that stands nowhere', 'form_unknown', ['profile'], {
    ...quiet(
      { 'request.parameters': ['created', 'keyid', 'tag'], 'request.tag': 'shop-eu-7', 'answer.tag': null },
      { 'request.parameters': ['created', 'expires', 'keyid', 'alg'], 'request.tag': null },
    ),
  }),
  each('08 at most thirty seconds', { cause: 'profile', field: 'request.expiresAfterSeconds' }, ['profile'], {
    ...quiet({ 'request.expiresAfterSeconds': 30 }, { 'request.expiresAfterSeconds': 60 }),
  }),
  each('09 a date in milliseconds, and a nonce in base64url', 'profile', ['form_unknown'], {
    ...quiet(
      { 'request.serviceDate': 'unix-ms', 'request.nonce': 'base64url' },
      { 'request.serviceDate': 'rfc3339-ms', 'request.nonce': 'uuid' },
    ),
  }),
  each('10 two digests in one field', { cause: 'profile', field: 'request.digest' }, ['profile'], {
    ...quiet({ 'request.digest': 'both' }, { 'request.digest': 'sha-256' }),
  }),
  each('11 orders leave the type out', 'order_form', [], {
    ...quiet(
      { 'request.components.orderMutation': [...usual, 'content-digest', 'nonce', 'idempotency-key'] },
      { 'request.components.orderMutation': [...usual, ...bodily, 'idempotency-key'] },
    ),
    before: did('order'),
  }),
  each('12 reveals have a type', 'reveal_form', [], {
    ...quiet({ 'request.bodylessContentType': 'application/json' }, { 'request.bodylessContentType': null }),
    before: did('reveal'),
  }),
  each('13 cursors as forms write them', 'cursor_form', [], {
    ...quiet({ 'request.cursorEncoding': 'form' }, { 'request.cursorEncoding': 'percent' }),
    before: did('catalogue'),
  }),
  each('14 a path in the file that is not there', 'base_path', ['profile'], {
    counterOf: ({ baseUrl }) => ({ baseUrl: `${String(baseUrl)}/partner` }),
    enrolled: 'begun',
  }),
  each('15 a path that the file leaves out', 'base_path', ['profile'], {
    service: { baseUrl: 'http://127.0.0.1:4010/partner' },
    counterOf: ({ baseUrl }) => ({ baseUrl: String(baseUrl).replace('/partner', '') }),
    enrolled: 'begun',
  }),
  each('16 a path that only the file sees', { cause: 'profile', field: 'request.seenAs.pathPrefix' }, ['profile'], {
    counter: { 'request.seenAs.pathPrefix': '/edge' },
    afterwards: silent,
  }),
  each(
    '17 the port of the service stands in no signature',
    { cause: 'profile', field: 'request.seenAs.authority' },
    ['address_unknown'],
    {
      counter: { 'request.seenAs.authority': '127.0.0.1' },
      afterwards: silent,
    },
  ),
  each('18 answers must cover a date that they do not', 'profile', [], {
    counter: { 'answer.required': ['@status', 'content-digest', 'content-type', 'x-request-id', 'date'] },
  }),
  each('19 answers must be bound to the date', 'profile', [], {
    counter: {
      'answer.binding': ['@method', '@authority', '@path', '@query', 'nonce', 'content-digest', 'x-service-date'],
    },
  }),
  each('20 the keys of the test environment', 'service_key_unknown', ['key_not_accepted'], {
    counter: releaseKeys,
    afterwards: suspended,
  }),
  each('21 the file of another address', 'key_elsewhere', ['address_unknown'], {
    counterOf: ({ baseUrl }) => ({ baseUrl: String(baseUrl).replace('127.0.0.1', 'localhost') }),
  }),
  each('22 wallets under another name', { cause: 'profile', field: 'bodies.wallets' }, ['service_form'], {
    ...release({
      says: (answer, { url }) =>
        url.endsWith('/wallets') ? withText((was) => was.replace('"items"', '"results"'))(answer) : answer,
    }),
  }),
  each('23 the proof is a JWS with the key', { cause: 'profile', field: 'enrolment.proof' }, ['proof_form'], {
    service: { 'enrolment.proof': 'jws', 'enrolment.jwsHeader': 'jwk' },
    counter: { 'enrolment.proof': 'challenge-utf8', 'enrolment.jwsHeader': 'kid' },
    enrolled: 'begun',
  }),
  each('24 the proof is over decoded octets', { cause: 'profile', field: 'enrolment.proof' }, ['proof_form'], {
    service: { 'enrolment.proof': 'challenge-decoded' },
    counter: { 'enrolment.proof': 'challenge-utf8' },
    enrolled: 'begun',
  }),
  each('25 the thumbprint in hex', { cause: 'profile', field: 'enrolment.thumbprint' }, ['thumbprint_differs'], {
    service: { 'enrolment.thumbprint': 'spki-sha256-hex' },
    counter: { 'enrolment.thumbprint': 'rfc7638' },
    enrolled: 'begun',
  }),
  each(
    '26 answers to the enrolment are not signed',
    { cause: 'profile', field: 'enrolment.answersSigned' },
    ['answer_changed'],
    {
      service: { 'enrolment.answersSigned': false },
      counter: { 'enrolment.answersSigned': true },
      enrolled: 'begun',
    },
  ),
  each('27 too long a validity', 'key_refused', ['profile'], {
    service: { 'enrolment.validDays': { minimum: 1, maximum: 90 } },
    counter: { 'enrolment.validDays': { minimum: 1, maximum: 731 } },
    enrolled: 'begun',
  }),
];

/** Answers that are signed as they should be, and say things in another way. */
const forms: readonly ThirdCase[] = [
  each('28 money as a number', 'service_form', ['form_unknown'], {
    afterwards: altered('getPartnerWallets', { '/items/*/balance/amount': 12.5 }),
  }),
  each('29 ids in capitals', 'none', ['service_form'], {
    ...release({
      says: (answer, { url }) =>
        url.endsWith('/wallets')
          ? withText((was) => was.replace(/"[0-9a-f-]{36}"/g, (id) => id.toUpperCase()))(answer)
          : answer,
    }),
  }),
  each('30 a code inside an error, and a revoked key', 'service_form', ['key_not_accepted'], {
    ...release({
      says: (answer) => (isProblem(answer) ? withText((was) => `{"error":${was}}`)(answer) : answer),
    }),
    afterwards: suspended,
  }),
  each('31 refusals as plain JSON, and a revoked key', 'key_not_accepted', ['service_form'], {
    ...release({
      says: (answer) => (isProblem(answer) ? onHeader('content-type', () => 'application/json')(answer) : answer),
    }),
    afterwards: suspended,
  }),
  each('32 refusals with 400, and a revoked key', 'key_not_accepted', ['service_form'], {
    ...release({ says: (answer) => (isProblem(answer) ? { ...answer, status: 400 } : answer) }),
    afterwards: suspended,
  }),
  each('33 refusals with 200, and a revoked key', 'service_form', ['key_not_accepted'], {
    ...release({ says: (answer) => (isProblem(answer) ? { ...answer, status: 200 } : answer) }),
    afterwards: suspended,
  }),
  each('34 a type of its own', 'none', ['service_form'], {
    ...release({
      says: (answer) =>
        isProblem(answer) ? answer : onHeader('content-type', () => 'application/vnd.shop.v1+json')(answer),
    }),
  }),
  each('35 a charset in every type', 'none', [], {
    ...release({ says: onHeader('content-type', (was) => `${was}; charset=utf-8`) }),
  }),
  each('36 a time in seconds in the diagnostic', 'service_form', ['none'], {
    afterwards: altered('runPartnerSignatureDiagnostic', { '/receivedAt': 1_790_000_000 }),
  }),
  each('37 the diagnostic tells no components', 'service_form', ['none'], {
    afterwards: altered('runPartnerSignatureDiagnostic', { '/coveredComponents': null }),
  }),
  each(
    '38 a digest whose name is in capitals',
    { cause: 'service_form', evidence: 'digestUnreadable' },
    ['service_form'],
    {
      ...release({ digest: (body) => `SHA-256=:${sha256(body)}:` }),
    },
  ),
  each('39 a digest in hex', { cause: 'service_form', evidence: 'digestUnreadable' }, ['service_form'], {
    ...release({ digest: (body) => `sha-256=:${sha256(body, 'hex')}:` }),
  }),
  each('40 packed, and signed as it was plain', 'answer_changed', ['service_form'], {
    ...release({
      says: (answer) => ({
        ...answer,
        headers: [...answer.headers, ['Content-Encoding', 'gzip']],
        body: gzipSync(answer.body),
      }),
      digest: () => 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
    }),
  }),
  each('41 answers name the thumbprint of their key', 'service_key_unknown', [], {
    ...release({
      parameters: (created) => `;created=${String(created)};keyid="ydQXMtvbsOsZyFir-Y7A8t7fKEM1gbKPvyFkdpu4fvI"`,
    }),
  }),
  each(
    '42 answers leave out the number of the call',
    { cause: 'profile', field: 'answer.kinds.diagnostic.required' },
    ['answer_uncovered'],
    {
      ...release({ components: (all) => all.filter((name) => name !== '"x-request-id"') }),
    },
  ),
  each('43 signatures without the signs at the end', 'none', ['service_form'], {
    ...release({ write: (input, signature) => [input, signature.replace(/=*:$/, ':')] }),
  }),
];

const taken = (why: 'name_unknown' | 'certificate_untrusted'): Transport => ({
  exchange: () => Promise.resolve(err({ code: 'not_sent', why })),
});
const shown = (evidence: EvidenceKind, cause: 'certificate_refused' | 'not_the_service') => ({ cause, evidence });

const network: readonly ThirdCase[] = [
  each('44 a portal whose time is up after the morning', 'not_the_service', [], {
    proxy: { instead: instead((_, count) => count >= 4, page(302, '', ['Location', 'http://hotspot.example/renew'])) },
    before: readOften(4),
  }),
  each('45 a portal that speaks JSON', 'not_the_service', [], {
    proxy: { instead: instead(() => true, json(200, { status: 'login', url: 'http://hotspot.example' })) },
  }),
  each(
    '46 a program that looks into TLS',
    shown('certificateUntrusted', 'certificate_refused'),
    ['certificate_refused'],
    {
      network: () => taken('certificate_untrusted'),
    },
  ),
  each('47 each third name is not found', 'unsteady', ['unreachable'], {
    network: (transport) => turns([transport, transport, taken('name_unknown')]),
    before: readOften(6),
  }),
  each('48 a name that leads to a router', 'not_the_service', [], {
    proxy: { instead: instead(() => true, page(401, 'Router', ['WWW-Authenticate', 'Basic realm="router"'])) },
  }),
  each('49 Signature alone is dropped, in silence', 'request_changed', ['key_not_accepted'], {
    proxy: { request: onHeader('signature', () => null) },
    afterwards: silent,
  }),
  each('50 X-Service-Date is dropped, in silence', 'request_changed', ['key_not_accepted'], {
    proxy: { request: onHeader('x-service-date', () => null) },
    afterwards: silent,
  }),
  each('51 Signature-Input is written with blanks', 'none', [], {
    proxy: { request: onHeader('signature-input', (was) => was.replaceAll(';', '; ').replace('(', '( ')) },
  }),
  each('52 long headers of requests are cut', 'request_changed', ['key_not_accepted'], {
    proxy: { request: onHeader('signature-input', (was) => was.slice(0, 100)) },
    afterwards: silent,
  }),
  each('53 Idempotency-Key in capitals', 'request_changed', ['order_form'], {
    proxy: { request: onHeader('idempotency-key', (was) => was.toUpperCase()) },
    afterwards: silent,
    before: did('order'),
  }),
  each('54 Location is dropped', 'answer_changed', [], {
    proxy: { answer: onHeader('location', () => null) },
    before: did('order'),
  }),
  each('55 Arabic letters are escaped', 'answer_changed', [], {
    proxy: {
      answer: withText((was) =>
        was.replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
      ),
    },
    before: did('catalogue'),
  }),
  each('56 reads are sent twice', 'none', [], {
    proxy: { twice: ({ method }) => method === 'GET' },
    before: readOften(2),
  }),
  each('57 orders are sent twice', 'request_repeated', [], { proxy: { twice: isOrder }, before: did('order') }),
  each('58 a cache keeps the first answer to a read', 'answer_changed', [], {
    proxy: kept(({ target: asked }) => asked.endsWith('/profile')),
    before: readOften(3),
    afterwards: (_, pass) => pass(1_000),
  }),
  each('59 a cache keeps the list of wallets alone', 'answer_changed', [], {
    proxy: { slowMs: 3_000, ...kept(({ target: asked }) => asked.endsWith('/wallets')) },
    before: async (counter) => {
      await counter.catalogue.wallets();
      await counter.catalogue.wallets();
    },
  }),
  each('60 HTTP/1.0 that breaks off long answers', 'answer_changed', [], {
    proxy: { isOld: true, answer: (answer) => ({ ...answer, body: answer.body.subarray(0, 400) }) },
  }),
  each('61 queries are encoded once more', 'request_changed', ['cursor_form'], {
    proxy: { request: target((was) => was.replace(/(?<=cursor=)[\w-]/, (c) => `%${c.charCodeAt(0).toString(16)}`)) },
    afterwards: silent,
    before: did('catalogue'),
  }),
  each('62 refusals become a page, and the permission is missing', 'answer_changed', ['call_blocked'], {
    proxy: { answer: (answer) => (isProblem(answer) ? page(answer.status, 'Error') : answer) },
    afterwards: withoutScope('profile:read'),
  }),
  each('63 a page in place of 503', 'service_busy', [], {
    proxy: { answer: (answer) => (answer.status === 503 ? page(503, 'Error') : answer) },
    afterwards: planted('dependency_unavailable'),
  }),
  each('64 a gateway that takes GET alone', 'call_blocked', [], {
    proxy: { instead: instead(isPost, page(405, 'Not allowed', ['Allow', 'GET'])) },
  }),
  each('65 a scanner that breaks off lists of cards', { cause: 'call_blocked', says: 'cards' }, ['call_blocked'], {
    proxy: { instead: instead(({ target: asked }) => asked.includes('/cards'), 'reset') },
    before: async (counter) => {
      await did('catalogue')(counter);
      await did('catalogue')(counter);
    },
  }),
  each('66 a line of twenty seconds each way', 'none', [], { proxy: { slowMs: 20_000 } }),
  each('67 POST becomes PUT', 'request_changed', ['call_blocked'], {
    proxy: { request: (request) => (isPost(request) ? { ...request, method: 'PUT' } : request) },
  }),
  each('68 headers of the service are taken off answers', 'answer_changed', ['not_the_service'], {
    proxy: {
      answer: (answer) => ({
        ...answer,
        headers: answer.headers.filter(([name]) => /^(content-(type|length)|date)$/i.test(name)),
      }),
    },
  }),
  each('69 bodies of requests are in UTF-16', 'body_changed', ['request_changed'], {
    proxy: {
      request: (request) => ({ ...request, body: Buffer.from(Buffer.from(request.body).toString('utf8'), 'utf16le') }),
    },
    afterwards: silent,
  }),
  each('70 Content-Digest of requests loses its colons', 'request_changed', ['body_changed'], {
    proxy: { request: onHeader('content-digest', (was) => was.replaceAll(':', '')) },
    afterwards: silent,
  }),
  each('71 further pages go to a page of the network', { cause: 'call_blocked', says: 'catalog' }, ['call_blocked'], {
    proxy: { instead: instead(hasQuery, page(403, 'Denied')) },
    before: did('catalogue'),
  }),
  each('72 another host answers for the name', 'not_the_service', ['base_path'], {
    proxy: { instead: instead(() => true, page(404, 'No such site')) },
  }),
];

/** Answers again what it answered the first time. */
function kept(which: (request: Passing) => boolean): ProxyFault {
  let first: RawAnswer | null = null;
  return {
    answer: (answer, request) => {
      if (!which(request)) return answer;
      first ??= answer;
      return first;
    },
  };
}

const machines: readonly ThirdCase[] = [
  each('73 four minutes ahead, in silence', 'clock', [], { clockAheadSeconds: 240, afterwards: silent }),
  each('74 ninety seconds behind, in silence', 'clock', [], { clockAheadSeconds: -90, afterwards: silent }),
  each('75 a battery that is empty', 'clock', [], { clockAheadSeconds: -26 * 365 * 86_400, afterwards: silent }),
  each('76 morning for evening', 'clock', [], { clockAheadSeconds: -12 * 3_600 }),
  each('77 two years ahead, so that the key seems to have ended', 'clock', ['key_over'], {
    clockAheadSeconds: 3 * 365 * 86_400,
  }),
  each('78 forty seconds ahead, where that is allowed', 'none', ['clock'], { clockAheadSeconds: 40 }),
  each('79 the service is ten minutes ahead, in silence', 'clock', ['service_clock'], {
    afterwards: both(silent, ({ controls }) => void controls.clock({ offsetSeconds: 600 })),
  }),
  each('80 an hour behind, and nobody activated the key', 'clock', ['key_awaiting'], {
    enrolled: 'awaiting',
    clockAheadSeconds: -3_600,
    afterwards: silent,
  }),
  each('81 nobody activated the key, in silence', 'key_awaiting', [], { enrolled: 'awaiting', afterwards: silent }),
  each('82 a revoked key, in silence', 'key_not_accepted', [], { afterwards: both(silent, suspended) }),
  each('83 the setup code was used already', 'invitation_over', ['key_refused'], {
    enrolled: 'begun',
    beforehand: planted('key_duplicate', 'submitPartnerEnrollmentKey'),
  }),
  each('84 a day behind, and a file in DER', 'clock', ['profile'], {
    clockAheadSeconds: -86_400,
    counter: { 'request.encoding': 'der' },
  }),
];

const states: readonly ThirdCase[] = [
  each('85 the diagnostic has an error of its own', 'service_busy', [], {
    afterwards: planted('internal_error', 'runPartnerSignatureDiagnostic'),
  }),
  each('86 the list of wallets has an error of its own', { cause: 'service_busy', says: 'wallets' }, ['service_busy'], {
    afterwards: planted('internal_error', 'getPartnerWallets'),
  }),
  each('87 orders take too long at the service', { cause: 'service_busy', says: 'order' }, ['service_busy'], {
    afterwards: planted('request_timeout', 'createPartnerOrder'),
    before: did('order'),
  }),
  each('88 a page of 200 that speaks of maintenance', 'not_the_service', ['service_busy'], {
    proxy: { instead: instead(() => true, page(200, 'We will be back at noon')) },
  }),
  each('89 JSON of 503 that nobody signed', 'service_busy', ['not_the_service'], {
    proxy: { instead: instead(() => true, json(503, { maintenance: true })) },
  }),
  each('90 a code for maintenance that no document has', 'service_busy', [], {
    ...release({
      says: (answer) => ({
        ...onHeader('content-type', () => 'application/problem+json')(answer),
        status: 503,
        body: new TextEncoder().encode('{"code":"maintenance"}'),
      }),
    }),
  }),
  each('91 each third call meets a node in maintenance', 'unsteady', ['service_busy'], {
    ...byNode((controls, _, count) => {
      if (count % 3 === 0) controls.plant({ name: 'dependency_unavailable', count: 1 });
    }),
    before: readOften(6),
  }),
  each('92 the orders of the day are used up', 'none', ['service_busy'], {
    afterwards: staff({ orders: { count: 0, seconds: 86_400 } }),
    before: did('order'),
  }),
  each('93 no permission for wallets', { cause: 'permission_missing', says: 'wallets:read' }, [], {
    afterwards: withoutScope('wallets:read'),
  }),
  each('94 no permission at all', 'permission_missing', ['access_withdrawn'], {
    afterwards: ({ controls }) => void controls.scopes({ scopes: [] }),
  }),
  each('95 a closed account without wallets', 'access_withdrawn', ['no_wallet'], {
    afterwards: both(
      staff({ accountActive: false }),
      ({ controls }) => void controls.wallets({ all: true, granted: false }),
    ),
  }),
  each('96 wallets that have ended', 'wallet_refused', ['none'], {
    afterwards: ({ controls }) => void controls.wallets({ all: true, status: 'expired' }),
    before: did('order'),
  }),
  each('97 the diagnostic alone is for other networks', 'source_ip_not_allowed', [], {
    afterwards: planted('source_ip_not_allowed', 'runPartnerSignatureDiagnostic'),
  }),
  each('98 the business has no subscription', 'none', ['wallet_refused'], {
    afterwards: planted('business_subscription_required', 'createPartnerOrder'),
    before: did('order'),
  }),
  each('99 nonces of reveals count as used', 'request_repeated', [], {
    afterwards: planted('replay_detected', 'revealPartnerInvoiceCards'),
    before: did('reveal'),
  }),
  each('100 a signed not-found everywhere', 'base_path', ['address_unknown'], {
    afterwards: planted('resource_not_found'),
  }),
  each('101 a signed end of the version', 'base_path', ['service_form'], {
    ...release({
      says: (answer) => ({
        ...onHeader('content-type', () => 'application/problem+json')(answer),
        status: 410,
        body: new TextEncoder().encode('{"code":"version_retired"}'),
      }),
    }),
  }),
  each('102 each third read needs a permission that is there', 'unsteady', ['permission_missing'], {
    ...byNode((controls, _, count) => {
      if (count % 3 === 0) controls.plant({ name: 'insufficient_scope', count: 1 });
    }),
    before: readOften(6),
  }),
  each('103 each third answer is signed by nobody', 'unsteady', ['answer_changed'], {
    proxy: {
      answer: (answer, _, count) => (each3rd(nothing, count) ? onHeader('signature', () => null)(answer) : answer),
    },
    before: readOften(6),
  }),
];
const nothing: Passing = { method: 'GET', target: '/', headers: [], body: new Uint8Array() };

export const fifthList: readonly ThirdCase[] = [...settings, ...forms, ...network, ...machines, ...states];
