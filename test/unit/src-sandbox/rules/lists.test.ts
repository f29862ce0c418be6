import { describe, expect, it } from 'vitest';
import { inMemory, openCursor, sealCursor } from '../../../../src-sandbox/rules/lists.ts';

describe('a cursor', () => {
  it('opens for the list that sealed it, and for no other list or service', () => {
    const cursor = sealCursor('secret', '/v1/wallets', 'abc');
    expect(openCursor('secret', '/v1/wallets', cursor)).toBe('abc');
    expect(openCursor('secret', '/v1/other', cursor)).toBeUndefined();
    expect(openCursor('another', '/v1/wallets', cursor)).toBeUndefined();
  });

  it('does not open changed, shortened or made up', () => {
    const cursor = sealCursor('secret', '/v1/wallets', 'abc');
    for (const other of ['', 'x', cursor.slice(1), `${cursor}A`, `${cursor}=`, cursor.toLowerCase()]) {
      expect(openCursor('secret', '/v1/wallets', other), other).toBeUndefined();
    }
  });
});

describe('a list in memory', () => {
  const read = inMemory(['a', 'b', 'c'], (item) => item);

  it('is read from its start, from after a key, and not from after an unknown key', () => {
    expect([read(undefined, 2), read('b', 2), read('c', 2), read('x', 2)]).toEqual([['a', 'b'], ['c'], [], undefined]);
  });
});
