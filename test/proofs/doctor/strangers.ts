import { gzipSync } from 'node:zlib';
import type { RawAnswer, TransportFault, WireRequest } from '../../../src-main/core/ports.ts';
import { err, ok } from '../../../src-main/core/result.ts';
import type { RunningService } from '../../../src-sandbox/control/service.ts';
import type { Case } from './cases.ts';
import { gatewayPage, onAnswers, withDoubled, withLine, without } from './network.ts';
import { released, releaseKeys, sha256, usualParameters, type Release } from './resigned.ts';

/**
 * A second list of somebody else, written from the API's text alone before these diagnostics were looked at, with
 * what came up while it was seeded.
 */
type Network = NonNullable<Case['network']>;
type Control = (service: RunningService) => void;

const silent: Control = ({ controls }) => void controls.staff({ explains: false });
const suspended: Control = ({ controls }) => void controls.keys({ suspended: true });
const address = ['@method', '@authority', '@path', '@query'];
const reads = [...address, 'x-service-date'];
const bodily = ['content-type', 'content-digest', 'nonce'];
const usual = ['created', 'expires', 'keyid', 'alg'];

/** The counter's file has it otherwise than the service, which says nothing of why it refuses. */
function file(field: string, counter: Case['counter'], service: Case['service'] = {}, more: Partial<Case> = {}): Case {
  return {
    name: `a file whose ${field} is ${JSON.stringify(counter?.[field])}`,
    names: 'profile',
    field,
    ...(counter === undefined ? {} : { counter }),
    service,
    afterwards: silent,
    ...more,
  };
}

const files: readonly Case[] = [
  {
    name: 'a label that only the answers show',
    names: 'profile',
    field: 'request.label',
    service: { 'request.label': 'shop-partner' },
    counter: { 'request.label': 'sig1' },
    afterwards: silent,
  },
  file('request.components.safeRead', {
    'request.components.safeRead': ['@method', '@path', '@query', 'x-service-date'],
  }),
  file('request.emptyQuery', { 'request.emptyQuery': '?' }, { 'request.emptyQuery': 'omitted' }),
  file('request.components.safeRead', {
    'request.components.safeRead': ['@method', '@target-uri', 'x-service-date'],
    'request.components.diagnostic': ['@method', '@target-uri', 'x-service-date', ...bodily],
  }),
  file(
    'request.parameters',
    { 'request.parameters': usual },
    { 'request.parameters': ['created', 'expires', 'keyid'] },
  ),
  file(
    'request.parameters',
    { 'request.parameters': ['created', 'expires', 'keyid'] },
    { 'request.parameters': usual },
  ),
  {
    name: 'a tag that nobody can guess',
    names: 'form_unknown',
    service: { 'request.parameters': [...usual, 'tag'], 'request.tag': 'partner-v1' },
    counter: { 'request.parameters': [...usual, 'tag'], 'request.tag': 'partner-api' },
    afterwards: silent,
  },
  file('request.parameters', { 'request.parameters': ['created', 'keyid', 'alg'] }, { 'request.parameters': usual }),
  file('request.encoding', { 'request.encoding': 'der' }),
  file('request.nonce', { 'request.nonce': 'uuid' }, { 'request.nonce': 'base64url', 'request.nonceBytes': 16 }),
  file('request.digest', { 'request.digest': 'sha-512' }),
  file('request.serviceDate', { 'request.serviceDate': 'imf-fixdate' }),
  file('request.serviceDate', { 'request.serviceDate': 'unix' }),
  {
    name: 'orders that do not cover Idempotency-Key',
    names: 'order_form',
    field: 'request.components.orderMutation',
    counter: { 'request.components.orderMutation': [...reads, ...bodily] },
    before: 'order',
  },
  {
    name: 'reveals that do not cover Nonce',
    names: 'reveal_form',
    field: 'request.components.bodylessNonceMutation',
    counter: { 'request.components.bodylessNonceMutation': [...reads, 'content-digest'] },
    before: 'reveal',
  },
  {
    name: 'a load balancer that takes the port off Host',
    names: 'profile',
    field: 'request.seenAs.authority',
    service: { 'request.seenAs': { authority: '127.0.0.1' } },
    counter: { 'request.seenAs': {} },
    afterwards: silent,
  },
  {
    name: "the service's key with x and y exchanged",
    names: 'service_key_unknown',
    field: 'serviceKeys',
    counterOf: ({ serviceKeys }) => ({ serviceKeys: exchanged(serviceKeys) }),
  },
];

