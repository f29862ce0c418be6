import { gzipSync } from 'node:zlib';
import type { RawAnswer } from '../../../src-main/core/ports.ts';
import { err } from '../../../src-main/core/result.ts';
import {
  byNode,
  did,
  each,
  each3rd,
  elsewhere,
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
  withLines,
  withoutScope,
} from './list-parts.ts';
import type { ProxyFault } from './loopback-proxy.ts';
import { releaseKeys, released } from './resigned.ts';
import type { ThirdCase } from './third-list.ts';

const ways: readonly ThirdCase[] = [
  each('01 an IPv6 address without a route', 'unreachable', [], { network: elsewhere('http://[2001:db8::7]') }),
  each('02 HTTP to a port that speaks TLS', { cause: 'not_the_service', evidence: 'asksTls' }, ['not_the_service'], {
    proxy: {
      instead: instead(() => true, page(400, '400 The plain HTTP request was sent to HTTPS port')),
    },
  }),
  each('03 a network that asks for a sign-in with 511', 'not_the_service', [], {
    proxy: { instead: instead(() => true, json(511, { login: 'http://portal.example/' })) },
  }),
  each('04 a portal that answers reads and resets the rest', 'not_the_service', ['call_blocked', 'no_answer'], {
    proxy: { instead: (request) => (isPost(request) ? 'reset' : page(200, 'Welcome, accept our terms')) },
  }),
  each('05 a gateway that takes no bodies', { cause: 'call_blocked', evidence: 'unsigned' }, ['call_blocked'], {
    proxy: { instead: instead((request) => isPost(request) && request.body.length > 0, page(413, 'Too Large')) },
  }),
  each('06 a gateway that takes no long addresses', { cause: 'call_blocked', says: 'catalog' }, [], {
    proxy: { instead: instead(hasQuery, page(414, 'URI Too Long')) },
    before: did('catalogue'),
  }),
  each('07 a gateway that takes few bytes of headers', 'not_the_service', ['call_blocked'], {
    proxy: {
      instead: instead(({ headers }) => headers.flat().join(': ').length > 400, page(431, 'Header Too Large')),
    },
  }),
  each('08 a page for legal reasons', 'not_the_service', [], {
    proxy: { instead: instead(() => true, page(451, 'Not available in your country')) },
  }),
  each('09 a firewall for applications that refuses each POST', 'call_blocked', [], {
    proxy: { instead: instead(isPost, json(403, { message: 'Forbidden' })) },
  }),
  each('10 a gateway that wants a token of its own', 'not_the_service', [], {
    proxy: { instead: instead(() => true, json(403, { message: 'Missing Authentication Token' })) },
  }),
  each('11 a router without a route', 'not_the_service', ['base_path'], {
    proxy: { instead: instead(() => true, json(404, { message: 'no Route matched with those values' })) },
  }),
  each('12 a redirect to the same path with TLS', { cause: 'base_path', evidence: 'redirected' }, ['not_the_service'], {
    proxy: {
      instead: ({ headers, target: asked }) => {
        const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? '';
        return page(301, 'Moved', ['Location', `https://${host}${asked}`]);
      },
    },
  }),
  each(
    '13 a redirect to a slash at the end',
    { cause: 'not_the_service', evidence: 'redirected' },
    [{ cause: 'base_path', evidence: 'redirected' }],
    {
      proxy: { instead: ({ target: asked }) => page(301, 'Moved', ['Location', `${asked}/`]) },
    },
  ),
  each('14 a service that moved to /v2', { cause: 'base_path', evidence: 'redirected' }, ['not_the_service'], {
    proxy: { instead: ({ target: asked }) => page(308, 'Moved', ['Location', asked.replace('/v1/', '/v2/')]) },
  }),
  each('15 200 with an error that nobody signed', 'not_the_service', ['answer_changed'], {
    proxy: { instead: instead(() => true, json(200, { status: 'error', message: 'upstream' })) },
  }),
  each('16 orders are closed for maintenance', { cause: 'service_busy', says: 'order' }, ['call_blocked'], {
    proxy: { instead: instead(isOrder, page(503, 'Back at noon', ['Retry-After', '3600'])) },
    before: did('order'),
  }),
  each('66 a gateway without a route for the diagnostic', 'call_blocked', ['not_the_service'], {
    proxy: { instead: instead(({ target: asked }) => asked.includes('diagnostics'), json(404, { error: 'no route' })) },
  }),
  each('67 a gateway without a route for orders', { cause: 'call_blocked', says: 'order' }, ['not_the_service'], {
    proxy: { instead: instead(isOrder, json(404, { error: 'no route' })) },
    before: did('order'),
  }),
  each('68 a gateway without a route for the profile', 'call_blocked', ['not_the_service'], {
    proxy: { instead: instead(({ target: asked }) => asked.endsWith('/profile'), json(404, { error: 'no route' })) },
  }),
  each('17 no more than a few POSTs', 'service_busy', ['call_blocked'], {
    proxy: { instead: instead(isPost, page(429, 'Slow down')) },
  }),
];

