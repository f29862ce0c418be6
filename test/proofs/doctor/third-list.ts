import { gzipSync } from 'node:zlib';
import { knownId, type WalletId } from '../../../src-main/core/ids.ts';
import type { RawAnswer } from '../../../src-main/core/ports.ts';
import { generatePrivateKey, publicHalf } from '../../../src-main/signatures/keys.ts';
import type { Cause, EvidenceKind } from '../../../src-shared/contract/diagnosis-codes.ts';
import { invitationOf } from '../stage.ts';
import { doBefore } from './before.ts';
import type { Passing, ProxyFault } from './loopback-proxy.ts';
import { releaseKeys, released } from './resigned.ts';
import type { Through } from './run-through.ts';

/** What a good engineer names: the cause, and what must stand with it. */
export interface Named {
  readonly cause: Cause;
  readonly evidence?: EvidenceKind;
  readonly field?: string;
  /** What the evidence must say somewhere. */
  readonly says?: string;
}

export interface ThirdCase extends Through {
  readonly first: Named;
  readonly also: readonly Named[];
}

const after = (what: 'order' | 'reveal' | 'catalogue'): NonNullable<Through['before']> => {
  return (counter) => doBefore(counter, what).catch(() => undefined);
};
type Control = NonNullable<Through['afterwards']>;
const suspended: Control = ({ controls }) => void controls.keys({ suspended: true });
const planted =
  (name: string): Control =>
  ({ controls }) =>
    void controls.plant({ name, count: 99 });
const silent: Control = ({ controls }) => void controls.staff({ explains: false });

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const html = (status: number, text: string, ...headers: RawAnswer['headers']): RawAnswer => ({
  status,
  headers: [['Content-Type', 'text/html'], ['Server', 'nginx'], ...headers],
  body: bytes(`<html>${text}</html>`),
});
type Line = readonly [name: string, value: string];
const lines = (change: (line: Line) => readonly Line[]) => ({
  ofRequest: (request: Passing): Passing => ({ ...request, headers: request.headers.flatMap(change) }),
  ofAnswer: (answer: RawAnswer): RawAnswer => ({ ...answer, headers: answer.headers.flatMap(change) }),
});
const dropped = (pattern: RegExp) => lines((line) => (pattern.test(line[0]) ? [] : [line]));
const changed = (pattern: RegExp, change: (value: string) => string) =>
  lines((line) => [pattern.test(line[0]) ? [line[0], change(line[1])] : line]);
const added = (...more: readonly Line[]) => ({
  ofRequest: (request: Passing): Passing => ({ ...request, headers: [...request.headers, ...more] }),
  ofAnswer: (answer: RawAnswer): RawAnswer => ({ ...answer, headers: [...answer.headers, ...more] }),
});
const via = added(['Via', '1.1 edge-7'], ['X-Forwarded-For', '10.1.2.3']);
const text = ({ body }: { readonly body: Uint8Array }): string => new TextDecoder().decode(body);
const withBody =
  (change: (was: string) => string) =>
  (answer: RawAnswer): RawAnswer => ({ ...answer, body: bytes(change(text(answer))) });
const isOrder = ({ method, target }: Passing): boolean => method === 'POST' && target.endsWith('/orders');
const isCards = ({ target }: Passing): boolean => /\/subcategories\/[^/]+\/cards/.test(target);

function each(
  name: string,
  first: Cause | Named,
  also: readonly (Cause | Named)[],
  more: Partial<Through> & { readonly proxy?: ProxyFault },
): ThirdCase {
  const named = (one: Cause | Named): Named => (typeof one === 'string' ? { cause: one } : one);
  return { name, first: named(first), also: also.map(named), ...more };
}

const usual = ['created', 'expires', 'keyid', 'alg'];
const target = ['@method', '@authority', '@path', '@query', 'x-service-date'];
const bodily = ['content-type', 'content-digest', 'nonce'];