/** x in place of y, as a person pasted them. */
function exchanged(serviceKeys: unknown): unknown {
  return JSON.parse(
    JSON.stringify(serviceKeys).replace(
      /"x":("[^"]*"),"y":("[^"]*")/,
      (_, x: string, y: string) => `"x":${y},"y":${x}`,
    ),
  );
}

const accounts: readonly Case[] = [
  { name: 'a clock ten minutes slow', clockAheadSeconds: -600, names: 'clock' },
  { name: 'a clock in the wrong time zone', clockAheadSeconds: 3 * 3600, names: 'clock' },
  {
    name: "a service's clock that runs ahead",
    names: 'clock',
    afterwards: ({ controls }) => void controls.clock({ offsetSeconds: 900 }),
  },
  {
    name: 'a file changed by hand, and a key that staff took back since',
    names: 'key_not_accepted',
    counter: { name: 'Another name' },
    afterwards: (service) => {
      suspended(service);
    },
  },
  {
    name: 'a service that changed its key',
    names: 'service_key_unknown',
    field: 'serviceKeys',
    afterwards: ({ controls }) => void controls.rotate({ old: 'removed' }),
  },
  {
    name: 'an account that staff closed',
    names: 'access_withdrawn',
    afterwards: ({ controls }) => void controls.staff({ accountActive: false }),
  },
  {
    name: 'an account without a wallet for this application',
    names: 'no_wallet',
    afterwards: ({ controls }) => void controls.wallets({ all: true, granted: false }),
  },
  {
    name: 'a permission for the diagnostic alone that is missing',
    names: 'permission_missing',
    evidence: 'scopesMissing',
    afterwards: ({ controls }) =>
      void controls.scopes({
        scopes: ['profile:read', 'wallets:read', 'catalogue:read', 'orders:create', 'cards:reveal', 'cards:read'],
      }),
  },
  {
    name: 'a store of nonces that is broken',
    names: 'request_repeated',
    afterwards: ({ controls }) => void controls.plant({ name: 'replay_detected', count: 99 }),
  },
  {
    name: 'a database behind the service that is away',
    names: 'service_busy',
    afterwards: ({ controls }) => void controls.plant({ name: 'dependency_unavailable', count: 99 }),
  },
];

function release(name: string, how: Release, names: Case['names'], more: Partial<Case> = {}): Case {
  return { name: `a release that ${name}`, counter: releaseKeys, network: released(how), names, ...more };
}

const leaves =
  (...left: readonly string[]): NonNullable<Release['components']> =>
  (components) =>
    components.filter((name) => !left.includes(name));

