import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogue } from '../../../../src-main/catalogue/catalogue.ts';
import type { CardId, WalletId } from '../../../../src-main/core/ids.ts';
import { tempFolder } from '../../../support/temp.ts';
import { sessionOf, startSigningService } from '../partner-api/partner.ts';

const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const walletId = id(1) as WalletId;
const category = { id: id(2), inStock: true, displayOrder: 1 };
const subcategory = { id: id(3), categoryId: id(2), isBestSelling: false, displayOrder: 1, available: true };
const card = { id: id(4), subcategoryId: id(3), faceValue: 'NOT-TO-BE-KEPT', hasSpecialOffer: false, available: true };
const wallet = { id: walletId, currency: 'KWD', balance: { amount: '987.654', currency: 'KWD' } };

async function shop(cacheControl: string) {
  const service = await startSigningService((target) => {
    if (target.includes('/cards')) return { json: { items: [card] }, headers: { 'cache-control': cacheControl } };
    if (target.includes('/catalog'))
      return { json: { items: target.includes('/subcategories') ? [subcategory] : [category] } };
    return {
      json: target.endsWith('/wallets') ? { items: [wallet] } : wallet,
      headers: { 'cache-control': cacheControl },
    };
  });
  onTestFinished(() => service.close());
  const directory = tempFolder();
  const catalogue = openCatalogue({ directory, session: sessionOf({ profile: service.profile }) });
  onTestFinished(() => catalogue.close());
  const onDisk = (): string =>
    readdirSync(directory)
      .map((name) => readFileSync(join(directory, name), 'latin1'))
      .join('');
  return { catalogue, onDisk };
}

describe('an answer that may not be stored', () => {
  it.each(['no-store', 'private, No-Store', 'no-store,max-age=0'])(
    'is shown, and nothing of it is kept, with %s',
    async (cacheControl) => {
      const { catalogue, onDisk } = await shop(cacheControl);
      const synced = await catalogue.sync(walletId);
      expect(synced.ok && synced.value.cards.map(({ id: cardId }) => cardId)).toEqual([card.id]);
      expect((await catalogue.freshCard(walletId, card.id as CardId)).ok).toBe(true);
      expect((await catalogue.syncWallets()).ok).toBe(true);
      for (const read of [await catalogue.wallets(), await catalogue.wallet(walletId)]) expect(read.ok).toBe(true);
      expect(catalogue.read(walletId).categories).toHaveLength(1);
      expect([catalogue.read(walletId).cards, catalogue.cachedWallets()]).toEqual([[], []]);
      expect(onDisk()).not.toMatch(/NOT-TO-BE-KEPT|987\.654/);
    },
  );

  it.each(['no-cache', 'max-age=60', 'x-no-store'])('is no answer with %s', async (cacheControl) => {
    const { catalogue } = await shop(cacheControl);
    await catalogue.sync(walletId);
    await catalogue.syncWallets();
    expect([catalogue.read(walletId).cards.length, catalogue.cachedWallets().length]).toEqual([1, 1]);
  });
});
