import { serializeDictionary } from 'structured-headers';
import { expect, test } from 'vitest';
import { readDictionary } from '../../../../src-main/signatures/dictionary.ts';

test('separators inside strings are not taken for members or parameters', () => {
  const reading = readDictionary('a="x, y; \\"z, w\\";", b=("c,d;e" "f\\\\");p="q;r", c="@ %\\" =1.0";t=1, d');
  expect(reading.ok && [...reading.members.keys()]).toEqual(['a', 'b', 'c', 'd']);
});

test.each(['a=1, a=2', 'a=1,b=2,a=1', 'a, a', 'a=1;p=1;p=1', 'a=("x";req;req)', 'a=("x");created=1;created=2'])(
  'a name given twice is refused: %s',
  (text) => {
    expect(readDictionary(text)).toEqual({ ok: false, reason: 'duplicate' });
  },
);

test.each(['a=', 'A=1', 'a=1,', 'a=(', 'a="x', 'a=:_-:', 'é=1', '=1'])(
  'text that is no dictionary is refused: %s',
  (text) => {
    expect(readDictionary(text)).toEqual({ ok: false, reason: 'malformed' });
  },
);

test.each(['a=1.0', 'a=-0.000', 'a=x;p=10.00', 'a=(1 2.0)', 'a=(1.0)', 'a=@1', 'a;p=@-1', 'a=%"x"', 'a=%"\u0100"'])(
  'what could not be written back as it came is refused: %s',
  (text) => {
    expect(readDictionary(text)).toEqual({ ok: false, reason: 'malformed' });
  },
);

test.each(['a=1', 'a=10.5', 'a=1.05', 'a=0.5;a1.0=2', 'a=b1.0', 'a1.0=(b2.0 "3.0");p="@"'])(
  'what only looks like it is read: %s',
  (text) => {
    const reading = readDictionary(text);
    expect(reading.ok && serializeDictionary(reading.members)).toBe(text);
  },
);

test('the same parameter on different members is no duplicate, and the order of parameters is kept', () => {
  const reading = readDictionary('a=("x";req "y";req);keyid="k";created=1, b=2;created=2');
  const [, parameters] = (reading.ok ? reading.members.get('a') : undefined) ?? [[], new Map()];
  expect([...parameters.keys()]).toEqual(['keyid', 'created']);
});

test('empty text is a dictionary without members', () => {
  expect(readDictionary('')).toEqual({ ok: true, members: new Map() });
});
