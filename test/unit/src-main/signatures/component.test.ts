import { expect, test } from 'vitest';
import {
  componentOfItem,
  covers,
  parseComponent,
  serializeComponent,
} from '../../../../src-main/signatures/component.ts';
import { ids } from './samples.ts';

test('identifiers are read from their short text and written as RFC 9421 writes them', () => {
  expect(ids('@method', 'content-digest;req').map(serializeComponent)).toEqual(['"@method"', '"content-digest";req']);
});

test.each(['', 'Content-Digest', 'two words', 'a"b', 'a;req;req', 'a; req', 'naïve', ';req'])(
  'the text "%s" is no identifier',
  (text) => {
    expect(parseComponent(text)).toMatchObject({ ok: false, error: { code: 'component_malformed' } });
  },
);

test.each(['@signature-params', '@query-param', '@unheard-of', '@'])('%s is not supported', (text) => {
  expect(parseComponent(text)).toEqual({ ok: false, error: { code: 'component_unsupported', component: `"${text}"` } });
});

test('a received identifier with any parameter but a plain req is refused', () => {
  const withParameter = (name: string, value: boolean | string) => componentOfItem(['date', new Map([[name, value]])]);
  expect(withParameter('req', true)).toEqual({ ok: true, value: { name: 'date', req: true } });
  for (const [name, value] of [
    ['sf', true],
    ['bs', true],
    ['tr', true],
    ['key', 'a'],
    ['req', false],
  ] as const) {
    expect(withParameter(name, value)).toEqual({
      ok: false,
      error: { code: 'component_unsupported', component: '"date"' },
    });
  }
});

test('a parameter of the query is named, with req after its name or without it', () => {
  const received = (...parameters: readonly (readonly [string, string | boolean])[]) =>
    componentOfItem(['@query-param', new Map(parameters)]);
  const [plain, ofRequest] = [received(['name', 'a"b']), received(['name', 'cursor'], ['req', true])];
  expect([plain, ofRequest].map((parsed) => parsed.ok && serializeComponent(parsed.value))).toEqual([
    '"@query-param";name="a\\"b"',
    '"@query-param";name="cursor";req',
  ]);
  for (const refused of [
    received(),
    received(['req', true]),
    received(['req', true], ['name', 'a']),
    received(['name', true]),
    received(['name', 'a'], ['req', false]),
    componentOfItem(['date', new Map([['name', 'a']])]),
  ]) {
    expect(refused).toMatchObject({ ok: false, error: { code: 'component_unsupported' } });
  }
  expect(received(['name', true])).toEqual({
    ok: false,
    error: { code: 'component_unsupported', component: '"@query-param"' },
  });
});

test('parameters of the query are told apart by their names', () => {
  const named = (queryParam: string) => ({ name: '@query-param', queryParam, req: false });
  expect([covers([named('a')], named('a')), covers([named('a')], named('b'))]).toEqual([true, false]);
});

test('a received identifier must be a string', () => {
  expect(componentOfItem([7, new Map<string, boolean>()])).toStrictEqual({
    ok: false,
    error: { code: 'component_malformed' },
  });
});

test('a component of the request does not stand in for its twin of the answer, nor the other way round', () => {
  const [ofAnswer, ofRequest] = ids('content-digest', 'content-digest;req');
  expect(covers(ids('content-digest;req'), ofAnswer ?? { name: '', req: false })).toBe(false);
  expect(covers(ids('content-digest'), ofRequest ?? { name: '', req: false })).toBe(false);
  expect(covers(ids('@status', 'content-digest;req'), ofRequest ?? { name: '', req: false })).toBe(true);
});
