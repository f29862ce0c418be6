import type { CatalogueView } from '../../src-shared/contract/schemas.ts';
import type { WalletId } from '../core/ids.ts';
import type { CatalogueStore, StoredCatalogue } from './store.ts';
import { viewOf } from './view.ts';
import type { CatalogueContent } from './walk.ts';

export interface PagePart {
  readonly from: number;
  /** Of the part before: parts of two readings do not fit together. */
  readonly readAt: string | undefined;
}

/**
 * Hands a catalogue to the screens in parts: 100,000 cards at once would hold up a sale in main, and the screen too.
 */
export interface Pages {
  /** Keeps what may be kept of what was read. */
  keep(walletId: WalletId, read: StoredCatalogue, kept: CatalogueContent): void;
  page(walletId: WalletId, part: PagePart): CatalogueView;
}

/** A matter of milliseconds, to read and to show. */
const cardsInPart = 2_000;
const empty: CatalogueContent = { categories: [], subcategories: [], cards: [] };

export function createPages(store: CatalogueStore): Pages {
  /** What was read and is not wholly in the file, for as long as the screens take it over. */
  let held: (StoredCatalogue & { readonly walletId: WalletId }) | null = null;
  const whole = (content: CatalogueContent, from: number): CatalogueContent => ({
    ...(from === 0 ? content : empty),
    cards: content.cards.slice(from, from + cardsInPart),
  });
  return {
    keep: (walletId, read, kept) => {
      const isKept = store.replaceCatalogue(walletId, { content: kept, readAt: read.readAt });
      held = isKept && sizeOf(kept) === sizeOf(read.content) ? null : { walletId, ...read };
    },
    page: (walletId, { from: wanted, readAt }) => {
      if (held !== null && held.walletId === walletId && held.readAt === readAt) {
        const view = partOf(walletId, whole(held.content, wanted), readAt, wanted, held.content.cards.length);
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

function partOf(
  walletId: WalletId,
  content: CatalogueContent,
  readAt: string | null,
  from: number,
  count: number,
): CatalogueView {
  const next = from + cardsInPart;
  return { ...viewOf(walletId, content, readAt), ...(next < count ? { next } : {}) };
}

function sizeOf({ categories, subcategories, cards }: CatalogueContent): number {
  return categories.length + subcategories.length + cards.length;
}