/** One of two nodes, or a line, that strikes some calls. */
const unsteady: readonly ThirdCase[] = [
  each('18 each third answer is a 502', 'unsteady', ['service_busy', 'call_blocked', 'no_answer'], {
    proxy: { instead: instead(each3rd, page(502, 'Bad Gateway')) },
    before: readOften(6),
  }),
  each('19 each third call is reset', 'unsteady', ['no_answer', 'call_blocked'], {
    proxy: { instead: instead(each3rd, 'reset') },
    before: readOften(6),
  }),
  each('20 each third answer is cut', 'unsteady', ['answer_changed', 'no_answer'], {
    proxy: { answer: (answer, _, count) => (count % 3 === 2 ? { ...answer, body: answer.body.subarray(9) } : answer) },
    before: readOften(6),
  }),
  each('21 each third answer is a sign-in page', 'unsteady', ['not_the_service', 'call_blocked'], {
    proxy: { instead: instead(each3rd, page(200, 'Sign in')) },
    before: readOften(6),
  }),
  each('22 one of two nodes does not know the key', 'unsteady', ['key_not_accepted'], {
    ...byNode((control, isOdd) => void control.keys({ suspended: isOdd })),
    before: readOften(6),
  }),
  each('23 one of two nodes is ten minutes behind', 'service_clock', ['answer_changed'], {
    counter: releaseKeys,
    release: (transport) => {
      const behind = { parameters: (created: number) => `;created=${String(created - 600)};keyid="release-2"` };
      return turns([released({})(transport), released(behind)(transport)]);
    },
    before: readOften(6),
  }),
  each('24 one of two addresses of a name is dead', { cause: 'unreachable' }, ['no_answer'], {
    network: (transport) =>
      turns([{ exchange: () => Promise.resolve(err({ code: 'not_sent', why: 'connection_refused' })) }, transport]),
    before: readOften(6),
  }),
  each('25 two counters use up the calls of one', 'service_busy', [], {
    afterwards: ({ controls }) => void controls.staff({ requests: { count: 8, seconds: 600 } }),
    before: readOften(12),
  }),
  each('63 one of two nodes does not know the key, and reads come to it', 'unsteady', ['key_not_accepted'], {
    ...byNode((control, isOdd) => void control.keys({ suspended: !isOdd })),
    before: readOften(6),
  }),
  each('64 one of three nodes does not know the key', 'unsteady', ['key_not_accepted'], {
    ...byNode((control, _, count) => void control.keys({ suspended: count % 3 === 0 })),
    before: readOften(6),
  }),
  each('65 one of two nodes has another clock, at a new counter', 'unsteady', ['service_clock'], {
    enrolled: 'awaiting',
    ...byNode((control, isOdd) => {
      control.activate();
      control.clock({ offsetSeconds: isOdd ? 0 : -600 });
    }),
    before: readOften(6),
  }),
  each('69 one of two nodes does not know the key, at a new counter', 'unsteady', ['key_not_accepted'], {
    enrolled: 'awaiting',
    ...byNode((control, isOdd) => {
      control.activate();
      control.keys({ suspended: !isOdd });
    }),
  }),
  each('70 two of three nodes do not know the key, at a new counter', 'unsteady', ['form_unknown', 'key_awaiting'], {
    enrolled: 'awaiting',
    ...byNode((control, _, count) => {
      control.activate();
      control.keys({ suspended: count % 3 !== 0 });
    }),
  }),
  each('26 answers of two calls are exchanged', 'answer_changed', [], {
    proxy: exchanged(),
    before: readOften(2),
  }),
];

function exchanged(): ProxyFault {
  let last: RawAnswer | null = null;
  return {
    answer: (answer) => {
      const given = last ?? answer;
      last = answer;
      return given;
    },
  };
}

