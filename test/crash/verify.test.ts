import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { failureOf, orderSchema, shownCodes, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';

const operationId = randomUUID();
let shop: Shop;
let untouched: readonly (readonly [name: string, bytes: Buffer])[];

beforeAll(async () => {
  shop = await openShop();
  valueOf(await shop.counter(shop.buy(operationId, 2)), orderSchema);
  untouched = ['journal.db', 'installation', 'keyring.json'].map((name) => [name, readFileSync(join(shop.data, name))]);
});
afterAll(() => shop.close());

/** Back to what was sold, in the same file: the folder stays the one that it was. */
afterEach(() => {
  for (const name of ['journal.db-wal', 'journal.db-shm']) rmSync(join(shop.data, name), { force: true });
  for (const [name, bytes] of untouched) writeFileSync(join(shop.data, name), bytes);
});

function edit(sql: string): void {
  const handle = new BetterSqlite3(join(shop.data, 'journal.db'));
  handle.exec(sql);
  handle.close();
}

async function found(): Promise<unknown> {
  const run = await shop.counter(['journal', 'verify']);
  failureOf(run, 6);
  return z.object({ error: z.object({ code: z.literal('journal_corrupt') }), value: z.unknown() }).parse(run.json)
    .value;
}

const flipKeys =
  'DROP TRIGGER sealed_keys_are_not_changed; UPDATE sealed_keys SET wrapped_key = zeroblob(length(wrapped_key))';

test('what was sold is whole, and its codes open', async () => {
  valueOf(await shop.counter(['journal', 'verify']), z.object({ rows: z.int() }));
});

test.each([
  ['a key that was deleted', 'DELETE FROM sealed_keys'],
  ['every key but one', 'DELETE FROM sealed_keys WHERE rowid = (SELECT max(rowid) FROM sealed_keys)'],
])('names the event whose sealed answer has no key: %s', async (_, sql) => {
  edit(sql);
  expect(await found()).toMatchObject({ reason: 'key_missing' });
});

test('names the order whose codes do not open, and gets them from the service', async () => {
  edit(flipKeys);
  expect(await found()).toEqual({ operationIds: [operationId] });
  const shown = valueOf(await shop.counter(['resume', operationId, '--reveal']), orderSchema);
  expect(shownCodes(shown)).toBe(2);
  valueOf(await shop.counter(['journal', 'verify']), z.object({ rows: z.int() }));
});

test('finds an end that was cut off, at every look until a person has reconciled it', async () => {
  edit(`DROP TRIGGER events_are_not_deleted; DELETE FROM events WHERE seq > (SELECT max(seq) - 2 FROM events)`);
  for (let look = 0; look < 2; look += 1) expect(await found()).toMatchObject({ reason: 'tail_missing' });
  valueOf(await shop.counter(['orders']), z.object({ items: z.array(z.unknown()) }));
  expect(await found()).toMatchObject({ reason: 'tail_missing' });
  valueOf(await shop.counter(['reconcile']), z.object({ ownedCards: z.int() }));
  valueOf(await shop.counter(['journal', 'verify']), z.object({ rows: z.int() }));
  expect(existsSync(join(shop.data, 'installation'))).toBe(true);
});

test('finds records that were restored whole with their folder by what the keyring has seen, for as long as nobody has reconciled them', async () => {
  valueOf(await shop.counter(shop.buy(randomUUID(), 1)), orderSchema);
  for (const name of ['journal.db-wal', 'journal.db-shm']) rmSync(join(shop.data, name), { force: true });
  for (const [name, bytes] of untouched) if (name !== 'keyring.json') writeFileSync(join(shop.data, name), bytes);
  for (let look = 0; look < 2; look += 1) expect(await found()).toMatchObject({ reason: 'tail_missing' });
  valueOf(await shop.counter(['reconcile']), z.object({ ownedCards: z.int() }));
  valueOf(await shop.counter(['journal', 'verify']), z.object({ rows: z.int() }));
});