const releases: readonly Case[] = [
  release('signs as before', {}, 'none'),
  release('does not cover Content-Digest', { components: leaves('"content-digest"') }, 'service_form'),
  release('does not cover @status', { components: leaves('"@status"') }, 'service_form'),
  release(
    'leaves ;req out',
    { components: (components) => components.map((name) => name.replace(';req', '')) },
    'service_form',
  ),
  release(
    'has the signature of a CDN before its own',
    {
      write: (input, signature) => [
        `cdn=("@status");created=1;keyid="cdn", ${input}`,
        `cdn=:${'A'.repeat(86)}==:, ${signature}`,
      ],
    },
    'none',
  ),
  release(
    'has the signature of a CDN before its own, where the file names a label that it gave up',
    {
      write: (input, signature) => [
        `cdn=("@status");created=1;keyid="cdn", ${input}`,
        `cdn=:${'A'.repeat(86)}==:, ${signature}`,
      ],
    },
    'profile',
    { counter: { ...releaseKeys, 'answer.label': 'service' }, field: 'answer.label' },
  ),
  release('writes DER', { encoding: 'der' }, 'profile', { field: 'answer.encoding' }),
  release(
    'says created in milliseconds',
    { parameters: (created) => usualParameters(created).replace(String(created), `${String(created)}000`) },
    'service_form',
  ),
  release(
    'says created as a text',
    { parameters: () => usualParameters(0).replace('=0', '="2026-01-01T00:00:00Z"') },
    'service_form',
  ),
  release('does not say created', { parameters: () => usualParameters(0).replace(';created=0', '') }, 'service_form'),
  release(
    'makes signatures that have ended',
    { parameters: (created) => `${usualParameters(created)};expires=${String(created - 300)}` },
    'service_form',
  ),
  release(
    'answers 204',
    {
      components: leaves('"content-type"'),
      headers: ({ headers }) => headers.filter(([name]) => !/^content-(type|length)$/i.test(name)),
      status: 204,
    },
    'service_form',
    { evidence: 'noContent' },
  ),
  release('digests with CRC only', { digest: () => 'crc32c=:AAAAAA==:' }, 'service_form'),
  release('writes the digest in hex', { digest: (body) => `sha-256=${sha256(body, 'hex')}` }, 'service_form'),
  release('names SHA-256 in capitals', { digest: (body) => `SHA-256=:${sha256(body)}:` }, 'service_form'),
  release('digests another body', { digest: () => `sha-256=:${sha256(Buffer.from('x'))}:` }, 'answer_changed'),
  release(
    'has the signature under another label than its input',
    { write: (input, signature) => [input, signature.replace('sig1', 'sig')] },
    'service_form',
  ),
  release(
    'writes its signature as a text',
    { write: (input, signature) => [input, signature.replace(/:/g, '"')] },
    'service_form',
  ),
  release(
    'names components in capitals',
    { components: (components) => components.map((name) => name.replace('content-type', 'Content-Type')) },
    'service_form',
  ),
  release(
    'names components without quotes',
    { write: (input, signature) => [input.replace('"content-type"', 'content-type'), signature] },
    'service_form',
  ),
  release(
    'calls the key it always had otherwise',
    { parameters: (created) => usualParameters(created).replace('release-2', 'RELEASE-2') },
    'service_key_unknown',
    { field: 'serviceKeys' },
  ),
  release(
    'says an algorithm that is another',
    { parameters: (created) => `${usualParameters(created)};alg="rsa-pss-sha512"` },
    'service_form',
  ),
  release('runs on two nodes, of which one has a key of its own', { only: 'GET' }, 'service_key_unknown', {
    counter: {},
    field: 'serviceKeys',
  }),
  release(
    'writes Signature-Input with blanks where they may be',
    { write: (input, signature) => [input.replace('(', '( ').replace(');', ' );'), signature] },
    'none',
  ),
  release(
    'writes names of headers in capitals',
    { headers: ({ headers }) => headers.map(([name, value]) => [name.toUpperCase(), value]) },
    'none',
  ),
];

const page =
  (status: number, text: string, ...headers: RawAnswer['headers']): Network =>
  () => ({
    exchange: () =>
      Promise.resolve(ok({ status, headers: [['Content-Type', 'text/html'], ...headers], body: bytes(text) })),
  });
const json =
  (status: number, body: unknown, ...headers: RawAnswer['headers']): Network =>
  () => ({
    exchange: () =>
      Promise.resolve(
        ok({ status, headers: [['Content-Type', 'application/json'], ...headers], body: bytes(JSON.stringify(body)) }),
      ),
  });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const fails =
  (fault: TransportFault): Network =>
  () => ({ exchange: () => Promise.resolve(err(fault)) });
const only =
  (method: WireRequest['method'], network: Network): Network =>
  (transport) => {
    const other = network(transport);
    return {
      exchange: (request, options) => (request.method === method ? other : transport).exchange(request, options),
    };
  };
const onRequests =
  (change: (request: WireRequest) => WireRequest): Network =>
  (transport) => ({
    exchange: (request, options) => transport.exchange(change(request), options),
  });
const line = (request: WireRequest, field: string, change: (value: string) => string): WireRequest => ({
  ...request,
  headers: request.headers.map(([name, value]) => [name, name.toLowerCase() === field ? change(value) : value]),
});
const renamed = (from: string, to: string): Network =>
  onRequests((request) => ({
    ...request,
    headers: request.headers.map(([name, value]) => [name.toLowerCase() === from ? to : name, value]),
  }));
const body = (change: (text: string) => string | Uint8Array): Network =>
  onAnswers((answer) => {
    const changed = change(new TextDecoder().decode(answer.body));
    return { ...answer, body: typeof changed === 'string' ? bytes(changed) : changed };
  });

function way(name: string, names: Case['names'], network: Network, more: Partial<Case> = {}): Case {
  return { name: `a network that ${name}`, names, network, ...more };
}

const withLanguage = { 'request.components.safeRead': [...reads, 'accept-language'] };