const settings: readonly ThirdCase[] = [
  each('01 a base address that ends in /v1', 'base_path', ['address_unknown'], {
    enrolled: 'begun',
    counterOf: ({ baseUrl }) => ({ baseUrl: `${String(baseUrl)}/v1` }),
  }),
  each("02 another web server's page", 'not_the_service', [], { proxy: { instead: () => html(200, 'It works!') } }),
  each(
    '05 orders that do not cover Idempotency-Key',
    { cause: 'order_form', field: 'request.components.orderMutation' },
    ['profile'],
    { counter: { 'request.components.orderMutation': [...target, ...bodily] }, before: after('order') },
  ),
  each('06 a service date in seconds', { cause: 'profile', field: 'request.serviceDate' }, ['clock'], {
    counter: { 'request.serviceDate': 'unix' },
    afterwards: silent,
  }),
  each(
    '07 the tag of the test environment',
    { cause: 'form_unknown', field: 'request.tag' },
    ['form_unknown', 'profile'],
    {
      service: { 'request.parameters': [...usual, 'tag'], 'request.tag': 'production' },
      counter: { 'request.parameters': [...usual, 'tag'], 'request.tag': 'test' },
    },
  ),
  each('08 signatures in DER', { cause: 'profile', field: 'request.encoding' }, [], {
    counter: { 'request.encoding': 'der' },
    afterwards: silent,
  }),
  each('09 a digest with sha-512', { cause: 'profile', field: 'request.digest' }, ['profile', 'body_changed'], {
    counter: { 'request.digest': 'sha-512' },
    afterwards: silent,
  }),
  each('10 answers may be 0 s old, on a slow line', { cause: 'profile', field: 'answer.maxSkewSeconds' }, ['clock'], {
    counter: { 'answer.maxSkewSeconds': 0 },
    proxy: { slowMs: 2_500 },
  }),
  each('11 another key under the name of the service key', 'service_key_unknown', ['answer_changed'], {
    counterOf: ({ serviceKeys }) => ({ serviceKeys: otherKey(serviceKeys) }),
  }),
  each('12 the service has a new key', 'service_key_unknown', [], {
    afterwards: ({ controls }) => void controls.rotate({ old: 'removed' }),
    proxy: { slowMs: 800 },
  }),
  each('13 the nonce as a parameter', { cause: 'profile', field: 'request.parameters' }, ['profile'], {
    service: { 'request.parameters': ['created', 'expires', 'nonce', 'keyid', 'alg'] },
    counter: { 'request.parameters': usual },
    afterwards: silent,
  }),
];

function otherKey(serviceKeys: unknown): unknown {
  const { x, y } = publicHalf(generatePrivateKey());
  return JSON.parse(
    JSON.stringify(serviceKeys)
      .replace(/"x":"[^"]*"/, `"x":"${x}"`)
      .replace(/"y":"[^"]*"/, `"y":"${y}"`),
  );
}

const keys: readonly ThirdCase[] = [
  each('14 a key that nobody activated, behind a proxy', 'key_awaiting', [], {
    enrolled: 'awaiting',
    proxy: { answer: via.ofAnswer, request: via.ofRequest },
  }),
  each('15 a key that staff revoked', 'key_not_accepted', [], { afterwards: suspended }),
  each('16 a key that has ended', 'key_over', ['key_not_accepted'], {
    afterwards: (_, pass) => pass(400 * 86_400_000),
  }),
  each('19 a binding that was withdrawn', 'access_withdrawn', [], {
    afterwards: ({ controls }) => void controls.staff({ bindingAuthorized: false }),
  }),
];

const clocks: readonly ThirdCase[] = [
  each('20 three hours ahead', 'clock', [], { clockAheadSeconds: 3 * 3600 }),
  each('21 eleven minutes slow, and no Date in answers', 'clock', [], {
    clockAheadSeconds: -660,
    proxy: { answer: dropped(/^date$/i).ofAnswer },
  }),
  each('22 January 2019 on a slow line', 'clock', [], {
    clockAheadSeconds: -7 * 365 * 86_400,
    proxy: { slowMs: 2_000 },
  }),
  each('23 forty seconds fast, and a revoked key', 'key_not_accepted', [], {
    clockAheadSeconds: 40,
    afterwards: suspended,
  }),
  each('24 a Date two hours off, and a revoked key', 'key_not_accepted', [], {
    afterwards: suspended,
    proxy: { answer: changed(/^date$/i, (was) => new Date(Date.parse(was) - 7_200_000).toUTCString()).ofAnswer },
  }),
  each('25 the node that signs answers is 15 minutes behind', 'service_clock', ['clock'], {
    counter: releaseKeys,
    release: released({
      parameters: (created) => `;created=${String(created - 900)};keyid="release-2"`,
    }),
  }),
];

