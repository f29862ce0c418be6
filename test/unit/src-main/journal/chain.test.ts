import { describe, expect, test } from 'vitest';
import { base64url, genesisHash, hashOf, parsedBody, sealedReferenceIn } from '../../../../src-main/journal/chain.ts';
import type { Link } from '../../../../src-main/journal/chain.ts';

const link: Link = { seq: 258, atMs: 1_700_000_000_000, subject: 'بطاقة', kind: 'order-intended', body: '{"a":1}', previousHash: genesisHash };

describe('the hash of an event', () => {
  test('is what the first version made of it: what lies in a shop verifies for ever', () => {
    expect(base64url(hashOf(link))).toBe('0n01VoQoTrb71iHO0wJ5f_6qWrYSfbbtUxiaph3CLe8');
  });

  test('covers each of its parts, and where one ends', () => {
    const changed: readonly Partial<Link>[] = [
      { seq: 259 }, { atMs: 1_700_000_000_001 }, { subject: 'بطاق' }, { kind: 'order-intende' }, { body: '{"a":2}' }, { previousHash: new Uint8Array(32).fill(1) },
      { subject: 'بطاقةo', kind: 'rder-intended' }, { kind: 'order-intended{', body: '"a":1}' },
    ];
    expect(new Set([link, ...changed.map((one) => ({ ...link, ...one }))].map((one) => base64url(hashOf(one)))).size).toBe(changed.length + 1);
  });
});

describe('a body', () => {
  test('that cannot be read says nothing', () => {
    expect(parsedBody('{"a":1}')).toEqual({ a: 1 });
    for (const text of ['', '{', '[]', 'null', '7', '"text"']) expect(parsedBody(text)).toEqual({});
  });

  test('names a sealed answer by its id and its hash, or none', () => {
    expect(sealedReferenceIn({ sealed: { id: 'a', sha256: 'h' } })).toEqual({ id: 'a', sha256: 'h' });
    for (const body of [{}, { sealed: null }, { sealed: 'a' }, { sealed: { id: 'a' } }, { sealed: { sha256: 'h' } }, { sealed: { id: 1, sha256: 'h' } }]) expect(sealedReferenceIn(body)).toBeNull();
  });
});
