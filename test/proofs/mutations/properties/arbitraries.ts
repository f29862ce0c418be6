import fc from 'fast-check';

/** Text as a hostile or broken service writes it: lone surrogates, directions, controls, combining marks, long runs. */
export const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 20 }),
  fc.constantFrom(
    '\u0000',
    '\uD800',
    '\uDFFF\uD800',
    '\u202E\u2066',
    '\uFEFF',
    'e\u0301'.repeat(200),
    'ﷺ'.repeat(300),
    '__proto__',
    'constructor',
    'toString',
    '1e999',
    '-0',
    '',
  ),
);

const names = [
  'operationId',
  'status',
  'soldCards',
  'soldCardId',
  'serialNumber',
  'voucher',
  'items',
  'cards',
  'data',
  'nextCursor',
  'code',
  'errors',
  'pointer',
  'total',
  'amount',
  'currency',
  'quantity',
  'id',
  'balance',
  'name',
  'ar',
  'en',
  'unitPrice',
  'card',
  'keys',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'length',
  '',
];

const leaf = fc.oneof(
  oddText,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.uuid(),
  fc.constantFrom('1.250', '1.25', 'completed', 'processing', 'failed', 'resource_not_found', 'KWD'),
);

/** Values that cannot be measured, compared or written as text without a fault. */
const traps = [
  '{"length":[{"toString":0}]}',
  '{"length":{"valueOf":1,"toString":1}}',
  '{"toString":null,"valueOf":null}',
  '{"toJSON":1,"then":1}',
  '{"length":-1}',
  '{"length":1e400}',
];

/** JSON text of any shape, its member names from the API and from JavaScript's traps, some of them twice. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string; array: string; leaf: string }>(
  (tie) => ({
    value: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      { arbitrary: tie('leaf'), weight: 2 },
      { arbitrary: tie('object'), weight: 3 },
      { arbitrary: tie('array'), weight: 1 },
      { arbitrary: fc.constantFrom(...traps), weight: 1 },
    ),
    leaf: leaf.map((value) => JSON.stringify(value)),
    array: fc.array(tie('value'), { maxLength: 6 }).map((items) => `[${items.join(',')}]`),
    object: fc
      .array(
        fc.tuple(
          fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 5 }, { arbitrary: oddText, weight: 1 }),
          tie('value'),
        ),
        { maxLength: 8 },
      )
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
  }),
).value;

/** Very deep and very long bodies, closed or cut off, around the members that readers look for. */
export const hugeJsonText: fc.Arbitrary<string> = fc
  .record({
    wrap: fc.constantFrom<readonly [string, string, string]>(
      ['[', '0', ']'],
      ['{"a":', '0', '}'],
      ['{"soldCards":[', '', ']}'],
      ['{"card":', '{}', '}'],
      ['{"errors":[', '{"pointer":"/a"}', ']}'],
      ['{"items":', '[]', '}'],
      ['{"balance":', 'null', '}'],
      ['{"__proto__":', '{}', '}'],
    ),
    depth: fc.constantFrom(1, 10, 1_000, 10_000, 100_000),
    closed: fc.boolean(),
    breadth: fc.constantFrom(1, 100, 10_000, 20_000),
    entry: fc.constantFrom(
      '{}',
      'null',
      '{"soldCardId":"0e000000-0000-4000-8000-000000000001","voucher":"v"}',
      '{"pointer":"/x"}',
      '"\\ud800"',
    ),
    member: fc.constantFrom('items', 'soldCards', 'cards', 'errors', 'keys', 'data'),
    deep: fc.boolean(),
  })
  .map(({ wrap: [open, inner, close], depth, closed, breadth, entry, member, deep }) =>
    deep
      ? open.repeat(depth) + inner + (closed ? close.repeat(depth) : '')
      : `{"${member}":[${Array.from({ length: breadth }, () => entry).join(',')}],` +
        '"code":"resource_not_found","operationId":"0a000000-0000-4000-8000-000000000001",' +
        `"status":"completed"${closed ? '}' : ''}`,
  );

/** A body: JSON, almost JSON, or any bytes. */
export const bodyBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  { arbitrary: jsonText.map(encoded), weight: 6 },
  {
    arbitrary: fc.tuple(jsonText, fc.nat()).map(([text, at]) => encoded(text.slice(0, at % (text.length + 1)))),
    weight: 1,
  },
  { arbitrary: fc.uint8Array({ maxLength: 200 }), weight: 1 },
);

export function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
