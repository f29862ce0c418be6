import type { ComponentId } from '../../../src-main/signatures/component.ts';
import type { HeaderLine } from '../../../src-main/signatures/message.ts';
import type { SignatureParameter } from '../../../src-main/signatures/sign.ts';
import { seededRandom, type Random } from '../../proofs/mutations/random.ts';
import type { Draft, Exchange } from './draft.ts';
import { keyId } from './party.ts';
import { tamperingNames } from './tampering.ts';

/** Common forms first, each with the ones that a careful reader must get right, then what is rarely seen. */
const hosts = [
  'shop.example',
  'service.example:8443',
  '127.0.0.1:4010',
  '[::1]:8080',
  'a.b-c.example',
  'xn--bcher-kva.example',
];
const oddHosts = ['Shop.Example', 'shop.example:443', 'shop.example:80', '[2001:DB8::1]', 'b\u00fccher.example'];
const segments = [
  'v1',
  'wallets',
  'a%20b',
  '%2F',
  '%2f',
  'caf%C3%A9',
  '~x',
  'a;b=1',
  '',
  '.hidden',
  'a+b',
  '@x',
  'a:b',
  "it's",
  'x(1)',
  '%7e',
];
const oddSegments = ['..', '.', 'a b', '\u00e9', '"q"', '\\'];
const queryNames = ['cursor', 'a', 'b', 'page', 'caf%C3%A9', 'x%20y'];
const queryValues = [
  '',
  '1',
  'a%20b',
  'a+b',
  '%2B%3D',
  'caf%C3%A9',
  'a=b',
  '/?x',
  '%zz',
  '%0A',
  'page-2_3.4*',
  '(1)!',
  '~x',
];
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'M-SEARCH'];
const fieldNames = [
  'Content-Type',
  'Content-Digest',
  'Nonce',
  'X-Service-Date',
  'Idempotency-Key',
  'Accept-Language',
  'X-Request-Id',
  'Cache-Control',
  'Location',
  'Retry-After',
  'X-Empty',
  'x-odd_name.1',
  'X-Tilde~',
  'Vary',
];
const fieldValues = [
  'application/json',
  'a, b',
  '"quoted, with \\" in it"',
  'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
  'Fri, 15 Jan 2027 08:00:00 GMT',
  '',
  'x;y=1;z',
  'a  b',
  'a\tb',
  ': "x":',
  '\\',
  '5',
  '2027-01-15T08:00:00.000Z',
  '8e03978e-40d5-43e8-bc93-6894a57f9324',
  '"@method": GET',
  ',',
  '~!@#$%^&*()',
];
const foldedValues = ['one\r\n two', 'one \t\r\n\ttwo', 'one\n two', 'one\r\n  two\r\n three'];
const oddValues = ['caf\u00e9', '\u00a0x', 'x\u0000', 'x\u000b', 'x\u007f', '\u0661', 'a\rb'];
const spaces = ['', '', '', ' ', '\t', ' \t  '];
const labels = ['sig1', 'sig', 'a', '*x', 'x.y_z-1', 'sig-b24', 'reqres'];
const texts = ['n-1', 'with "quotes" and \\', 'a;b,c=(d)', ' ', '~', '8e03978e-40d5-43e8-bc93-6894a57f9324'];
const derived = ['@method', '@target-uri', '@authority', '@scheme', '@request-target', '@path', '@query'];

/** Most messages have nothing odd about them: what is seen every day must be checked most often. */
interface Draw extends Random {
  readonly odd: boolean;
}

