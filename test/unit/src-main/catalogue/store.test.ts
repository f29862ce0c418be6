import { describe, expect, it, onTestFinished } from 'vitest';
import { openCatalogueStore, type CatalogueStore } from '../../../../src-main/catalogue/store.ts';
import type { CategoryId, WalletId } from '../../../../src-main/core/ids.ts';
import { tempFolder } from '../../../support/temp.ts';

const walletId = '00000000-0000-4000-8000-000000000001' as WalletId;
const category = { id: '00000000-0000-4000-8000-000000000002' as CategoryId, inStock: true, displayOrder: 1 };

function open(directory: string, deployment: string): CatalogueStore {
  const store = openCatalogueStore(directory, deployment);
  onTestFinished(() => store.close());
  return store;
}

function keep(store: CatalogueStore, readAt: string): void {
  store.replaceCatalogue(walletId, { content: { categories: [category], subcategories: [], cards: [] }, readAt });
}

describe('the cache of several deployments', () => {
  it('forgets the oldest when there are more than five', () => {
    const directory = tempFolder();
    const stores = [1, 2, 3, 4, 5, 6].map((number) => open(directory, `https://service-${String(number)}.example`));
    stores.forEach((store, index) => keep(store, `2026-01-0${String(index + 1)}T00:00:00.000Z`));
    expect(stores.map((store) => store.catalogue(walletId) !== null)).toEqual([false, true, true, true, true, true]);
  });

  it('never forgets the one in use, even where the clock of the machine was set back', () => {
    const directory = tempFolder();
    const stores = [1, 2, 3, 4, 5].map((number) => open(directory, `https://service-${String(number)}.example`));
    for (const store of stores) keep(store, '2026-01-02T00:00:00.000Z');
    const current = open(directory, 'https://current.example');
    keep(current, '2020-01-01T00:00:00.000Z');
    expect(current.catalogue(walletId)?.content.categories).toEqual([category]);
  });
});