const connections: readonly ThirdCase[] = [
  each('26 a name that does not exist', { cause: 'unreachable', evidence: 'nameUnknown' }, ['unreachable'], {
    network: elsewhere('http://partner.invalid'),
  }),
  each('27 a port where nothing listens', { cause: 'unreachable', evidence: 'connectionRefused' }, ['unreachable'], {
    network: elsewhere('http://127.0.0.1:9'),
  }),
  each('28 no byte of an answer', 'no_answer', [], {
    counter: { answerWaitSeconds: 1 },
    proxy: { instead: () => 'silence' },
  }),
  each('29 https where http is spoken', { cause: 'unreachable', evidence: 'noTls' }, [], {
    network: (transport) => ({
      exchange: (request, options) =>
        transport.exchange({ ...request, url: request.url.replace('http:', 'https:') }, options),
    }),
  }),
  each('31 a firewall that resets every POST', { cause: 'call_blocked', evidence: 'read' }, ['no_answer'], {
    proxy: { instead: ({ method }) => (method === 'POST' ? 'reset' : null) },
  }),
  each(
    '31b a firewall that resets orders alone',
    { cause: 'call_blocked', says: 'order' },
    ['no_answer', 'not_the_service'],
    {
      proxy: { instead: (request) => (isOrder(request) ? 'reset' : null) },
      // One that breaks is no pattern yet.
      before: async (counter) => {
        await after('order')(counter);
        await after('order')(counter);
      },
    },
  ),
];

function elsewhere(origin: string): NonNullable<Through['network']> {
  return (transport) => ({
    exchange: (request, options) =>
      transport.exchange({ ...request, url: request.url.replace(/^http:\/\/[^/]+/, origin) }, options),
  });
}

const pages: readonly ThirdCase[] = [
  each('32 a captive portal', { cause: 'not_the_service', evidence: 'redirected' }, ['not_the_service'], {
    proxy: { instead: () => html(302, '', ['Location', 'http://portal.example/login']) },
  }),
  each('33 a 308 to a new host', { cause: 'base_path', evidence: 'redirected' }, ['not_the_service'], {
    proxy: { instead: (request) => html(308, '', ['Location', `https://new.example${request.target}`]) },
  }),
  each('34 a challenge of Cloudflare', { cause: 'not_the_service', evidence: 'unsigned' }, [], {
    proxy: {
      instead: () => html(403, 'Just a moment...', ['cf-mitigated', 'challenge'], ['CF-RAY', '8f1-CAI']),
    },
  }),
  each('35 nginx says 502', 'service_busy', ['not_the_service'], {
    proxy: { instead: () => html(502, 'Bad Gateway') },
  }),
  each('36 a proxy that wants a login', { cause: 'not_the_service', evidence: 'asksProxyLogin' }, ['not_the_service'], {
    proxy: { instead: () => html(407, 'Login', ['Proxy-Authenticate', 'Basic realm="shop"']) },
  }),
  each('37 an unsigned 429 from the third call on', 'service_busy', [], {
    proxy: { instead: (_, count) => (count >= 2 ? html(429, 'Slow down', ['Retry-After', '30']) : null) },
    before: (counter) => counter.catalogue.profile(),
  }),
  each(
    '38 a WAF that refuses orders alone',
    { cause: 'call_blocked', says: 'order' },
    ['not_the_service', 'answer_changed'],
    {
      proxy: { instead: (request) => (isOrder(request) ? html(403, 'Request blocked') : null) },
      before: after('order'),
    },
  ),
  each(
    '39 504 on the lists of cards alone',
    { cause: 'service_busy', says: 'card' },
    ['service_busy', 'not_the_service'],
    {
      proxy: { slowMs: 500, instead: (request) => (isCards(request) ? html(504, 'Gateway Time-out') : null) },
      before: after('catalogue'),
    },
  ),
  each('40 refusals replaced by a page, and a revoked key', 'answer_changed', ['not_the_service'], {
    afterwards: suspended,
    proxy: { answer: (answer) => (answer.status < 400 ? answer : html(answer.status, 'Something went wrong')) },
  }),
  each('41 maintenance', 'service_busy', ['not_the_service'], {
    proxy: { instead: () => html(503, 'Back soon', ['Retry-After', '900']) },
  }),
];