/** One of them; in an odd message, now and then one of the others. */
function choose<T>(random: Draw, items: readonly T[], others: readonly T[] = items, once = 6): T {
  const from = random.odd && random.below(once) === 0 ? others : items;
  const item = from[random.below(from.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** The message of this number: the same for a seed, whatever was generated before it. */
export function draftOf(seed: number, index: number): Draft {
  const drawn = seededRandom(seed, `message ${String(index)}`);
  const random: Draw = { ...drawn, odd: drawn.below(4) === 0 };
  const exchange = exchangeOf(random);
  const components = componentsOf(random, exchange);
  return {
    exchange,
    components,
    required: requiredOf(random, components),
    label: choose(random, labels, ['Sig1', '1a', '', 'b b'], 40),
    parameters: parametersOf(random),
    tampering: random.below(2) === 0 ? 'none' : choose(random, tamperingNames),
  };
}

function exchangeOf(random: Draw): Exchange {
  const answer =
    random.below(2) === 0
      ? { status: choose(random, [200, 201, 202, 401, 404, 409, 429, 503, 100, 599]), headers: headersOf(random) }
      : null;
  return {
    method: choose(random, methods, ['get', 'pOsT', 'Delete']),
    address: addressOf(random),
    headers: headersOf(random),
    answer,
  };
}

function addressOf(random: Draw): string {
  const path = times(random.below(5), () => `/${choose(random, segments, oddSegments)}`).join('');
  const pairs = times(
    random.below(4),
    () => `${choose(random, queryNames)}=${choose(random, queryValues, ["it's", 'a b', '\u00e9', '"'])}`,
  ).join('&');
  const query = choose(random, [pairs === '' ? '' : `?${pairs}`, pairs === '' ? '' : `?${pairs}`, '', '?alone'], ['?']);
  return (
    choose(random, ['https://', 'http://'], ['HTTPS://']) +
    choose(random, hosts, oddHosts) +
    path +
    query +
    choose(random, [''], ['#part'], 16)
  );
}

function headersOf(random: Draw): HeaderLine[] {
  return times(1 + random.below(7), () => {
    const name = choose(random, fieldNames);
    const value = choose(random, fieldValues, random.below(2) === 0 ? foldedValues : oddValues, 12);
    return [
      choose(random, [name, name, name.toLowerCase(), name.toUpperCase()]),
      choose(random, spaces) + value + choose(random, spaces),
    ];
  });
}

function componentsOf(random: Draw, { headers, address, answer }: Exchange): readonly ComponentId[] {
  const ofRequest = [...derived, ...namesOf(headers)].map((name) => ({ name, req: answer !== null }));
  const params = [...address.matchAll(/[?&]([^=&#]+)=/g)].map(([, queryParam = '']) => ({
    name: '@query-param',
    queryParam,
    req: answer !== null,
  }));
  const own = answer === null ? [] : ['@status', ...namesOf(answer.headers)].map((name) => ({ name, req: false }));
  const some = random
    .shuffled([...ofRequest, ...own, ...(random.below(4) === 0 ? params : [])])
    .slice(0, random.below(9));
  const odd: readonly ComponentId[] = [
    { name: 'x-absent', req: false },
    { name: 'x-absent', req: answer !== null },
    { name: '@status', req: false },
    { name: '@status', req: true },
    { name: '@method', req: answer === null },
    ...some.slice(0, 1),
  ];
  return random.odd && random.below(8) === 0 ? random.shuffled([...some, choose(random, odd)]) : some;
}

function namesOf(headers: readonly HeaderLine[]): string[] {
  return [...new Set(headers.map(([name]) => name.toLowerCase()))];
}

/** Mostly nothing; or some that are covered, one that is not, or the twin of one that is. */
function requiredOf(random: Draw, components: readonly ComponentId[]): readonly ComponentId[] {
  const [first] = components.filter(({ queryParam }) => queryParam === undefined);
  const kind = random.below(16);
  if (first === undefined || kind > 3) return [];
  if (kind === 0) return [{ ...first, req: !first.req }];
  return kind === 1 ? [first, { name: 'x-not-covered', req: false }] : [first];
}

function parametersOf(random: Draw): readonly SignatureParameter[] {
  const created = choose(random, [1_618_884_473, 1_800_000_000, 1, 999_999_999_999]);
  const all: readonly SignatureParameter[] = random.shuffled([
    ['created', created],
    ['expires', created + random.below(600)],
    ['alg', choose(random, ['ecdsa-p256-sha256'], ['ed25519'], 20)],
    ['nonce', choose(random, texts, ['caf\u00e9'], 40)],
    ['tag', choose(random, texts, ['a\tb'], 40)],
  ]);
  const some = all.filter(() => random.below(3) > 0);
  return random.odd && random.below(20) === 0 ? some : random.shuffled([...some, ['keyid', keyId]]);
}
