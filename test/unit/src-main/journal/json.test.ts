import { expect, test } from 'vitest';
import { asJsonObject, canonicalJson, type JsonObject } from '../../../../src-main/journal/json.ts';

test('a value has one text, whatever the order its members were set in', () => {
  expect(canonicalJson({ b: [1, { d: null, c: true }], a: 'é' })).toBe('{"a":"é","b":[1,{"c":true,"d":null}]}');
  expect(canonicalJson({ a: 'é', b: [1, { c: true, d: null }] })).toBe('{"a":"é","b":[1,{"c":true,"d":null}]}');
});

test('members are sorted by code unit, not by any language', () => {
  expect(canonicalJson({ ä: 1, Z: 2, a: 3, '10': 4, '9': 5 })).toBe('{"10":4,"9":5,"Z":2,"a":3,"ä":1}');
});

test('text that is no text in UTF-8 is escaped, and parses back', () => {
  const text = canonicalJson({ broken: '\ud800', nul: '\0' });
  expect(JSON.parse(text)).toEqual({ broken: '\ud800', nul: '\0' });
  expect(text.isWellFormed()).toBe(true);
});

test('a member without a value is refused by its name', () => {
  const body: JsonObject = Object.defineProperty({}, 'price', { enumerable: true, value: undefined });
  expect(() => canonicalJson(body)).toThrow('price');
});

test('a number that JSON cannot hold is refused', () => {
  expect(() => canonicalJson({ n: Number.POSITIVE_INFINITY })).toThrow('number');
});

test('what is kept leaves out members without a value, and is an object', () => {
  expect(asJsonObject({ amount: '1.000', asOf: undefined, of: { card: undefined } })).toEqual({
    amount: '1.000',
    of: {},
  });
  expect(() => asJsonObject(['a'])).toThrow('no JSON object');
});
