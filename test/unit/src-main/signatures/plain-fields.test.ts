import fc from 'fast-check';
import { parseDictionary, serializeDictionary, serializeInnerList } from 'structured-headers';
import { expect, test } from 'vitest';
import { componentItem } from '../../../../src-main/signatures/component.ts';
import { readDictionary } from '../../../../src-main/signatures/dictionary.ts';
import { byteSequence, readPlainField, writePlainList } from '../../../../src-main/signatures/plain-fields.ts';

const parts = ['sig1', '*', 'a.b', '=', '(', ')', '"', '"@path"', '"x y"', ';req', ';req=?1', ' ', ';created=', '17'];
const others = [
  '-0',
  '007',
  '-5',
  '1.0',
  ';keyid="k"',
  ';alg="a\\"b"',
  ',',
  ', b=1',
  ':',
  'AAAA',
  ':AB==:',
  '\t',
  'é',
  '',
];
const piece = fc.constantFrom(...parts, ...others);
const nearlyPlain = fc
  .tuple(
    fc.constantFrom('sig1=', '*=', 'A=', ''),
    fc.array(fc.constantFrom('"@path"', '"a b"', '"c";req', '""', '"d";req;req', '"\\""'), { maxLength: 4 }),
    fc.constantFrom(' ', '  ', ''),
    fc.array(
      fc.constantFrom(
        ';created=1',
        ';created=2',
        ';expires=-5',
        ';keyid="k"',
        ';nonce=""',
        ';a=-0',
        ';b=01',
        ';c',
        ';d=?1',
      ),
      { maxLength: 4 },
    ),
    piece,
    fc.nat(),
  )
  .map(([label, items, between, parameters, more, at]) => {
    const text = `${label}(${items.join(between)})${parameters.join('')}`;
    return at % 2 === 0 ? text : text.slice(0, at % text.length) + more + text.slice(at % text.length);
  });
const octets = fc
  .constantFrom(31, 32, 64, 65)
  .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
  .map((bytes) => `sig1=${byteSequence(bytes)}`);
const nearlyOctets = fc
  .tuple(octets, fc.nat(), piece)
  .map(([text, at, more]) => text.slice(0, at % text.length) + more + text.slice((at + 1) % text.length));

test('what is read at once is what the library reads of it, and stands as the library would write it', () => {
  const read = { plain: 0, other: 0 };
  fc.assert(
    fc.property(
      fc.oneof(
        nearlyPlain,
        octets,
        nearlyOctets,
        fc.array(piece).map((all) => all.join('')),
      ),
      (text) => {
        const plain = readPlainField(text);
        read[plain === null ? 'other' : 'plain'] += 1;
        if (plain === null) return;
        const members = parseDictionary(text);
        expect(plain.members).toEqual(members);
        expect(serializeDictionary(members)).toBe(text);
        const [label = ''] = members.keys();
        expect(`${label}=${plain.written}`).toBe(text);
      },
    ),
    { numRuns: 5_000, seed: 1 },
  );
  expect(Math.min(read.plain, read.other)).toBeGreaterThan(300);
});

test.each([
  'sig1=("a" "b";req);created=17;keyid="k"',
  'sig1=()',
  `sig1=${byteSequence(new Uint8Array(64).fill(0xff))}`,
  `sha-256=${byteSequence(new Uint8Array(32))}`,
])('what signers write is read at once: %s', (text) => {
  expect(readPlainField(text)).not.toBeNull();
});

test.each([
  'sig1=("a");created=1;created=1',
  'sig1=("a"), sig1=("b")',
  'sig1=("a"  "b")',
  'sig1=("a\\"")',
  'sig1=("a");created=-0',
  'sig1=("a");created=01',
  'sig1=("a");created=1.0',
  'sig1=("a";req;req)',
  'sig1=("a";sf)',
  'sig1=("a\tb")',
  ' sig1=("a")',
  'Sig1=("a")',
])('anything else is left to the library: %s', (text) => {
  expect(readPlainField(text)).toBeNull();
});

test('bits over in the last letter are read by the library, which takes them for what they are', () => {
  const text = `sha-256=:${'A'.repeat(42)}B=:`;
  expect(readPlainField(text)).toBeNull();
  const reading = readDictionary(text);
  expect(reading.ok && reading.members.get('sha-256')?.[0]).toEqual(new ArrayBuffer(32));
});

test('the octets that were read lie in memory of their own', () => {
  const [value] = readPlainField(`sig1=${byteSequence(new Uint8Array(64).fill(7))}`)?.members.get('sig1') ?? [];
  expect(value).toEqual(new Uint8Array(64).fill(7).buffer);
});

const component = fc.record({ name: fc.stringMatching(/^[ -~é\t]{0,6}$|^[a-z]+$/), req: fc.boolean() });
const parameter = fc.tuple(
  fc.constantFrom('created', 'keyid'),
  fc.oneof(
    fc.integer(),
    fc.stringMatching(/^[ -~é]{0,6}$|^[a-z]*$/),
    fc.constantFrom(1e15, -1e15, 0.5, 999_999_999_999_999),
  ),
);

test('what is written at once is what the library writes', () => {
  let written = 0;
  fc.assert(
    fc.property(
      fc.array(component, { maxLength: 3 }),
      fc.uniqueArray(parameter, { selector: ([name]) => name }),
      (items, parameters) => {
        const text = writePlainList(items, parameters);
        if (text === null) return;
        written += 1;
        expect(text).toBe(serializeInnerList([items.map(componentItem), new Map(parameters)]));
      },
    ),
    { numRuns: 2_000, seed: 1 },
  );
  expect(written).toBeGreaterThan(200);
});

test('a name of a parameter of the query is left to the library', () => {
  expect(writePlainList([{ name: '@query-param', queryParam: 'a', req: false }], [])).toBeNull();
});
