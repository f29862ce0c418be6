import { p256 } from '@noble/curves/nist.js';
import type { HeaderLine } from '../../../src-main/signatures/message.ts';
import { withSignedHeaders, type Exchange } from './draft.ts';

type Change = (exchange: Exchange, label: string) => Exchange;

const order = p256.Point.Fn.ORDER;
const garbage = `:${Buffer.alloc(64, 7).toString('base64')}:`;
const inList = (change: (list: string) => string): Change =>
  inField('signature-input', (value) =>
    value.replace(/\(((?:[^")]|"(?:[^"\\]|\\.)*")*)\)/, (_, list: string) => `(${change(list)})`),
  );
const onOctets = (change: (octets: Buffer) => Uint8Array): Change =>
  inField('signature', (value) =>
    value.replace(
      /:(.*):/,
      (_, text: string) => `:${Buffer.from(change(Buffer.from(text, 'base64'))).toString('base64')}:`,
    ),
  );
const inRequest =
  (change: (exchange: Exchange) => Partial<Exchange>): Change =>
  (exchange) => ({ ...exchange, ...change(exchange) });
const inSignedLines =
  (change: (headers: readonly HeaderLine[]) => readonly HeaderLine[]): Change =>
  (exchange) =>
    withSignedHeaders(exchange, change);

/**
 * What happens to a signed message on its way; some leave its meaning alone, most do not. All verifiers must see it the
 * same way.
 */
const changes = {
  none: (exchange) => exchange,
  'names in other case': inSignedLines((headers) =>
    headers.map(([name, value]) => [name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase(), value]),
  ),
  'white space around values': inSignedLines((headers) => headers.map(([name, value]) => [name, ` \t${value} `])),
  'an uncovered header added': inSignedLines((headers) => [['Via', '1.1 proxy'], ...headers]),
  'spaces in the list': inList((list) => `  ${list.replaceAll(' "', '   "')} `),
  'a flag written out': inList((list) => list.replaceAll(/;req(?![a-z=])/g, ';req=?1')),
  'the twin with the other s': onOctets((octets) => otherS(octets)),
  'a broken signature of an unknown key, after': (exchange, label) =>
    beside(exchange, `${label}-2`, 'stranger', 'after'),
  'a broken signature of an unknown key, before': (exchange, label) =>
    beside(exchange, `${label}-2`, 'stranger', 'before'),
  'a broken signature of a known key, after': (exchange, label) => beside(exchange, `${label}-2`, 'key-2', 'after'),
  'a broken signature of a known key, before': (exchange, label) => beside(exchange, `${label}-2`, 'key-2', 'before'),
  'a label without a signature': inField('signature-input', (value) => `${value}, alone=();keyid="key-1"`),
  'a signature without a label': inField('signature', (value) => `${value}, alone=${garbage}`),
  'a parameter on the signature': inField('signature', (value) => `${value};x=1`),
  'a line of Signature-Input twice': (exchange) =>
    withSignedHeaders(exchange, (headers) =>
      headers.flatMap((line): HeaderLine[] => (line[0] === 'Signature-Input' ? [line, line] : [line])),
    ),
  'another label in Signature': inField('signature', (value) => `x${value}`),
  'a parameter twice': inField('signature-input', (value) => `${value};keyid="key-1"`),
  'a parameter added': inField('signature-input', (value) => `${value};x=1`),
  'a whole number as a decimal': inField('signature-input', (value) =>
    value.replace(/(created|expires)=(\d{1,12})(?!\d)/, '$1=$2.0'),
  ),
  'a date parameter': inField('signature-input', (value) => `${value};x=@1`),
  'another time': inField('signature-input', (value) => value.replace(/(created|expires)=(\d)/, '$1=1$2')),
  'another key': inField('signature-input', (value) => value.replace('keyid="key-1"', 'keyid="key-9"')),
  'another algorithm': inField('signature-input', (value) =>
    value.replace('alg="ecdsa-p256-sha256"', 'alg="ecdsa-p384-sha384"'),
  ),
  'no algorithm': inField('signature-input', (value) => value.replace(';alg="ecdsa-p256-sha256"', '')),
  'the first component struck': inList((list) => list.split(' ').slice(1).join(' ')),
  'the list turned round': inList((list) => list.split(' ').toReversed().join(' ')),
  'a component added': inList((list) => `${list} "x-absent"`.trim()),
  'a component in capitals': inList((list) =>
    list.replace(/"([a-z])/, (_, letter: string) => `"${letter.toUpperCase()}`),
  ),
  'a flag struck': inList((list) => list.replace(';req', '')),
  'a bit of the signature': onOctets((octets) => octets.with(40, (octets[40] ?? 0) ^ 4)),
  's before r': onOctets((octets) => Buffer.concat([octets.subarray(32), octets.subarray(0, 32)])),
  DER: onOctets((octets) => p256.Signature.fromBytes(Uint8Array.from(octets), 'compact').toBytes('der')),
  'an octet less': onOctets((octets) => octets.subarray(1)),
  'no octets': onOctets(() => Buffer.of()),
  base64url: inField('signature', (value) => value.replace(/=:./, '=:-')),
  'no Signature': inSignedLines((headers) => headers.filter(([name]) => name !== 'Signature')),
  'no Signature-Input': inSignedLines((headers) => headers.filter(([name]) => name !== 'Signature-Input')),
  'another status': (exchange) =>
    exchange.answer === null
      ? exchange
      : { ...exchange, answer: { ...exchange.answer, status: exchange.answer.status ^ 1 } },
  'another method': inRequest(({ method }) => ({ method: method === 'GET' ? 'POST' : 'GET' })),
  'another path': inRequest(({ address }) => ({ address: address.replace(/^(\w+:\/\/[^/?#]*)/, '$1/x') })),
  'another query': inRequest(({ address }) => ({
    address: address.includes('?') ? address.replace('?', '?x=1&') : address.replace(/(#|$)/, '?x=1$1'),
  })),
  'another host': inRequest(({ address }) => ({ address: address.replace(/^(\w+:\/\/)[^/?#]*/, '$1other.example') })),
  'another scheme': inRequest(({ address }) => ({
    address: address.replace(/^https?/i, (scheme) => (scheme.toLowerCase() === 'https' ? 'http' : 'https')),
  })),
  'another value in the request': inRequest(({ headers }) => ({
    headers: headers.map(([name, value], index) => [name, index === 0 ? `${value}x` : value]),
  })),
  'a line of the request dropped': inRequest(({ headers, answer }) =>
    answer === null ? {} : { headers: headers.slice(1) },
  ),
  'another value': inSignedLines((headers) =>
    headers.map(([name, value], index) => [name, index === 0 ? `x${value}` : value]),
  ),
  'a line dropped': inSignedLines((headers) => headers.slice(1)),
  'a line repeated': inSignedLines((headers) => [...headers.slice(0, 1), ...headers]),
  'lines turned round': inSignedLines((headers) => headers.toReversed()),
} as const satisfies Readonly<Record<string, Change>>;

export type TamperingName = keyof typeof changes;

export const tamperingNames = Object.keys(changes).filter(
  (name): name is TamperingName => name in changes && name !== 'none',
);

/** The exchange as it arrives. */
export function tampered(exchange: Exchange, name: TamperingName, label: string): Exchange {
  return changes[name](exchange, label);
}

function inField(wanted: string, change: (value: string) => string): Change {
  return (exchange) =>
    withSignedHeaders(exchange, (headers) =>
      headers.map(([name, value]) => [name, name.toLowerCase() === wanted ? change(value) : value]),
    );
}

function otherS(octets: Buffer): Uint8Array {
  const s = BigInt(`0x${octets.subarray(32).toString('hex')}`);
  return Buffer.concat([octets.subarray(0, 32), Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex')]);
}

/** A second signature, over nothing and of no worth, in lines after the first or before it. */
function beside(exchange: Exchange, label: string, keyid: string, where: 'before' | 'after'): Exchange {
  const more: HeaderLine[] = [
    ['Signature-Input', `${label}=();created=1;keyid="${keyid}"`],
    ['Signature', `${label}=${garbage}`],
  ];
  return withSignedHeaders(exchange, (headers) => (where === 'after' ? [...headers, ...more] : [...more, ...headers]));
}