const pages: readonly Case[] = [
  way('sends to its sign-in page', 'not_the_service', page(302, '', ['Location', 'http://login.hotspot.example/']), {
    evidence: 'redirected',
  }),
  way('answers 511', 'not_the_service', page(511, '<html>Sign in</html>'), { evidence: 'asksProxyLogin' }),
  way('checks for robots', 'not_the_service', page(403, '<html>Just a moment...</html>', ['Set-Cookie', 'cf=1'])),
  way(
    'moved the service to another host',
    'base_path',
    (transport) => ({
      exchange: ({ url }, options) =>
        page(308, '', ['Location', url.replace(/\/\/[^/]+/, '//api2.example')])(transport).exchange(
          { method: 'GET', url, headers: [], body: null },
          options,
        ),
    }),
    { evidence: 'redirected' },
  ),
  way('answers 204 to everything', 'not_the_service', page(204, '')),
  way('answers 204 with nothing at all', 'not_the_service', () => ({
    exchange: () => Promise.resolve(ok({ status: 204, headers: [], body: bytes('') })),
  })),
  way('answers 200 with nothing at all', 'not_the_service', () => ({
    exchange: () => Promise.resolve(ok({ status: 200, headers: [], body: bytes('') })),
  })),
  way('says that it is under maintenance', 'service_busy', page(503, '<html>Back soon</html>', ['Retry-After', '600'])),
  way('says 200 and that it is under maintenance', 'not_the_service', json(200, { status: 'maintenance' })),
  way(
    'wants an API key',
    'not_the_service',
    json(401, { message: 'Unauthorized' }, ['WWW-Authenticate', 'Key realm="gateway"']),
    { evidence: 'asksLogin' },
  ),
  way('misses a token', 'not_the_service', json(403, { message: 'Missing Authentication Token' })),
  way('finds the headers too large', 'not_the_service', page(431, '<html>Request Header Or Cookie Too Large</html>')),
  way('does not know the host', 'not_the_service', page(400, '<html>Bad Request - Invalid Hostname</html>')),
  way('routes the host elsewhere', 'not_the_service', page(421, '<html>Misdirected Request</html>')),
  way('waits for a node too long', 'service_busy', page(504, '<html>504 Gateway Time-out</html>')),
  way('lost its origin', 'service_busy', page(521, '<html>Web server is down</html>')),
  way('moved the service below a path', 'base_path', gatewayPage(404)),
  way(
    'answers 304 to reads',
    'answer_changed',
    only('GET', () => ({
      exchange: () => Promise.resolve(ok({ status: 304, headers: [['ETag', '"1"']], body: bytes('') })),
    })),
  ),
  way('does not let POST pass', 'call_blocked', only('POST', page(403, '<html>Blocked by policy</html>'))),
  way('is a web site that knows no POST', 'not_the_service', (transport) =>
    only('POST', page(405, '<html>Not Allowed</html>'))(page(200, '<html>Welcome</html>')(transport)),
  ),
  way('drops what has a body', 'no_answer', only('POST', fails({ code: 'answer_timeout' }))),
  way('cuts every connection', 'no_answer', fails({ code: 'connection_lost' })),
  way('drops everything', 'no_answer', fails({ code: 'answer_timeout' })),
  way('does not know the name', 'unreachable', fails({ code: 'not_sent', why: 'name_unknown' }), {
    evidence: 'nameUnknown',
  }),
];