const requests: readonly ThirdCase[] = [
  each('27 the path in small letters, the host in capitals', 'none', [], {
    proxy: { request: (request) => onHeader('host', (was) => was.toUpperCase())(target(lower)(request)) },
  }),
  each('28 a query for counting on every call', 'request_changed', ['address_unknown'], {
    proxy: { request: target((was) => `${was}${was.includes('?') ? '&' : '?'}src=gw`) },
  }),
  each('29 the query is lost', { cause: 'request_changed', says: '@query' }, ['request_changed', 'cursor_form'], {
    proxy: { request: target((was) => was.replace(/\?.*/, '')) },
    before: did('catalogue'),
  }),
  each('30 a parameter more on further pages', 'request_changed', ['cursor_form'], {
    proxy: { request: target((was) => (was.includes('?') ? `${was}&page=2` : was)) },
    before: did('catalogue'),
  }),
  each(
    '31 Accept-Language is written anew and signed',
    { cause: 'request_changed', says: 'accept-language' },
    ['request_changed', 'form_unknown', 'address_unknown'],
    {
      service: signsLanguage(),
      counter: signsLanguage(),
      proxy: { request: onHeader('accept-language', () => 'en-US,en;q=0.9') },
    },
  ),
  each(
    '32 the type of bodies gets a charset',
    { cause: 'request_changed', says: 'content-type' },
    ['request_changed', 'body_changed'],
    { proxy: { request: onHeader('content-type', (was) => `${was}; charset=utf-8`) } },
  ),
  each(
    '33 Content-Digest is dropped, and the catalogue is not permitted',
    { cause: 'request_changed', says: 'content-digest' },
    ['permission_missing', 'request_changed'],
    { proxy: { request: onHeader('content-digest', () => null) }, afterwards: withoutScope('catalogue:read') },
  ),
  each(
    '34 the Nonce of reveals alone is dropped',
    { cause: 'request_changed', says: 'nonce' },
    ['request_changed', 'reveal_form'],
    {
      proxy: {
        request: (request) => (request.target.endsWith('/reveal') ? onHeader('nonce', () => null)(request) : request),
      },
      before: did('reveal'),
    },
  ),
];

function lower(was: string): string {
  return was.toLowerCase();
}

function signsLanguage(): Readonly<Record<string, unknown>> {
  return {
    'request.components.safeRead': ['@method', '@authority', '@path', '@query', 'x-service-date', 'accept-language'],
  };
}

const answers: readonly ThirdCase[] = [
  each('35 X-Request-Id is replaced', { cause: 'answer_changed' }, ['address_unknown'], {
    proxy: { answer: onHeader('x-request-id', () => 'gw-4711') },
  }),
  each(
    '36 X-Request-Id gets a second value',
    { cause: 'answer_changed', says: 'x-request-id' },
    ['answer_changed', 'address_unknown'],
    { proxy: { answer: onHeader('x-request-id', (was) => `${was}, gw-4711`) } },
  ),
  each(
    '37 the type of answers gets a charset',
    { cause: 'answer_changed', says: 'content-type' },
    ['answer_changed', 'address_unknown'],
    { proxy: { answer: onHeader('content-type', (was) => `${was}; charset=utf-8`) } },
  ),
  each('38 packed, and taken for plain', 'answer_changed', [], {
    proxy: { answer: (answer) => ({ ...answer, body: gzipSync(answer.body) }) },
  }),
  each('39 200 becomes 203', 'answer_changed', ['address_unknown'], {
    proxy: { answer: (answer) => (answer.status === 200 ? { ...answer, status: 203 } : answer) },
  }),
  each('40 Location is made whole', { cause: 'answer_changed', says: 'order' }, ['answer_changed'], {
    proxy: { answer: onHeader('location', (was) => `https://shop.example${was.replace(/^https?:\/\/[^/]+/, '')}`) },
    before: did('order'),
  }),
  each('41 a pause is written anew', 'answer_changed', ['service_busy'], {
    afterwards: planted('rate_limited'),
    proxy: { answer: onHeader('retry-after', () => '86400') },
  }),
];

const usualTarget = ['@method', '@authority', '@path', '@query', 'x-service-date'];

