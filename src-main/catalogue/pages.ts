import type { CardId, SubcategoryId, WalletId } from '../core/ids.ts';
import type { CatalogueCard, CatalogueSubcategory } from '../partner-api/operations/catalogue.ts';
import type { CatalogueStore, StoredCatalogue } from './store.ts';
import { viewOf, type ReadCatalogue } from './view.ts';
import type { Before, CatalogueContent } from './walk.ts';

export interface PagePart {
  readonly from: number;
  /** Of the part before: parts of two readings do not fit together. */
  readonly readAt: string | undefined;
  /** Of what the service said last; else of what is kept. */
  readonly asSaid?: boolean | undefined;
}

/**
 * Hands a catalogue to the screens in parts: 100,000 cards at once would hold up a sale in main, and the screen too.
 */
export interface Pages {
  /** Keeps what may be kept of what was read. */
  keep(walletId: WalletId, read: StoredCatalogue, kept: CatalogueContent): void;
  page(walletId: WalletId, part: PagePart): ReadCatalogue;
  /** A card that was just read by itself and may not be kept: a sale of it needs its cost. */
  hold(walletId: WalletId, card: CatalogueCard): void;
  holds(walletId: WalletId, cardId: CardId): boolean;
  /** What a reading that cannot have all of it leaves as it is. */
  before(walletId: WalletId): Before;
  /** One card of what is kept or on the screens, without reading the others; and one shelf. */
  card(walletId: WalletId, cardId: CardId): CatalogueCard | null;
  subcategory(walletId: WalletId, id: SubcategoryId): CatalogueSubcategory | null;
}

/** A matter of milliseconds, to read and to show. */
const cardsInPart = 2_000;
const empty: CatalogueContent = { categories: [], subcategories: [], cards: [] };

export function createPages(store: CatalogueStore): Pages {
  /** What was read and is not wholly in the file, for as long as the screens take it over. */
  let held: (StoredCatalogue & { readonly walletId: WalletId }) | null = null;
  /** What the screens show and no file may keep, or could: a sale of it needs its cost. Of the last reading only. */
  let shownOnly: ShownOnly | null = null;
  const whole = (content: CatalogueContent, from: number): CatalogueContent => ({
    ...(from === 0 ? content : empty),
    cards: content.cards.slice(from, from + cardsInPart),
  });
  return {
    keep: (walletId, read, kept) => {
      const isKept = store.replaceCatalogue(walletId, { content: kept, readAt: read.readAt });
      held = isKept && sizeOf(kept) === sizeOf(read.content) ? null : { walletId, ...read };
      shownOnly = held === null ? null : shownOnlyOf(walletId, read.content);
    },
    hold: (walletId, card) => {
      const before = shownOnly?.walletId === walletId ? shownOnly : shownOnlyOf(walletId, empty);
      shownOnly = { ...before, cards: new Map(before.cards).set(card.id, card) };
    },
    holds: (walletId, cardId) => shownOnly?.walletId === walletId && shownOnly.cards.has(cardId),
    before: (walletId) => {
      const over = <T extends { readonly id: string }>(
        kept: readonly T[],
        shown: ReadonlyMap<string, T> | undefined,
        isOf: (one: T) => boolean,
      ): readonly T[] => [
        ...kept.filter(({ id }) => shown?.has(id) !== true),
        ...[...(shown?.values() ?? [])].filter((one) => isOf(one)),
      ];
      const shown = shownOnly?.walletId === walletId ? shownOnly : undefined;
      return {
        subcategories: (id) =>
          over(store.subcategoriesIn(walletId, id), shown?.subcategories, ({ categoryId }) => categoryId === id),
        cards: (id) => over(store.cardsIn(walletId, id), shown?.cards, ({ subcategoryId }) => subcategoryId === id),
        readAt: (id) => store.readAt(walletId, id),
      };
    },
    card: (walletId, cardId) =>
      (shownOnly?.walletId === walletId ? shownOnly.cards.get(cardId) : undefined) ?? store.card(walletId, cardId),
    subcategory: (walletId, id) =>
      (shownOnly?.walletId === walletId ? shownOnly.subcategories.get(id) : undefined) ??
      store.subcategory(walletId, id),
    page: (walletId, { from: wanted, readAt, asSaid = false }) => {
      if (asSaid && held?.walletId === walletId) {
        const from = readAt === held.readAt ? wanted : 0;
        const view = partOf(walletId, whole(held.content, from), held.readAt, from, held.content.cards.length);
        if (view.next === undefined) held = null;
        return view;
      }
      const keptAt = store.readAt(walletId);
      const from = readAt === undefined || readAt === keptAt ? wanted : 0;
      const stored = store.page(walletId, from, cardsInPart);
      return partOf(walletId, stored?.content ?? empty, stored?.readAt ?? null, from, store.cardCount(walletId));
    },
  };
}

interface ShownOnly {
  readonly walletId: WalletId;
  readonly cards: ReadonlyMap<CardId, CatalogueCard>;
  readonly subcategories: ReadonlyMap<SubcategoryId, CatalogueSubcategory>;
}

function shownOnlyOf(walletId: WalletId, { cards, subcategories }: CatalogueContent): ShownOnly {
  return {
    walletId,
    cards: new Map(cards.map((card) => [card.id, card])),
    subcategories: new Map(subcategories.map((subcategory) => [subcategory.id, subcategory])),
  };
}

function partOf(
  walletId: WalletId,
  content: CatalogueContent,
  readAt: string | null,
  from: number,
  count: number,
): ReadCatalogue {
  const next = from + cardsInPart;
  return { ...viewOf(walletId, content, readAt), ...(next < count ? { next } : {}) };
}

function sizeOf({ categories, subcategories, cards }: CatalogueContent): number {
  return categories.length + subcategories.length + cards.length;
}