const changes: readonly Case[] = [
  way(
    'packs answers',
    'answer_changed',
    onAnswers((answer) => ({ ...withDoubled(answer, 'Content-Encoding', 'gzip'), body: gzipSync(answer.body) })),
  ),
  way(
    'unpacks answers and leaves them marked as packed',
    'answer_changed',
    onAnswers((answer) => withDoubled(answer, 'Content-Encoding', 'br')),
  ),
  way(
    'writes JSON anew',
    'answer_changed',
    body((text) => JSON.stringify(JSON.parse(text), null, 1)),
  ),
  way(
    'puts a mark before the text',
    'answer_changed',
    body((text) => `\uFEFF${text}`),
  ),
  way(
    'cuts long answers',
    'answer_changed',
    body((text) => text.slice(0, 40)),
  ),
  way(
    'escapes slashes',
    'answer_changed',
    body((text) => text.replaceAll(':', '\\u003a')),
  ),
  way(
    'marks answers as changed by status 203',
    'answer_changed',
    onAnswers((answer) => (answer.status === 200 ? { ...answer, status: 203 } : answer)),
    { evidence: 'headerChanged' },
  ),
  way(
    'turns refusals into 200',
    'answer_changed',
    onAnswers((answer) => ({ ...answer, status: 200 })),
    { afterwards: suspended, evidence: 'headerChanged' },
  ),
  way('takes Signature-Input off requests', 'request_changed', without('requests', 'signature-input')),
  way('takes Content-Type off requests', 'request_changed', without('requests', 'content-type')),
  way('takes every header off that begins with X-', 'request_changed', without('requests', 'x-service-date')),
  way('renames Content-Digest to Digest', 'request_changed', renamed('content-digest', 'Digest')),
  way(
    'adds a charset to the type of requests',
    'request_changed',
    onRequests((request) => line(request, 'content-type', (value) => `${value}; charset=utf-8`)),
  ),
  way(
    'writes the host of the origin into requests',
    'address_unknown',
    onRequests((request) => ({ ...request, url: request.url.replace('127.0.0.1', 'localhost') })),
  ),
  way(
    'takes the body off requests',
    'body_changed',
    onRequests((request) => ({ ...request, body: request.body && bytes('') })),
  ),
  way(
    'spells the body of requests otherwise',
    'body_changed',
    onRequests((request) => ({ ...request, body: request.body && bytes('{ }') })),
    { afterwards: silent, counter: { name: 'Another file' } },
  ),
  way(
    'follows redirects and makes GET of POST',
    'request_changed',
    onRequests((request) => ({ ...request, method: 'GET', body: null })),
  ),
  way(
    'cuts long headers of answers',
    'answer_changed',
    onAnswers((answer) => withLine(answer, 'signature', (value) => value.slice(0, 40))),
  ),
  way('takes Signature-Input off answers', 'answer_changed', without('answers', 'signature-input')),
  way('takes Content-Digest off answers', 'answer_changed', without('answers', 'content-digest')),
  way(
    'says JSON of every answer',
    'answer_changed',
    onAnswers((answer) => withLine(answer, 'content-type', () => 'application/json')),
    { afterwards: suspended, evidence: 'headerChanged' },
  ),
  way(
    'joins a second X-Request-Id into the first',
    'answer_changed',
    onAnswers((answer) => withLine(answer, 'x-request-id', (value) => `${value}, gateway-1`)),
    { evidence: 'headerChanged' },
  ),
  way(
    'writes X-Request-Id anew in answers that are well',
    'answer_changed',
    onAnswers((answer) => withLine(answer, 'x-request-id', () => 'gateway-1')),
    { evidence: 'headerChanged' },
  ),
  way(
    'sends Content-Digest of answers twice',
    'answer_changed',
    onAnswers((answer) =>
      withDoubled(
        answer,
        'Content-Digest',
        answer.headers.find(([name]) => name.toLowerCase() === 'content-digest')?.[1] ?? '',
      ),
    ),
  ),
  way(
    'says of answers that they are not packed',
    'none',
    onAnswers((answer) => withDoubled(answer, 'Content-Encoding', 'identity')),
  ),
  way(
    'adds headers of its own',
    'none',
    onAnswers((answer) => withDoubled(withDoubled(answer, 'Via', '1.1 cache'), 'Age', '0')),
  ),
];

export const strangers: readonly Case[] = [...files, ...accounts, ...releases, ...pages, ...changes];

/**
 * Of the same list, what nobody can tell apart from here: a service that says nothing refuses them as it refuses a key
 * or a body, or no answer shows what it saw. Something near is named, and no change.
 */
export const leftOver: readonly Case[] = [
  way('renames Signature to X-Signature at a silent service', 'request_changed', renamed('signature', 'X-Signature'), {
    afterwards: silent,
  }),
  way(
    'adds a charset to the type of requests, at a silent service under a file that it knows',
    'request_changed',
    onRequests((request) => line(request, 'content-type', (value) => `${value}; charset=utf-8`)),
    { afterwards: silent },
  ),
  way(
    'writes Accept-Language anew',
    'request_changed',
    onRequests((request) => line(request, 'accept-language', () => 'en-US,en;q=0.9')),
    { service: withLanguage, counter: withLanguage },
  ),
  way(
    'writes Accept-Language anew, under a new file at a silent service',
    'request_changed',
    onRequests((request) => line(request, 'accept-language', () => 'en-US,en;q=0.9')),
    { service: withLanguage, counter: { ...withLanguage, name: 'Another file' }, afterwards: silent },
  ),
  way(
    'adds a parameter to every address',
    'request_changed',
    onRequests((request) => ({ ...request, url: `${request.url}?utm_source=shop` })),
  ),
];
