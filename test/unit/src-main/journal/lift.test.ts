import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { sha256Base64url } from '../../../../src-main/core/hash.ts';
import { base64url, genesisHash, hashOf } from '../../../../src-main/journal/chain.ts';
import { piecesIn, type Pieces } from '../../../../src-main/journal/lift.ts';
import { viewsOf, type PageView } from '../../../../src-main/sqlite/pages.ts';
import type { SqlValue } from '../../../../src-main/sqlite/row.ts';
import { tempFolder } from '../../../support/temp.ts';

type Values = readonly (SqlValue | bigint)[];

/** The pages of a file whose tables hold these rows, each of as many columns as it has values. */
function pagesWith(rows: readonly Values[]): PageView {
  const path = join(tempFolder(), 'rows.db');
  const handle = new BetterSqlite3(path);
  rows.forEach((values, index) => {
    const columns = values.map((_, column) => `c${String(column)}`).join(', ');
    const given = values.map(() => '?').join(', ');
    handle.exec(`CREATE TABLE t${String(index)} (${columns})`);
    handle.prepare(`INSERT INTO t${String(index)} (rowid, ${columns}) VALUES (7, ${given})`).run(...values);
  });
  handle.close();
  const [view] = viewsOf(new Uint8Array(readFileSync(path)), new Uint8Array(0));
  if (view === undefined) throw new Error('no page');
  return view;
}

function lifted(...rows: readonly Values[]): Pieces {
  return piecesIn([pagesWith(rows)]);
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
    expect([...lifted(event).events]).toEqual([[base64url(hash), { ...link, hash }]]);
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
    expect(lifted(values).events.size).toBe(0);
  });
});

const operationId = '00000008-0000-4000-8000-000000000001';
const operation: Values = [operationId, 'completed', 0, 'w', 'c', 1, null, null, 5n, 9n, null, '{}'];

describe('a row of the projection', () => {
  test('is named by its row, of this version or of one that has more columns', () => {
    for (const values of [operation, [...operation, 'search']])
      expect([...lifted(values).projection.values()]).toEqual([{ subject: operationId, updatedAtMs: 9 }]);
  });

  test.each([
    ['that ends before its time', operation.slice(0, 9)],
    ['whose id is none', [`${operationId}0`, ...operation.slice(1)]],
    ['whose id is a number', [1, ...operation.slice(1)]],
    ['that says no time', operation.map((value, at) => (at === 9 ? null : value))],
  ])('is named by none %s', (_, values) => {
    expect(lifted(values).projection.size).toBe(0);
  });

  test('is what the likeliest state of the file says of it', () => {
    const later = pagesWith([operation.map((value, at) => (at === 9 ? 10n : value))]);
    expect(piecesIn([pagesWith([operation]), later]).projection.get(operationId)?.updatedAtMs).toBe(9);
  });
});

describe('a row of two', () => {
  const one = Uint8Array.of(1, 2, 3);
  const other = Uint8Array.of(4);

  test('is an entry or what was sealed under an id, with all that ever was', () => {
    const { meta, blobs } = lifted(['key', 'value'], ['id', one], ['id', other], ['key', 'later']);
    expect([...meta]).toEqual([['key', 'value']]);
    expect([...(blobs.get('id') ?? [])]).toEqual([
      [sha256Base64url(one), one],
      [sha256Base64url(other), other],
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
    const { meta, blobs } = lifted(values);
    expect([meta.size, blobs.size]).toEqual([0, 0]);
  });
});
