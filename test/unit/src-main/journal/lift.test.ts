import { describe, expect, test } from 'vitest';
import { sha256Base64url } from '../../../../src-main/core/hash.ts';
import { base64url, genesisHash, hashOf } from '../../../../src-main/journal/chain.ts';
import type { LiftedEvent, Pieces } from '../../../../src-main/journal/lift.ts';
import type { SqlValue } from '../../../../src-main/sqlite/row.ts';
import { pagesWith, piecesIn, type Values } from './lifting-fixture.ts';

function lifted(...rows: readonly Values[]): Pieces {
  return piecesIn([pagesWith(rows.map((values) => [7, values]))]);
}

function eventsOf(pieces: Pieces): readonly LiftedEvent[] {
  return pieces.index.all('SELECT * FROM events ORDER BY nth').map((row) => pieces.event(row));
}

function blobsOf(
  pieces: Pieces,
): readonly (readonly [id: SqlValue | undefined, sha256: SqlValue | undefined, Uint8Array])[] {
  const rows = pieces.index.all('SELECT * FROM blobs ORDER BY nth');
  return rows.map((row) => [row['id'], row['sha256'], pieces.blob(row)]);
}

const link = {
  seq: 7,
  atMs: 1_700_000_000_000,
  subject: 's',
  kind: 'k',
  body: '{}',
  previousHash: new Uint8Array(genesisHash),
};
const hash = hashOf(link);
const event: Values = [null, BigInt(link.atMs), link.subject, link.kind, link.body, link.previousHash, hash];
const changed = (column: number, value: SqlValue): Values => event.map((each, at) => (at === column ? value : each));

describe('an event', () => {
  test('is lifted by its shape and its hash, whatever its table is called', () => {
    expect(eventsOf(lifted(event))).toEqual([{ ...link, hash }]);
  });

  test.each([
    ['of another time', changed(1, 'soon')],
    ['of another subject', changed(2, 's2')],
    ['without a subject', changed(2, null)],
    ['without a kind', changed(3, 4)],
    ['without a body', changed(4, null)],
    ['whose body is bytes', changed(4, new Uint8Array(2))],
    ['without a predecessor', changed(5, null)],
    ['whose predecessor is short', changed(5, new Uint8Array(31))],
    ['whose predecessor is long', changed(5, new Uint8Array(33))],
    ['without a hash', changed(6, null)],
    ['whose hash is short', changed(6, hash.subarray(1))],
    ['whose hash is a text', changed(6, base64url(hash))],
    ['with a column too many', [...event, null]],
    ['with a column too few', event.slice(0, 6)],
  ])('is none %s', (_, values) => {
    expect(eventsOf(lifted(values))).toEqual([]);
  });
});

const operationId = '00000008-0000-4000-8000-000000000001';
const operation: Values = [operationId, 'completed', 0, 'w', 'c', 1, null, null, 5n, 9n, null, '{}'];

describe('a row of the projection', () => {
  test('is named by its row, of this version or of one that has more columns', () => {
    for (const values of [operation, [...operation, 'search']])
      expect([...lifted(values).hints()]).toEqual([{ subject: operationId, updatedAtMs: 9 }]);
  });

  test.each([
    ['that ends before its time', operation.slice(0, 9)],
    ['whose id is none', [`${operationId}0`, ...operation.slice(1)]],
    ['whose id is a number', [1, ...operation.slice(1)]],
    ['that says no time', operation.map((value, at) => (at === 9 ? null : value))],
  ])('is named by none %s', (_, values) => {
    expect([...lifted(values).hints()]).toEqual([]);
  });

  test('is what the likeliest state of the file says of it', () => {
    const later = pagesWith([[7, operation.map((value, at) => (at === 9 ? 10n : value))]]);
    const hints = [...piecesIn([pagesWith([[7, operation]]), later]).hints()];
    expect(hints).toEqual([{ subject: operationId, updatedAtMs: 9 }]);
  });
});

describe('a row of two', () => {
  const one = Uint8Array.of(1, 2, 3);
  const other = Uint8Array.of(4);

  test('is an entry or what was sealed under an id, with all that ever was', () => {
    const pieces = lifted(['key', 'value'], ['id', one], ['id', other], ['key', 'later']);
    expect([...pieces.meta()]).toEqual([['key', 'value']]);
    expect(blobsOf(pieces)).toEqual([
      ['id', sha256Base64url(one), one],
      ['id', sha256Base64url(other), other],
    ]);
  });

  test.each([
    [['key', 1]],
    [['key', null]],
    [[1, 'value']],
    [[1, one]],
    [['key', 'value', 'more']],
    [['id', one, one]],
    [['id']],
  ] as const)('of another shape is neither: %j', (values) => {
    const pieces = lifted(values);
    expect([pieces.meta().size, blobsOf(pieces)]).toEqual([0, []]);
  });
});