const requests: readonly ThirdCase[] = [
  each('42 the host of the origin, and Via', 'address_unknown', ['request_changed', 'profile'], {
    proxy: { request: (request) => via.ofRequest(changed(/^host$/i, () => 'origin.internal:8080').ofRequest(request)) },
  }),
  each('43 a path prefix that a gateway puts in front', 'request_changed', ['address_unknown', 'base_path'], {
    proxy: { request: (request) => ({ ...request, target: `/partner${request.target}` }) },
  }),
  each('44 Signature-Input is dropped', { cause: 'request_changed', says: 'signature-input' }, ['request_changed'], {
    proxy: { request: dropped(/^signature-input$/i).ofRequest },
  }),
  each(
    '45 headers with X- are dropped, on a slow line',
    { cause: 'request_changed', says: 'x-service-date' },
    ['request_changed'],
    {
      proxy: { slowMs: 1_000, request: dropped(/^x-/i).ofRequest },
    },
  ),
  each('46 Nonce is dropped', { cause: 'request_changed', says: 'nonce' }, ['request_changed'], {
    proxy: { request: dropped(/^nonce$/i).ofRequest },
  }),
  each('47 bodies are written anew', 'body_changed', ['request_changed'], {
    proxy: {
      request: (request) =>
        request.method === 'POST' && request.body.length > 0
          ? { ...request, body: bytes(`${text(request)} `) }
          : request,
    },
  }),
  each(
    '47b bodies of orders alone are written anew',
    { cause: 'body_changed', says: 'order' },
    ['body_changed', 'order_form'],
    {
      proxy: {
        request: (request) =>
          isOrder(request) ? { ...request, body: bytes(JSON.stringify(JSON.parse(text(request)), null, 2)) } : request,
      },
      before: after('order'),
    },
  ),
  each(
    '48 queries are written in small letters',
    { cause: 'request_changed', says: '@query' },
    ['request_changed', 'cursor_form', 'address_unknown'],
    {
      proxy: {
        request: (request) => ({
          ...request,
          target: request.target.replace(/\?.*/, (query) => query.toLowerCase()),
        }),
      },
      before: after('catalogue'),
    },
  ),
  each('49 every POST is sent twice', 'request_repeated', [], {
    proxy: { twice: ({ method }) => method === 'POST', request: via.ofRequest },
  }),
  each('50 a mesh that adds a signature of its own', 'none', ['request_changed'], {
    proxy: {
      request: (request) => ({
        ...request,
        headers: request.headers.map(([name, value]): Line => {
          if (/^signature-input$/i.test(name)) return [name, `${value}, mesh=("@method");created=1;keyid="mesh"`];
          return /^signature$/i.test(name) ? [name, `${value}, mesh=:AAAA:`] : [name, value];
        }),
      }),
    },
  }),
  each('51 a slash at the end of each path', 'request_changed', ['address_unknown', 'base_path'], {
    proxy: { request: (request) => ({ ...request, target: request.target.replace(/\/?(\?|$)/, '/$1') }) },
  }),
  each(
    '52 Content-Digest in capitals',
    { cause: 'request_changed', says: 'content-digest' },
    ['request_changed', 'body_changed'],
    {
      proxy: { request: changed(/^content-digest$/i, (was) => was.toUpperCase()).ofRequest },
    },
  ),
  each(
    '52b Idempotency-Key is dropped',
    { cause: 'request_changed', says: 'idempotency-key' },
    ['request_changed', 'order_form'],
    {
      proxy: { request: dropped(/^idempotency-key$/i).ofRequest },
      before: after('order'),
    },
  ),
];

