import type { Catalogue } from '../../catalogue/catalogue.ts';
import { createPages } from '../../catalogue/pages.ts';
import { openCatalogueStore } from '../../catalogue/store.ts';
import { knownId, type CardId, type WalletId } from '../../core/ids.ts';
import type { CardCategory, CategoryOf } from '../../day/views/sales-report.ts';

/** Finds categories in the card lists that are kept here: no network, and each card is looked up once. */
export function cardCategories(catalogue: Pick<Catalogue, 'card' | 'categoryOf' | 'page'>): CategoryOf {
  const ofCard = new Map<string, CardCategory | null>();
  const names = new Map<string, ReadonlyMap<string, CardCategory>>();
  const namesOf = (walletId: WalletId): ReadonlyMap<string, CardCategory> => {
    const known = names.get(walletId);
    if (known !== undefined) return known;
    const { categories } = catalogue.page(walletId, { from: 0, readAt: undefined });
    const found = new Map(categories.map(({ id, name = null }): [string, CardCategory] => [id, { id, name }]));
    names.set(walletId, found);
    return found;
  };
  const find = (walletId: WalletId, cardId: CardId): CardCategory | null => {
    const card = catalogue.card(walletId, cardId);
    const id = card === null ? null : catalogue.categoryOf(walletId, card.subcategoryId);
    return id === null ? null : (namesOf(walletId).get(id) ?? { id, name: null });
  };
  return (walletId, cardId) => {
    const key = `${walletId} ${cardId}`;
    const known = ofCard.get(key);
    if (known !== undefined) return known;
    const found = find(knownId<WalletId>(walletId), knownId<CardId>(cardId));
    ofCard.set(key, found);
    return found;
  };
}

/** The same from the card lists of a folder, without a counter. */
export function keptCardCategories(
  directory: string,
  deployment: string,
): { readonly of: CategoryOf; readonly close: () => void } {
  const store = openCatalogueStore(directory, deployment);
  const pages = createPages(store);
  const of = cardCategories({
    card: (walletId, cardId) => pages.card(walletId, cardId),
    categoryOf: (walletId, id) => pages.subcategory(walletId, id)?.categoryId ?? null,
    page: (walletId, part) => pages.page(walletId, part),
  });
  return { of, close: () => store.close() };
}
