import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { mainMessages } from '../../src-shared/words/main-messages.ts';
import { failureOf, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeEach(async () => {
  shop = await openShop();
});

afterEach(() => shop.close());

test('no vault is made beside what was sealed under another, and the one from before opens it again', async () => {
  const vault = join(shop.data, 'vault.json');
  const kept = join(shop.folder, 'vault.json');
  const keyring = join(shop.data, 'keyring.json');
  renameSync(vault, kept);
  const before = readFileSync(keyring);
  for (const command of [['wallets'], ['enrol', 'status'], shop.buy('5f0c7d2a-8f7e-4b43-9a54-0b6a3fd0c4f1', 1)]) {
    const refused = await shop.counter(command, { passphrase: 'whatever was typed' });
    expect(failureOf(refused, 6)).toEqual({ code: 'vault_missing' });
    expect(refused.stderr).toContain(mainMessages.en['vault.waysBack']);
  }
  expect((await shop.counter(['wallets', '--language', 'ar'])).stderr).toContain(mainMessages.ar['vault.waysBack']);
  expect([existsSync(vault), readFileSync(keyring).equals(before)]).toEqual([false, true]);
  // Orders are read all the same, and nothing was bought.
  valueOf(await shop.counter(['orders'], { passphrase: '' }), z.object({ items: z.array(z.unknown()).length(0) }));
  renameSync(kept, vault);
  valueOf(await shop.counter(['wallets']), z.object({ items: z.array(z.unknown()).nonempty() }));
});

test.each([
  ['the sealed answers, where the keyring is gone too', 'keyring.json'],
  ['the keyring, where the journal is gone too', 'journal.db'],
])('one of them is enough: %s', async (_, gone) => {
  for (const name of ['vault.json', gone]) rmSync(join(shop.data, name));
  expect(failureOf(await shop.counter(['enrol', 'status']), 6)).toEqual({ code: 'vault_missing' });
  expect(existsSync(join(shop.data, 'vault.json'))).toBe(false);
});
