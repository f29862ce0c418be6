import { p256 } from '@noble/curves/nist.js';
import type { HeaderLine } from '../../../../src-main/signatures/message.ts';
import type { Mutant } from '../mutant.ts';
import type { Random } from '../random.ts';
import type { Sample } from '../samples.ts';

/** `Signature-Input` and `Signature`, taken apart and put together again without the key. */
export function* signatureFields(sample: Sample, random: Random): Generator<Mutant> {
  const { raw, truth } = sample.genuine;
  const parts = partsOf(valueIn(raw.headers, 'signature-input'));
  const octets = valueIn(raw.headers, 'signature').slice('sig1='.length);
  const put = (label: string, input: string, signature = `sig1=${octets}`): Mutant => ({
    group: 'signature fields',
    label,
    raw: { ...raw, headers: withSignature(raw.headers, input, signature) },
  });
  for (const [label, components] of listChanges(parts.components, random))
    yield put(`component ${label}`, written({ ...parts, components }));
  for (const [index, identifier] of parts.components.entries()) {
    const turned = identifier.endsWith(';req') ? identifier.slice(0, -';req'.length) : `${identifier};req`;
    yield put(
      'component with the other req flag',
      written({ ...parts, components: parts.components.with(index, turned) }),
    );
    for (const parameter of ['sf', 'bs', 'tr', 'key="a"', 'req=?0', 'req;req']) {
      yield put(
        'component with a parameter',
        written({ ...parts, components: parts.components.with(index, `${identifier};${parameter}`) }),
      );
    }
  }
  for (const more of [
    '"date"',
    '"connection"',
    '"not-there"',
    '"@scheme";req',
    '"@target-uri";req',
    '"@status";req',
    '"@method"',
    '"@query-param";name="cursor";req',
    '"@nothing"',
  ]) {
    yield put('component added', written({ ...parts, components: [...parts.components, more] }));
  }
  for (const [label, parameters] of listChanges(parts.parameters, random))
    yield put(`parameter ${label}`, written({ ...parts, parameters }));
  for (const [from, to] of parameterChanges)
    yield put(
      'parameter changed',
      written({ ...parts, parameters: parts.parameters.map((one) => one.replace(from, to)) }),
    );
  yield* encodings(put, written(parts), truth.signature);
  yield* labels(put, parts, octets);
}

interface Parts {
  readonly components: readonly string[];
  readonly parameters: readonly string[];
}

type Put = (label: string, input: string, signature?: string) => Mutant;

const parameterChanges: readonly (readonly [RegExp, string])[] = [
  [/^created=(\d+)$/, 'created=1800000001'],
  [/^created=(\d+)$/, 'created=1799999999'],
  [/^created=(\d+)$/, 'created="$1"'],
  [/^created=(\d+)$/, 'created=-$1'],
  [/^created=(\d+)$/, 'created=999999999999999'],
  [/^created=(\d+)$/, 'created=@$1'],
  [/^created/, 'expires'],
  [/^created/, 'Created'],
  [/^keyid="(.*)"$/, 'keyid="service-2"'],
  [/^keyid="(.*)"$/, 'keyid=""'],
  [/^keyid="(.*)"$/, 'keyid=$1'],
  [/^keyid="(.*)"$/, 'keyid="$1 "'],
  [/^alg="(.*)"$/, 'alg="hmac-sha256"'],
  [/^alg="(.*)"$/, 'alg="none"'],
  [/^alg="(.*)"$/, 'alg=$1'],
  [/^alg="(.*)"$/, 'alg="ecdsa-p384-sha384"'],
  [/^alg="(.*)"$/, 'alg="$1";expires=1900000000'],
  [/^alg="(.*)"$/, 'alg="$1";nonce="n"'],
  [/^alg="(.*)"$/, 'alg="$1";tag="t"'],
  [/^alg="(.*)"$/, 'alg="$1";unknown'],
];

function* listChanges(items: readonly string[], random: Random): Generator<readonly [string, readonly string[]]> {
  for (const [index, item] of items.entries()) {
    yield ['dropped', items.toSpliced(index, 1)];
    yield ['doubled', [...items, item]];
    yield ['doubled', items.toSpliced(index, 0, item)];
    if (index > 0) yield ['moved', [item, ...items.toSpliced(index, 1)]];
  }
  yield ['moved', items.toReversed()];
  const mixed = random.shuffled(items);
  if (mixed.some((item, index) => item !== items[index])) yield ['moved', mixed];
  yield ['all dropped', []];
}

