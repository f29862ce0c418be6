import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf, orderSchema, shownCodes, valueOf } from '../support/outcome.ts';
import { openShop, type Shop } from '../support/shop.ts';

const found = z.object({ ownedCards: z.int(), unknownCards: z.array(z.string()), missingCards: z.array(z.string()) });
const uncheckedItem = z.object({ walletId: z.string().optional(), code: z.string() });
const unchecked = z.object({ value: z.object({ unchecked: z.array(uncheckedItem) }) });
const fewScopes = ['profile:read', 'wallets:read', 'catalogue:read', 'orders:create', 'orders:read', 'cards:reveal'];

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

it('what a copied folder cannot check is said, and accepted by name; what another counter sold is named in doubt', async () => {
  const [sold, later] = [randomUUID(), randomUUID()];
  await shop.counter(shop.buy(sold, 2));
  const data = join(shop.folder, 'copy');
  cpSync(shop.data, data, { recursive: true });
  await shop.counter(shop.buy(later, 1, '--beside-pending'));
  const copy = (...words: readonly string[]) => shop.counter(words, { data });
  await shop.sandbox.scopes(fewScopes);
  // A name that is given before anything was said counts for nothing.
  for (const words of [['reconcile', '--accept-rest', 'Huda'], ['reconcile']]) {
    const stopped = await copy(...words);
    expect(failureOf(stopped, 3).code).toBe('insufficient_scope');
    const items = unchecked
      .parse(stopped.json)
      .value.unchecked.map(({ walletId, code }) => `${walletId ?? ''} ${code}`);
    expect(items).toContain(`${shop.walletId} insufficient_scope`);
    expect([stopped.stderr.includes(shop.walletId), stopped.stderr.includes('--accept-rest')]).toEqual([true, true]);
    expect(failureOf(await copy('hand-over', sold), 5).code).toBe('codes_unavailable');
  }
  const accepted = valueOf(await copy('reconcile', '--accept-rest', 'Huda'), found);
  expect(accepted).toMatchObject({ unknownCards: [], missingCards: [] });
  const order = valueOf(await copy('resume', sold, '--reveal', '--wait', '0'), orderSchema);
  expect([shownCodes(order), (await copy('hand-over', sold)).exitCode]).toEqual([2, 0]);
  await shop.sandbox.scopes([...fewScopes, 'cards:read']);
  // The first that could read the cards of that wallet since then names what the other counter sold; no later one does.
  const read = valueOf(await copy('reconcile'), found);
  expect([read.ownedCards, read.unknownCards.length, read.missingCards]).toEqual([3, 1, []]);
  expect(valueOf(await copy('reconcile'), found)).toEqual({ ownedCards: 3, unknownCards: [], missingCards: [] });
  const copied = join(shop.folder, 'copy of the copy');
  cpSync(data, copied, { recursive: true });
  const again = valueOf(await shop.counter(['reconcile'], { data: copied }), found);
  expect([again.ownedCards, again.unknownCards.length, again.missingCards]).toEqual([3, 1, []]);
});
