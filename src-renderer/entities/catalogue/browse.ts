import type { CatalogueView } from '../../../src-shared/contract/schemas.ts';
import { CardSearch, isQuery, type Found } from '../../../src-shared/search/card-search.ts';
import { shelfRank } from '../../../src-shared/search/display-order.ts';

export type Card = CatalogueView['cards'][number];
export type Subcategory = CatalogueView['subcategories'][number];

/** A card with the shelf it stands on. */
export interface ShelvedCard {
  readonly card: Card;
  readonly subcategory: Subcategory | undefined;
}

/** A catalogue as the screen uses it: in display order, by id, and searchable. Made once for each catalogue. */
export interface Stock {
  readonly cards: readonly ShelvedCard[];
  readonly byId: ReadonlyMap<string, ShelvedCard>;
  readonly find: (query: string) => Found;
  /** Makes some more cards searchable ahead of the first search; false where all are. */
  readonly prepare: () => boolean;
}

/** Few enough to come between two frames of what a person scrolls or types. */
const preparedAtOnce = 500;

/** Shelves that are no category of the service. */
export const ownShelves = ['all', 'favourites', 'recent', 'best'] as const;

export interface Choice {
  readonly query: string;
  /** One of `ownShelves`, or the id of a category. */
  readonly shelf: string;
  readonly subcategoryId: string | null;
}

/**
 * What this counter knows besides the catalogue: its favourites in the order of their digits, and what it sold last.
 */
export interface Habits {
  readonly favourites: readonly string[];
  readonly recent: readonly string[];
}

/** Cards that stand together, in one order. */
export interface Picked {
  readonly favourites: readonly ShelvedCard[];
  readonly recent: readonly ShelvedCard[];
  readonly sellable: readonly ShelvedCard[];
  readonly withoutPrice: readonly ShelvedCard[];
  readonly unavailable: readonly ShelvedCard[];
  /** A search found nothing as it was typed; these are like it. */
  readonly isSimilar: boolean;
}

/** In the order in which the service wants them shown. */
export function stockOf(view: CatalogueView): Stock {
  const subcategories = new Map(view.subcategories.map((subcategory) => [subcategory.id, subcategory]));
  const rank = shelfRank(view);
  const cards = view.cards
    .map((card) => ({ card, subcategory: subcategories.get(card.subcategoryId) }))
    .toSorted((one, other) => rank(one.card) - rank(other.card));
  return { cards, byId: new Map(cards.map((shelved) => [shelved.card.id, shelved])), ...searchOf(view, cards) };
}

function searchOf(view: CatalogueView, cards: readonly ShelvedCard[]): Pick<Stock, 'find' | 'prepare'> {
  const search = new CardSearch(view);
  let added = 0;
  const addUntil = (end: number): void => {
    for (const { card } of cards.slice(added, end)) search.add(card);
    added = Math.min(end, cards.length);
  };
  return {
    find: (query) => {
      addUntil(cards.length);
      return search.find(query);
    },
    prepare: () => {
      addUntil(added + preparedAtOnce);
      return added < cards.length;
    },
  };
}

/**
 * A search looks everywhere; without one the chosen shelf decides. Favourites and what was sold last come before
 * everything else.
 */
export function pick(stock: Stock, { query, shelf, subcategoryId }: Choice, habits: Habits): Picked {
  const known = (ids: readonly string[]): readonly ShelvedCard[] => ids.flatMap((id) => stock.byId.get(id) ?? []);
  if (isQuery(query)) {
    const { positions, isSimilar } = stock.find(query);
    return { ...apart(Array.from(positions, (position) => stock.cards[position])), isSimilar };
  }
  if (shelf === 'all')
    return {
      ...apart(stock.cards),
      favourites: known(habits.favourites),
      recent: known(habits.recent).filter(isSellable),
    };
  if (shelf === 'favourites') return { ...apart([]), favourites: known(habits.favourites) };
  if (shelf === 'recent') return apart(known(habits.recent));
  if (shelf === 'best') return apart(stock.cards.filter(({ subcategory }) => subcategory?.isBestSelling === true));
  return apart(
    stock.cards.filter(({ subcategory }) =>
      subcategoryId === null ? subcategory?.categoryId === shelf : subcategory?.id === subcategoryId,
    ),
  );
}

export function isSellable({ card }: ShelvedCard): boolean {
  return card.available && card.charge !== undefined;
}

function apart(cards: readonly (ShelvedCard | undefined)[]): Picked {
  const [sellable, withoutPrice, unavailable]: [ShelvedCard[], ShelvedCard[], ShelvedCard[]] = [[], [], []];
  for (const shelved of cards) {
    if (shelved === undefined) continue;
    if (isSellable(shelved)) sellable.push(shelved);
    else (shelved.card.charge === undefined ? withoutPrice : unavailable).push(shelved);
  }
  return { favourites: [], recent: [], sellable, withoutPrice, unavailable, isSimilar: false };
}