const answers: readonly ThirdCase[] = [
  each('53 answers are packed', 'answer_changed', [], {
    proxy: {
      answer: (answer) => ({ ...added(['Content-Encoding', 'gzip']).ofAnswer(answer), body: gzipSync(answer.body) }),
    },
  }),
  each('54 JSON of answers is written anew', 'answer_changed', [], {
    proxy: { answer: withBody((was) => JSON.stringify(JSON.parse(was), null, 2)) },
  }),
  each('55 signatures are taken off answers, Server and Via added', 'answer_changed', ['not_the_service'], {
    proxy: { answer: (answer) => via.ofAnswer(dropped(/^signature(-input)?$/i).ofAnswer(answer)) },
  }),
  each('56 Content-Digest is taken off answers', 'answer_changed', [], {
    proxy: { answer: dropped(/^content-digest$/i).ofAnswer },
  }),
  each('57 X-Request-Id is taken off answers', 'answer_changed', [], {
    proxy: { answer: dropped(/^x-request-id$/i).ofAnswer },
  }),
  each('58 201 becomes 200', { cause: 'answer_changed', says: 'order' }, ['answer_changed'], {
    proxy: { answer: (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer) },
    before: after('order'),
  }),
  each('58b refusals with 401 become 403, and a revoked key', 'answer_changed', ['key_not_accepted'], {
    afterwards: suspended,
    proxy: { answer: (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer) },
  }),
  each(
    '59 addresses of images are written anew in the catalogue',
    { cause: 'answer_changed', says: 'catalog' },
    ['answer_changed'],
    {
      proxy: { answer: withBody((was) => was.replaceAll('"logo":"http:', '"logo":"https:')) },
      before: after('catalogue'),
    },
  ),
  each(
    '60 answers are cut after 2000 bytes',
    { cause: 'answer_changed', says: 'catalog' },
    ['answer_changed', 'no_answer'],
    {
      proxy: { answer: (answer) => ({ ...answer, body: answer.body.subarray(0, 2_000) }) },
      before: after('catalogue'),
    },
  ),
  each(
    '61 a cache answers reads with what is 300 s old',
    { cause: 'answer_changed', evidence: 'keptAnswer' },
    ['answer_changed'],
    caching(),
  ),
  each('62 one of two nodes signs with a new key', 'service_key_unknown', [], {
    release: (transport) => {
      const other = released({})(transport);
      let count = 0;
      return {
        exchange: (request, options) => {
          count += 1;
          return (count % 2 === 0 ? other : transport).exchange(request, options);
        },
      };
    },
  }),
  each(
    '62b the node with the new key answers orders alone',
    { cause: 'service_key_unknown', says: 'order' },
    ['service_key_unknown'],
    {
      release: (transport) => {
        const other = released({})(transport);
        return {
          exchange: (request, options) =>
            (request.url.endsWith('/orders') ? other : transport).exchange(request, options),
        };
      },
      before: after('order'),
    },
  ),
  each('63 refusals become text/html, and a permission is missing', 'answer_changed', [], {
    afterwards: ({ controls }) =>
      void controls.scopes({ scopes: ['wallets:read', 'catalogue:read', 'diagnostics:use'] }),
    proxy: {
      answer: (answer) =>
        answer.status < 400 ? answer : changed(/^content-type$/i, () => 'text/html; charset=utf-8').ofAnswer(answer),
    },
  }),
  each('64 a second Content-Digest', { cause: 'answer_changed', says: 'content-digest' }, ['answer_changed'], {
    proxy: { answer: added(['Content-Digest', `sha-512=:${'A'.repeat(86)}==:`]).ofAnswer },
  }),
  each('65 a mark before the text', 'answer_changed', [], { proxy: { answer: withBody((was) => `\uFEFF${was}`) } }),
];

/** Keeps each answer to a GET the first time, and gives it for ever. */
function caching(): Partial<Through> {
  const kept = new Map<string, RawAnswer>();
  return {
    proxy: {
      instead: ({ method, target: path }) => {
        const answer = method === 'GET' ? kept.get(path) : undefined;
        return answer === undefined ? null : added(['Age', '300']).ofAnswer(answer);
      },
      answer: (answer, { method, target: path }) => {
        if (method === 'GET' && answer.status === 200) kept.set(path, answer);
        return answer;
      },
    },
    before: async (counter) => {
      await counter.catalogue.profile();
      await counter.session.clock.sleep(300_000);
    },
  };
}