const files: readonly ThirdCase[] = [
  each('42 a date in seconds, and DER', { cause: 'profile' }, ['form_unknown'], {
    counter: { 'request.serviceDate': 'unix', 'request.encoding': 'der' },
  }),
  each('43 a nonce in hex, and sha-512', { cause: 'profile' }, ['form_unknown', 'body_changed'], {
    service: { 'request.nonce': 'hex', 'request.digest': 'sha-512' },
    counter: { 'request.nonce': 'uuid', 'request.digest': 'sha-256' },
  }),
  each('44 another label and tag of answers', { cause: 'profile', field: 'answer.label' }, ['profile'], {
    service: { 'answer.tag': 'partner' },
    counter: { 'answer.label': 'service', 'answer.tag': 'other' },
  }),
  each('45 valid for an hour where a minute is allowed', { cause: 'profile' }, ['form_unknown'], {
    counter: { 'request.expiresAfterSeconds': 3600 },
  }),
  each(
    '46 the file says that the service sees https',
    { cause: 'profile', field: 'request.seenAs.scheme' },
    ['profile'],
    {
      service: { 'request.components.safeRead': ['@method', '@target-uri', 'x-service-date'] },
      counter: {
        'request.components.safeRead': ['@method', '@target-uri', 'x-service-date'],
        'request.seenAs': { scheme: 'https', authority: null, pathPrefix: null },
      },
    },
  ),
  each('47 keys at an address that has none', { cause: 'service_key_unknown', field: 'serviceKeys.url' }, [], {
    counter: { serviceKeys: { url: '/v1/wrong-keys', pins: [] } },
  }),
  each(
    '48 reveals without a digest',
    { cause: 'reveal_form', field: 'request.components.bodylessNonceMutation' },
    ['reveal_form'],
    {
      counter: {
        'request.emptyBodyDigest': false,
        'request.components.bodylessNonceMutation': [...usualTarget, 'nonce'],
      },
      before: did('reveal'),
    },
  ),
  each('49 a quoted Idempotency-Key', { cause: 'order_form' }, [], {
    counter: { 'request.idempotencyKey': 'quoted' },
    before: did('order'),
  }),
];

const people: readonly ThirdCase[] = [
  each('50 a revoked key, cookies, and a signature of the gateway', 'key_not_accepted', [], {
    afterwards: suspended,
    proxy: {
      answer: withLines(
        ['Set-Cookie', 'lb=7; Path=/'],
        ['Signature-Input', 'gw=("@status");created=1;keyid="gw"'],
        ['Signature', 'gw=:AAAA:'],
        ['X-Cache', 'HIT'],
      ),
    },
  }),
  each('51 a cold start, and signatures in DER', { cause: 'profile', field: 'request.encoding' }, ['profile'], {
    counter: { 'request.encoding': 'der' },
    proxy: { instead: instead((_, count) => count === 0, page(502, 'Bad Gateway')) },
    before: readOften(1),
  }),
  each('52 ten minutes ahead in a network that is not allowed', 'clock', ['source_ip_not_allowed'], {
    clockAheadSeconds: 600,
    afterwards: planted('source_ip_not_allowed'),
  }),
  each('53 twenty minutes behind, and a revoked key', 'clock', ['key_not_accepted'], {
    clockAheadSeconds: -1_200,
    afterwards: suspended,
  }),
  each('54 the hour of summer time', 'clock', [], { clockAheadSeconds: -3_600, before: readOften(1) }),
  each('55 another service key and an hour off', 'service_key_unknown', ['clock'], {
    clockAheadSeconds: 3_600,
    afterwards: ({ controls }) => void controls.rotate({ old: 'removed' }),
  }),
  each('56 no permission to buy', { cause: 'permission_missing', says: 'orders:create' }, [], {
    afterwards: withoutScope('orders:create'),
    proxy: { answer: withLines(['Via', '1.1 gw'], ['Warning', '110 - stale']) },
  }),
  each('57 no permission to show codes', { cause: 'permission_missing', says: 'cards:reveal' }, [], {
    afterwards: withoutScope('cards:reveal'),
    before: did('reveal'),
  }),
  each('58 no permission for the profile', { cause: 'permission_missing', says: 'profile:read' }, ['none'], {
    afterwards: withoutScope('profile:read'),
  }),
  each('59 all wallets are taken away', 'no_wallet', ['wallet_refused'], {
    afterwards: ({ controls }) => void controls.wallets({ all: true, granted: false }),
  }),
  each('60 an order for which money lacks', 'none', [], {
    afterwards: ({ controls }) => void controls.wallets({ all: true, balance: '0.000' }),
    before: did('order'),
  }),
  each('61 the invitation is withdrawn', 'invitation_over', ['invitation_refused'], {
    enrolled: 'begun',
    beforehand: ({ controls, address }) => void controls.revokeInvitation({ invitationId: address.invitationId }),
  }),
  each('62 wallets are disabled', 'wallet_refused', ['none'], {
    afterwards: ({ controls }) => void controls.wallets({ all: true, status: 'disabled' }),
    before: did('order'),
  }),
];

export const fourthList: readonly ThirdCase[] = [...ways, ...unsteady, ...requests, ...answers, ...files, ...people];
