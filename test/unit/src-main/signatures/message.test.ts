import { describe, expect, test } from 'vitest';
import { fieldValue, requestMessage } from '../../../../src-main/signatures/message.ts';

describe('a request message', () => {
  test('lower-cases the host, drops the default port and keeps any other', () => {
    expect(requestMessage('GET', 'https://Shop.Example:443/v1', []).authority).toBe('shop.example');
    expect(requestMessage('GET', 'http://Shop.Example:80/v1', []).authority).toBe('shop.example');
    expect(requestMessage('GET', new URL('http://127.0.0.1:4010/v1'), []).authority).toBe('127.0.0.1:4010');
    expect(requestMessage('GET', 'https://[::1]:8443/v1', []).authority).toBe('[::1]:8443');
  });

  test('keeps percent-octets of path and query undecoded and the case of the method', () => {
    const message = requestMessage('pAtCh', 'https://shop.example/a%2Fb/%20c?x=%26&y=a+b#part', []);
    expect(message).toMatchObject({ method: 'pAtCh', scheme: 'https', path: '/a%2Fb/%20c', query: 'x=%26&y=a+b' });
  });

  test('tells an absent query from an empty one and an absent path is the root', () => {
    expect(requestMessage('GET', 'https://shop.example', [])).toMatchObject({ path: '/', query: null });
    expect(requestMessage('GET', 'https://shop.example/a#x?', []).query).toBeNull();
    expect(requestMessage('GET', 'https://shop.example/a?', []).query).toBe('');
    expect(requestMessage('GET', 'https://shop.example/a?#x', []).query).toBe('');
  });

  test('is not made for an address with credentials or of another scheme', () => {
    for (const who of ['me:word', 'me', ':word']) {
      expect(() => requestMessage('GET', `https://${who}@shop.example/`, []), who).toThrow('credentials');
    }
    expect(() => requestMessage('GET', 'ftp://shop.example/', [])).toThrow('http or https');
  });
});

describe('a field value', () => {
  test('joins repeated lines in their order, each trimmed, whatever the case of the name', () => {
    expect(
      fieldValue(
        [
          ['X-A', ' one '],
          ['Other', 'x'],
          ['x-a', '\ttwo'],
          ['X-A', ''],
        ],
        'X-a',
      ),
    ).toBe('one, two, ');
  });

  test('reads an obsolete fold as one space', () => {
    expect(fieldValue([['X-A', 'one  \r\n\t  two']], 'x-a')).toBe('one two');
    expect(fieldValue([['X-A', 'one\n two']], 'x-a')).toBe('one two');
  });

  test('reads runs of white space that would take minutes one by one from each start', () => {
    const run = ' '.repeat(200_000);
    expect(fieldValue([['X-A', `${run}one${run}two${run}\r\n${run}three${run}`]], 'x-a')).toBe(`one${run}two three`);
  });

  test('is null for a field that is not there and empty for one without content', () => {
    expect(fieldValue([], 'x-a')).toBeNull();
    expect(fieldValue([['X-A', '  ']], 'x-a')).toBe('');
  });
});
