import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  parseDictionary,
  serializeDictionary,
  Token,
  type BareItem,
  type Dictionary,
  type InnerList,
  type Item,
} from 'structured-headers';
import { checkContentDigest, contentDigest } from '../../../../src-main/signatures/digest.ts';
import { verifyMessage } from '../../../../src-main/signatures/verify.ts';
import type { Seam } from '../seam.ts';
import { serviceKey, verifierOf } from '../service.ts';
import { property, type Property } from './property.ts';

const key = fc.stringMatching(/^[a-z*][a-z0-9_.*-]{0,12}$/);
const bareItem: fc.Arbitrary<BareItem> = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.stringMatching(/^[ -~]{0,20}$/),
  fc.constantFrom('a;b=1', 'a, b=2', '"; x="', '\\', '%"', ':', '('),
  fc.stringMatching(/^[a-zA-Z*][a-zA-Z0-9:/!#$%&'*+.^_`|~-]{0,10}$/).map((text) => new Token(text)),
  fc.uint8Array({ maxLength: 70 }).map((bytes) => Uint8Array.from(bytes).buffer),
);
const parameters = fc
  .uniqueArray(fc.tuple(key, bareItem), { selector: ([name]) => name, maxLength: 4 })
  .map((entries) => new Map(entries));
const item: fc.Arbitrary<Item> = fc.tuple(bareItem, parameters);
const innerList: fc.Arbitrary<InnerList> = fc.tuple(fc.array(item, { maxLength: 5 }), parameters);
const dictionary: fc.Arbitrary<Dictionary> = fc
  .uniqueArray(fc.tuple(key, fc.oneof(item, innerList)), { selector: ([name]) => name, minLength: 1, maxLength: 5 })
  .map((entries) => new Map(entries));

/** Text that is nearly a dictionary, and text that is nothing like one. */
const fieldText = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        'a',
        'b',
        '=',
        ',',
        ';',
        ' ',
        '\t',
        '(',
        ')',
        '"',
        '\\',
        ':',
        '1',
        '.',
        '-',
        '?',
        '@',
        '%',
        '*',
        'AAAA',
        '\u00e9',
        '\u0000',
        '\n',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join('')),
  fc.tuple(dictionary, fc.nat(), fc.string({ maxLength: 3 })).map(([members, at, more]) => {
    const text = serializeDictionary(members);
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + more + text.slice(cut);
  }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(
      fc.constantFrom('(', 'a=(', '"', 'a="\\', ';a', ',', ' ', 'a,', 'a;a;', '%"'),
      fc.constantFrom(10, 1_000, 50_000),
    )
    .map(([part, times]) => part.repeat(times)),
);

export function structuredFieldProperties({ readDictionary }: Seam): readonly Property[] {
  const keys = verifierOf(serviceKey(1, 'service-1'));
  return [
    property(
      'structured fields',
      'what the library writes, our reader reads as the library does',
      2_000,
      dictionary,
      (members) => {
        const reading = readDictionary(serializeDictionary(members));
        return (
          reading.ok && isDeepStrictEqual([...reading.members], [...parseDictionary(serializeDictionary(members))])
        );
      },
    ),
    property(
      'structured fields',
      'a key or parameter given twice is refused, wherever it stands',
      2_000,
      fc.tuple(dictionary, fc.nat()),
      ([members, at]) => doubledForms(members, at).every((text) => !readDictionary(text).ok),
    ),
    property('structured fields', 'any text is read as the library reads it or refused', 3_000, fieldText, (text) => {
      const reading = readDictionary(text);
      const parsed = parsedOrNull(text);
      if (reading.ok) return parsed !== null && isDeepStrictEqual([...reading.members], [...parsed]);
      return parsed === null || reading.reason === 'duplicate' || /@|%"|\.0/.test(text);
    }),
    property(
      'structured fields',
      "no Signature or Signature-Input but a signer's own verifies",
      1_500,
      fc.tuple(fieldText, fieldText),
      ([input, signature]) => {
        const message = {
          kind: 'answer' as const,
          status: 200,
          headers: [
            ['Signature-Input', input],
            ['Signature', signature],
          ] as const,
          request: null,
        };
        return !verifyMessage({ message, keys, required: [] }).ok;
      },
    ),
    property(
      'structured fields',
      'a digest agrees with its own body and no other',
      2_000,
      fc.tuple(fc.uint8Array(), fc.uint8Array(), fc.constantFrom('sha-256' as const, 'sha-512' as const)),
      ([body, other, algorithm]) =>
        checkContentDigest(contentDigest(body, algorithm), body).ok &&
        checkContentDigest(contentDigest(body, algorithm), other).ok === (Buffer.compare(body, other) === 0),
    ),
    property(
      'structured fields',
      'no text passes for the digest of a body',
      1_500,
      fieldText,
      (text) => !checkContentDigest(text, Uint8Array.of(1, 2, 3)).ok,
    ),
  ];
}

/**
 * The dictionary with one key written twice, with one parameter of a member written twice, and of an item in a list.
 */
function doubledForms(members: Dictionary, at: number): string[] {
  const names = [...members.keys()];
  const name = names[at % names.length] ?? 'a';
  const text = serializeDictionary(members);
  const one = serializeDictionary(new Map([[name, members.get(name) ?? [true, new Map()]]]));
  return [
    `${text}, ${one}`,
    `${one}, ${text}`,
    `${text}, ${name}`,
    `zz;p;p, ${text}`,
    `${text}, zz=1;p=1;q;p=2`,
    `${text}, zz=("x";req "y";req;a;req)`,
  ];
}

function parsedOrNull(text: string): Dictionary | null {
  try {
    return parseDictionary(text);
  } catch {
    return null;
  }
}
