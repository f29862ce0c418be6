import type { CatalogueView, LocalizedText } from '../../../src-preload/contract/schemas.ts';
import { matches, normalize } from './normalize.ts';

export type Card = CatalogueView['cards'][number];
export type Subcategory = CatalogueView['subcategories'][number];

/** A card with what is needed to show and find it, worked out once for each catalogue. */
export interface ShelvedCard {
  readonly card: Card;
  readonly subcategory: Subcategory | undefined;
  readonly haystack: string;
}

export interface Choice {
  readonly query: string;
  readonly categoryId: string | null;
  readonly subcategoryId: string | null;
}

export interface Shelves {
  readonly sellable: readonly ShelvedCard[];
  readonly withoutPrice: readonly ShelvedCard[];
  readonly unavailable: readonly ShelvedCard[];
}

const namesOf = (name: LocalizedText | undefined): string => `${name?.ar ?? ''} ${name?.en ?? ''}`;

/** In the order in which the service wants categories and subcategories shown. */
export function shelve(view: CatalogueView): ShelvedCard[] {
  const categories = new Map(view.categories.map((category) => [category.id, category]));
  const subcategories = new Map(view.subcategories.map((subcategory) => [subcategory.id, subcategory]));
  const rank = (subcategory: Subcategory | undefined): number =>
    subcategory === undefined ? Number.MAX_SAFE_INTEGER : (categories.get(subcategory.categoryId)?.displayOrder ?? 0) * 10_000 + subcategory.displayOrder;
  return view.cards
    .map((card) => {
      const subcategory = subcategories.get(card.subcategoryId);
      const category = subcategory === undefined ? undefined : categories.get(subcategory.categoryId);
      const words = [namesOf(card.name), card.faceValue ?? '', namesOf(subcategory?.name), namesOf(category?.name)];
      return { card, subcategory, haystack: normalize(words.join(' ')) };
    })
    .toSorted((one, other) => rank(one.subcategory) - rank(other.subcategory));
}

/** A search looks everywhere; without one, the chosen category and kind decide. */
export function pick(shelved: readonly ShelvedCard[], { query, categoryId, subcategoryId }: Choice): Shelves {
  const wanted = normalize(query);
  const chosen = shelved.filter(({ subcategory, haystack }) => {
    if (wanted !== '') return matches(haystack, wanted);
    if (subcategoryId !== null) return subcategory?.id === subcategoryId;
    return categoryId === null || subcategory?.categoryId === categoryId;
  });
  return {
    sellable: chosen.filter(({ card }) => card.available && card.unitPrice !== undefined),
    withoutPrice: chosen.filter(({ card }) => card.unitPrice === undefined),
    unavailable: chosen.filter(({ card }) => !card.available && card.unitPrice !== undefined),
  };
}
