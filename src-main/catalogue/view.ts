import type { CatalogueView } from '../../src-shared/contract/schemas.ts';
import type { WalletId } from '../core/ids.ts';
import type { CatalogueContent, OldShelf } from './walk.ts';

/** A catalogue as the service gave it: what customers pay is not its business. */
export type ReadCatalogue = Omit<CatalogueView, 'pricesRevision'>;

/** What people see of a catalogue: shelves in display order ("Lower is shown first"), cards in the service's order. */
export function viewOf(walletId: WalletId, content: CatalogueContent, readAt: string | null): ReadCatalogue {
  return {
    walletId,
    categories: content.categories.toSorted(byDisplayOrder),
    subcategories: content.subcategories.toSorted(byDisplayOrder),
    cards: [...content.cards],
    ...(readAt === null ? {} : { readAt }),
    ...(content.skipped === undefined ? {} : { skipped: content.skipped }),
    ...(content.old === undefined ? {} : { old: content.old.map(shownShelf) }),
  };
}

function shownShelf({ id, readAt }: OldShelf): { id: string; readAt?: string } {
  return readAt === null ? { id } : { id, readAt };
}

function byDisplayOrder(a: { readonly displayOrder: number }, b: { readonly displayOrder: number }): number {
  return a.displayOrder - b.displayOrder;
}
