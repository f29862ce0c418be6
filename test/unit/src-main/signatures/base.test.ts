import { describe, expect, test } from 'vitest';
import { signatureBase } from '../../../../src-main/signatures/base.ts';
import { type Message, requestMessage } from '../../../../src-main/signatures/message.ts';
import { ids, sampleAnswer, sampleRequest } from './samples.ts';

function linesOf(message: Message, ...components: readonly string[]): string[] | string {
  const base = signatureBase(message, ids(...components), '()');
  if (!base.ok) return `${base.error.code} ${base.error.component ?? ''}`;
  return base.value.split('\n').slice(0, -1);
}

describe('the base of a request', () => {
  test('has one line for each component in the order given and ends without a line feed', () => {
    const base = signatureBase(sampleRequest(), ids('nonce', '@method'), '("nonce" "@method");created=1');
    expect(base).toEqual({
      ok: true,
      value: '"nonce": n-1\n"@method": POST\n"@signature-params": ("nonce" "@method");created=1',
    });
  });

  test('derives every component from the address as it was sent', () => {
    const derived = ['@method', '@target-uri', '@authority', '@scheme', '@request-target', '@path', '@query'];
    expect(linesOf(requestMessage('get', 'HTTP://Shop.Example:8080/a%20b?q=%2B', []), ...derived)).toEqual([
      '"@method": get',
      '"@target-uri": http://shop.example:8080/a%20b?q=%2B',
      '"@authority": shop.example:8080',
      '"@scheme": http',
      '"@request-target": /a%20b?q=%2B',
      '"@path": /a%20b',
      '"@query": ?q=%2B',
    ]);
  });

  test('writes an absent query as "?" unless the deployment wants nothing', () => {
    const request = requestMessage('GET', 'https://shop.example/a', []);
    expect(linesOf(request, '@query', '@target-uri')).toEqual(['"@query": ?', '"@target-uri": https://shop.example/a']);
    expect(signatureBase(request, ids('@query'), '()', { emptyQuery: '' })).toMatchObject({
      value: '"@query": \n"@signature-params": ()',
    });
    // A query that is there and empty is written as one that is absent.
    expect(
      signatureBase(requestMessage('GET', 'https://shop.example/a?', []), ids('@query'), '()', { emptyQuery: '' }),
    ).toMatchObject({
      value: '"@query": \n"@signature-params": ()',
    });
    expect(signatureBase(sampleRequest(), ids('@query'), '()', { emptyQuery: '' })).toMatchObject({
      value: '"@query": ?a=1&b=%20x\n"@signature-params": ()',
    });
  });

  test('decodes a parameter of the query and encodes it again in one way', () => {
    const request = requestMessage(
      'GET',
      'https://shop.example/a?one=1&two=a+b%20(c)~&fa%c3%a7ade=%0a&empty=&one=2',
      [],
    );
    const line = (queryParam: string) => {
      const base = signatureBase(request, [{ name: '@query-param', queryParam, req: false }], '()');
      return base.ok ? base.value.split('\n')[0] : base.error.code;
    };
    expect(line('two')).toBe('"@query-param";name="two": a%20b%20%28c%29%7E');
    expect(line('fa%C3%A7ade')).toBe('"@query-param";name="fa%C3%A7ade": %0A');
    expect(line('empty')).toBe('"@query-param";name="empty": ');
    expect([line('one'), line('not-there')]).toEqual(['component_not_allowed', 'component_missing']);
  });

  test('has no parameter of a query that is not there', () => {
    const request = requestMessage('GET', 'https://shop.example/a', []);
    const component = { name: '@query-param', queryParam: 'one', req: false };
    expect(signatureBase(request, [component], '()')).toEqual({
      ok: false,
      error: { code: 'component_missing', component: '"@query-param";name="one"' },
    });
  });

  test('joins repeated lines, trims them and keeps an empty value', () => {
    const request = sampleRequest([
      ['X-A', ' 1 '],
      ['X-Empty', ''],
      ['x-a', '2\r\n 3'],
    ]);
    expect(linesOf(request, 'x-a', 'x-empty')).toEqual(['"x-a": 1, 2 3', '"x-empty": ']);
  });
});

describe('the base of an answer', () => {
  test('reads req components from the request and the rest from the answer', () => {
    const answer = sampleAnswer([['Nonce', 'of-answer']]);
    expect(linesOf(answer, '@status', 'nonce', 'nonce;req', '@path;req')).toEqual([
      '"@status": 201',
      '"nonce": of-answer',
      '"nonce";req: n-1',
      '"@path";req: /v1/orders',
    ]);
  });

  test('uses the query of the request as the deployment writes it', () => {
    const request = requestMessage('GET', 'https://shop.example/a', []);
    expect(signatureBase(sampleAnswer([], request), ids('@query;req'), '()', { emptyQuery: '' })).toMatchObject({
      value: '"@query";req: \n"@signature-params": ()',
    });
  });
});

describe('no base is made', () => {
  test('for a component named twice, with or without req alike', () => {
    expect(linesOf(sampleRequest(), 'nonce', '@method', 'nonce')).toBe('component_duplicate "nonce"');
    expect(linesOf(sampleAnswer(), 'nonce;req', 'nonce;req')).toBe('component_duplicate "nonce";req');
  });

  test('for a header that is not there', () => {
    expect(linesOf(sampleRequest(), 'x-absent')).toBe('component_missing "x-absent"');
    expect(linesOf(sampleAnswer(), 'x-absent;req')).toBe('component_missing "x-absent";req');
  });

  test('for a value that is not visible ASCII, a line feed above all', () => {
    expect(linesOf(sampleRequest([['X-A', 'قهوة']]), 'x-a')).toBe('component_not_ascii "x-a"');
    expect(linesOf(sampleRequest([['X-A', 'a\n"@method": GET']]), 'x-a')).toBe('component_not_ascii "x-a"');
    expect(linesOf(sampleRequest([['X-A', 'a\u0000']]), 'x-a')).toBe('component_not_ascii "x-a"');
    expect(linesOf({ ...sampleRequest(), path: '/é' }, '@path')).toBe('component_not_ascii "@path"');
  });

  test('for a component in the wrong kind of message', () => {
    expect(linesOf(sampleRequest(), '@status')).toBe('component_not_allowed "@status"');
    expect(linesOf(sampleRequest(), 'nonce;req')).toBe('component_not_allowed "nonce";req');
    expect(linesOf(sampleAnswer(), '@method')).toBe('component_not_allowed "@method"');
    expect(linesOf(sampleAnswer(), '@status;req')).toBe('component_not_allowed "@status";req');
  });

  test('for a component of a request that is not known', () => {
    expect(linesOf(sampleAnswer([], null), '@method;req')).toBe('request_unknown "@method";req');
  });

  test('for signature parameters that would break the last line', () => {
    expect(signatureBase(sampleRequest(), [], '()\n')).toEqual({ ok: false, error: { code: 'parameters_malformed' } });
  });

  test('for a derived component nobody defined', () => {
    expect(signatureBase(sampleRequest(), [{ name: '@other', req: false }], '()')).toEqual({
      ok: false,
      error: { code: 'component_unsupported', component: '"@other"' },
    });
  });
});