const accounts: readonly ThirdCase[] = [
  each(
    '66 no permission for the catalogue, and 20 s off',
    { cause: 'permission_missing', says: 'catalogue:read' },
    ['permission_missing'],
    {
      clockAheadSeconds: 20,
      afterwards: ({ controls }) =>
        void controls.scopes({
          scopes: [
            'profile:read',
            'wallets:read',
            'orders:create',
            'orders:read',
            'cards:read',
            'cards:reveal',
            'diagnostics:use',
          ],
        }),
      before: after('catalogue'),
    },
  ),
  each('67 no permission for the diagnosis', { cause: 'permission_missing', says: 'diagnostics:use' }, ['none'], {
    afterwards: ({ controls }) =>
      void controls.scopes({
        scopes: [
          'profile:read',
          'wallets:read',
          'catalogue:read',
          'orders:create',
          'orders:read',
          'cards:read',
          'cards:reveal',
        ],
      }),
  }),
  each('68 another network, and Via', 'source_ip_not_allowed', [], {
    afterwards: planted('source_ip_not_allowed'),
    proxy: { request: via.ofRequest },
  }),
  each('69 too many calls', 'service_busy', [], { afterwards: planted('rate_limited') }),
  each('70 a dependency is away, on a slow line', 'service_busy', [], {
    afterwards: planted('dependency_unavailable'),
    proxy: { slowMs: 3_000 },
  }),
  each('71 an account that is closed', 'access_withdrawn', [], {
    afterwards: ({ controls }) => void controls.staff({ accountActive: false }),
  }),
  each(
    '72 an error inside the service on the lists of cards alone',
    { cause: 'service_busy', says: 'card' },
    ['service_busy'],
    {
      afterwards: ({ controls }) =>
        void controls.plant({ name: 'internal_error', count: 99, operation: 'getPartnerCatalogueSubcategoryCards' }),
      before: after('catalogue'),
    },
  ),
  each('72b an error inside the service on orders alone', { cause: 'service_busy', says: 'order' }, ['service_busy'], {
    afterwards: ({ controls }) =>
      void controls.plant({ name: 'internal_error', count: 99, operation: 'createPartnerOrder' }),
    before: after('order'),
  }),
  each('73 the wallet in use is no longer granted', 'wallet_refused', ['no_wallet', 'access_withdrawn'], {
    ...withdrawnWallet(),
  }),
];

function withdrawnWallet(): Partial<Through> {
  let withdraw: () => void = () => undefined;
  return {
    afterwards: ({ controls }) => {
      withdraw = () => void controls.wallets({ walletId: controls.balances()[0]?.walletId, granted: false });
    },
    before: async (counter) => {
      const wallets = await counter.catalogue.wallets();
      withdraw();
      const [first] = wallets.ok ? wallets.value.items : [];
      if (first !== undefined) await counter.catalogue.sync(knownId<WalletId>(first.id));
    },
  };
}

const enrolments: readonly ThirdCase[] = [
  each('74 the setup code of another invitation', 'invitation_refused', ['invitation_over'], {
    enrolled: 'begun',
    invitation: ({ address }) => ({ ...invitationOf(address), token: 'y'.repeat(43) }),
  }),
  each('75 an invitation that has expired', 'invitation_over', ['invitation_refused'], {
    enrolled: 'begun',
    beforehand: (_, pass) => {
      pass(31 * 86_400_000);
    },
  }),
  each('76 Authorization is dropped', { cause: 'request_changed', says: 'authorization' }, ['invitation_refused'], {
    enrolled: 'begun',
    proxy: { request: dropped(/^authorization$/i).ofRequest },
  }),
  each('77 an invitation that another counter used', 'invitation_over', ['restart_awaited'], {
    enrolled: 'begun',
    beforehand: async ({ address }) => {
      const { invitationId, token } = invitationOf(address);
      const { kty, crv, x, y } = publicHalf(generatePrivateKey());
      const inAYear = new Date(Date.now() + 300 * 86_400_000).toISOString();
      await fetch(`${address.baseUrl}/v1/enrollments/${invitationId}/keys`, {
        method: 'POST',
        headers: { Authorization: `Enrollment ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          publicJwk: { kty, crv, x, y },
          notBefore: new Date().toISOString(),
          expiresAt: inAYear,
          cidrs: [],
        }),
      });
    },
  }),
  each('78 the proof in DER', { cause: 'profile', field: 'enrolment.proofEncoding' }, ['proof_form'], {
    enrolled: 'begun',
    counter: { 'enrolment.proofEncoding': 'der-base64url' },
  }),
];

const well: readonly ThirdCase[] = [
  each('79 a slow line, more headers, names in another case', 'none', [], {
    proxy: {
      slowMs: 2_500,
      answer: (answer) => via.ofAnswer(lines(([name, value]) => [[name.toLowerCase(), value]]).ofAnswer(answer)),
    },
    before: after('order'),
  }),
  each('80 HTTP/1.0', 'none', [], { proxy: { isOld: true }, clockAheadSeconds: 3, before: after('order') }),
];

export const thirdList: readonly ThirdCase[] = [
  ...settings,
  ...keys,
  ...clocks,
  ...connections,
  ...pages,
  ...requests,
  ...answers,
  ...accounts,
  ...enrolments,
  ...well,
];