function* encodings(put: Put, input: string, signature: Uint8Array): Generator<Mutant> {
  const text = (bytes: Uint8Array): string => `sig1=:${Buffer.from(bytes).toString('base64')}:`;
  const { r, s } = p256.Signature.fromBytes(signature, 'compact');
  const twin = new p256.Signature(r, p256.Point.Fn.ORDER - s);
  yield put('signature: the twin with the other s', input, text(twin.toBytes('compact')));
  yield put('signature: DER', input, text(p256.Signature.fromBytes(signature, 'compact').toBytes('der')));
  for (const [label, bytes] of [
    ['empty', new Uint8Array()],
    ['zero', new Uint8Array(64)],
    ['ones', new Uint8Array(64).fill(255)],
    ['half of it', signature.slice(0, 32)],
    ['r for s', Uint8Array.from(Buffer.concat([signature.subarray(32), signature.subarray(0, 32)]))],
    ['twice', Uint8Array.from(Buffer.concat([signature, signature]))],
    ['one byte more', Uint8Array.from([...signature, 0])],
    ['one byte before', Uint8Array.from([0, ...signature])],
    ['one byte less', signature.slice(0, 63)],
    ['r zero', Uint8Array.from([...new Uint8Array(32), ...signature.subarray(32)])],
    ['s zero', Uint8Array.from([...signature.subarray(0, 32), ...new Uint8Array(32)])],
  ] as const)
    yield put(`signature: ${label}`, input, text(bytes));
  const base64 = Buffer.from(signature).toString('base64');
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const last = digits.indexOf(base64.charAt(85));
  for (let bits = 0; bits < 16; bits += 1) {
    // 64 octets end in a digit of which two bits count.
    const other = digits.charAt((last & 0b110000) | bits);
    if (bits !== (last & 0b1111))
      yield put('signature: bits that base64 does not use', input, `sig1=:${base64.slice(0, 85)}${other}==:`);
  }
  for (const other of [
    `sig1="${base64}"`,
    `sig1=${base64.replace(/=+$/, '')}`,
    'sig1',
    'sig1=?1',
    `sig1=(:${base64}:)`,
    `sig1=:${base64.slice(0, -1)}`,
    'sig1=::',
    '',
    ' ',
    ',',
  ]) {
    yield put('signature: not a byte sequence', input, other);
  }
  yield put('signature: parameter of its own added', input, `${text(signature)};a=1`);
}

function* labels(put: Put, parts: Parts, octets: string): Generator<Mutant> {
  const input = written(parts);
  const renamed = (label: string): string => input.replace(/^sig1/, label);
  yield put('signature fields: label renamed in both', renamed('other'), `other=${octets}`);
  yield put('signature fields: label renamed in one', renamed('other'));
  yield put('signature fields: label renamed in one', input, `other=${octets}`);
  yield put('signature fields: label twice', `${input}, ${input}`);
  yield put('signature fields: label twice', input, `sig1=${octets}, sig1=${octets}`);
  const stranger = renamed('a').replace(/keyid="[^"]*"/, 'keyid="service-unknown"');
  yield put(
    'signature fields: second signature by an unknown key',
    `${stranger}, ${input}`,
    `a=${octets}, sig1=${octets}`,
  );
  yield put(
    'signature fields: second signature by an unknown key',
    `${input}, ${stranger}`,
    `sig1=${octets}, a=${octets}`,
  );
  const broken = 'a=:AAAA:';
  yield put(
    'signature fields: second signature of the known key that is wrong',
    `${renamed('a')}, ${input}`,
    `${broken}, sig1=${octets}`,
  );
  yield put(
    'signature fields: second signature of the known key that is wrong',
    `${input}, ${renamed('a')}`,
    `sig1=${octets}, ${broken}`,
  );
  yield put('signature fields: second label without a signature', `${renamed('a')}, ${input}`);
  yield put('signature fields: second label without a signature', input, `sig1=${octets}, b=${octets}`);
  const parameters = parts.parameters.map((parameter) => `; ${parameter}`).join('');
  const spaced = `sig1=(  ${parts.components.join('   ')} )${parameters}`;
  yield put('signature fields: other spacing', spaced);
  yield put('signature fields: other spacing', input.replace('created=', 'created=00'));
  yield put('signature fields: other spacing', input.replaceAll(';req', ';req=?1'));
  yield put('whole number written as a decimal', input.replace(/created=(\d+)/, 'created=$1.0'));
  yield put('signature fields: trailing comma', `${input},`);
  yield put('signature fields: not a list', input.replace('(', '').replace(')', ''));
}

function written({ components, parameters }: Parts): string {
  return `sig1=(${components.join(' ')})${parameters.map((parameter) => `;${parameter}`).join('')}`;
}

function partsOf(input: string): Parts {
  const found = /^sig1=\(([^)]*)\)(.*)$/.exec(input);
  if (found === null) throw new Error('the genuine Signature-Input has another shape');
  return { components: (found[1] ?? '').split(' '), parameters: (found[2] ?? '').split(';').slice(1) };
}

function withSignature(headers: readonly HeaderLine[], input: string, signature: string): HeaderLine[] {
  return headers.map(([name, value]) =>
    name === 'signature-input' ? [name, input] : name === 'signature' ? [name, signature] : [name, value],
  );
}

function valueIn(headers: readonly HeaderLine[], name: string): string {
  return headers.find(([given]) => given === name)?.[1] ?? '';
}
