import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  base64url,
  genesisHash,
  hashOf,
  parsedBody,
  sealedReferenceIn,
  verifyChain,
  verifyEnd,
  type Link,
} from '../../../../src-main/journal/chain.ts';
import { appendEvent, readHead } from '../../../../src-main/journal/events-table.ts';
import { journalOptions } from '../../../../src-main/journal/journal-file.ts';
import { openDatabase, type Database } from '../../../../src-main/sqlite/database.ts';
import { tempFolder } from '../../../support/temp.ts';

const link: Link = {
  seq: 258,
  atMs: 1_700_000_000_000,
  subject: 'بطاقة',
  kind: 'order-intended',
  body: '{"a":1}',
  previousHash: genesisHash,
};

describe('the hash of an event', () => {
  test('is what the first version made of it: what lies in a shop verifies for ever', () => {
    expect(base64url(hashOf(link))).toBe('0n01VoQoTrb71iHO0wJ5f_6qWrYSfbbtUxiaph3CLe8');
  });

  test.each([-1, -(2 ** 32), 2 ** 32 - 1, 2 ** 32, -8_640_000_000_000_000, 8_640_000_000_000_000])(
    'has %d as a big-endian integer of eight bytes',
    (atMs) => {
      const texts = [link.subject, link.kind, link.body].flatMap((text) => [lengthOf(text), Buffer.from(text)]);
      const integers = [link.seq, atMs].flatMap((number) => [uint32(8), int64(number)]);
      const bytes = Buffer.concat([
        Buffer.from('counterfoil journal event 1\n'),
        ...integers,
        ...texts,
        uint32(32),
        link.previousHash,
      ]);
      expect(base64url(hashOf({ ...link, atMs }))).toBe(createHash('sha256').update(bytes).digest('base64url'));
    },
  );

  test('covers each of its parts, and where one ends', () => {
    const changed: readonly Partial<Link>[] = [
      { seq: 259 },
      { atMs: 1_700_000_000_001 },
      { subject: 'بطاق' },
      { kind: 'order-intende' },
      { body: '{"a":2}' },
      { previousHash: new Uint8Array(32).fill(1) },
      { subject: 'بطاقةo', kind: 'rder-intended' },
      { kind: 'order-intended{', body: '"a":1}' },
    ];
    expect(
      new Set([link, ...changed.map((one) => ({ ...link, ...one }))].map((one) => base64url(hashOf(one)))).size,
    ).toBe(changed.length + 1);
  });
});

function lengthOf(text: string): Buffer {
  return uint32(Buffer.byteLength(text));
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

function int64(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes;
}

/** So many links, of which one was changed since. */
function chainOf(links: number, changedSeq: number): Database {
  const opened = openDatabase(join(tempFolder(), 'journal.db'), journalOptions);
  if (!opened.ok) throw new Error(opened.error.detail);
  const { value: database } = opened;
  const filled = database.transaction(() => {
    for (let n = 1; n <= links; n += 1) appendEvent(database, { subject: '', kind: 'filler', body: { n } }, n);
  });
  expect(filled.ok).toBe(true);
  database.run('DROP TRIGGER events_are_not_changed');
  database.run("UPDATE events SET kind = 'changed' WHERE seq = ?", changedSeq);
  return database;
}

test('a chain is walked to its end, however many links it has', () => {
  const database = chainOf(1_001, 1_001);
  expect(verifyChain(database)).toEqual({ ok: false, error: { firstBadSeq: 1_001, reason: 'hash_differs' } });
  database.close();
});

describe('the end of a chain', () => {
  test('is walked alone: what was changed before it is found only by who asks for more', () => {
    const database = chainOf(5, 2);
    expect(verifyEnd(database, 3)).toEqual({ ok: true, value: { rows: 5, head: readHead(database) } });
    expect(verifyEnd(database, 4)).toEqual({ ok: false, error: { firstBadSeq: 2, reason: 'hash_differs' } });
    database.close();
  });

  test('is all of it where it has no more links than that', () => {
    const database = chainOf(5, 2);
    for (const rows of [5, 200])
      expect(verifyEnd(database, rows)).toEqual({ ok: false, error: { firstBadSeq: 2, reason: 'hash_differs' } });
    database.close();
  });
});

describe('a body', () => {
  test('that cannot be read says nothing', () => {
    expect(parsedBody('{"a":1}')).toEqual({ a: 1 });
    for (const text of ['', '{', '[]', 'null', '7', '"text"']) expect(parsedBody(text)).toEqual({});
  });

  test('names a sealed answer by its id and its hash, or none', () => {
    expect(sealedReferenceIn({ sealed: { id: 'a', sha256: 'h' } })).toEqual({ id: 'a', sha256: 'h' });
    for (const body of [
      {},
      { sealed: null },
      { sealed: 'a' },
      { sealed: { id: 'a' } },
      { sealed: { sha256: 'h' } },
      { sealed: { id: 1, sha256: 'h' } },
    ])
      expect(sealedReferenceIn(body)).toBeNull();
  });
});
