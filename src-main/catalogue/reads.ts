import type { Failure } from '../../src-shared/contract/codes.ts';
import type { CategoryId, SoldCardId, SubcategoryId, WalletId } from '../core/ids.ts';
import { ok, type Result } from '../core/result.ts';
import type { Pacing } from '../exchange/pacing.ts';
import { readOperation, type BodyReader } from '../exchange/read.ts';
import type { PartnerSession } from '../exchange/session.ts';
import {
  readCards,
  readCategories,
  readSubcategories,
  readSubcategory,
  type CatalogueCard,
  type CatalogueCategory,
  type CatalogueSubcategory,
} from '../partner-api/operations/catalogue.ts';
import type { Page } from '../partner-api/operations/list.ts';
import { readOwnedCard, readOwnedCards, type OwnedCard } from '../partner-api/operations/owned-cards.ts';
import { readProfile, type PartnerProfile } from '../partner-api/operations/profile.ts';
import type { OperationName } from '../partner-api/operations/table.ts';
import { readWallet, readWallets, type Wallet } from '../partner-api/operations/wallets.ts';

type Read<T> = Promise<Result<T, Failure>>;

/** The reads of the partner API, one call each. A `cursor` is the previous page's `nextCursor`, unchanged. */
export interface Reads {
  profile(): Read<PartnerProfile>;
  wallets(cursor?: string): Read<Page<Wallet>>;
  wallet(walletId: WalletId): Read<Wallet>;
  categories(walletId: WalletId, cursor?: string): Read<Page<CatalogueCategory>>;
  subcategories(walletId: WalletId, categoryId: CategoryId, cursor?: string): Read<Page<CatalogueSubcategory>>;
  subcategory(walletId: WalletId, subcategoryId: SubcategoryId): Read<CatalogueSubcategory>;
  cards(walletId: WalletId, subcategoryId: SubcategoryId, cursor?: string): Read<Page<CatalogueCard>>;
  ownedCards(walletId: WalletId, cursor?: string): Read<Page<OwnedCard>>;
  ownedCard(walletId: WalletId, soldCardId: SoldCardId): Read<OwnedCard>;
}

/** What came with `no-store`, and so may be shown and not kept. */
export class Unkept {
  readonly #values = new WeakSet<object>();

  /** Marks a value and, where it is a page, what stands on it. */
  mark(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    this.#values.add(value);
    if ('items' in value && Array.isArray(value.items)) value.items.forEach((item: unknown) => this.mark(item));
  }

  mayKeep(value: object): boolean {
    return !this.#values.has(value);
  }
}

export function createReads(session: PartnerSession, unkept = new Unkept(), paced: Pacing = (read) => read()): Reads {
  const read = <T>(
    operation: OperationName,
    reader: BodyReader<T>,
    parameters: Readonly<Record<string, string>>,
    cursor?: string,
  ): Read<T> =>
    paced(async () => {
      const found = await readOperation(
        session,
        { operation, parameters, ...(cursor === undefined ? {} : { cursor }) },
        reader,
      );
      if (!found.ok) return found;
      if (found.value.noStore) unkept.mark(found.value.value);
      return ok(found.value.value);
    });
  const { wallets, ownedCards, cursor: cursorName } = session.profile.bodies;
  return {
    profile: () => read('getPartnerProfile', readProfile, {}),
    wallets: (cursor) =>
      read('getPartnerWallets', (body) => readWallets(body, { holder: wallets, cursor: cursorName }), {}, cursor),
    wallet: (walletId) => read('getPartnerWallet', readWallet, { walletId }),
    categories: (walletId, cursor) => read('getPartnerCatalogueCategories', readCategories, { walletId }, cursor),
    subcategories: (walletId, categoryId, cursor) =>
      read('getPartnerCatalogueCategorySubcategories', readSubcategories, { walletId, categoryId }, cursor),
    subcategory: (walletId, subcategoryId) =>
      read('getPartnerCatalogueSubcategory', readSubcategory, { walletId, subcategoryId }),
    cards: (walletId, subcategoryId, cursor) =>
      read('getPartnerCatalogueSubcategoryCards', readCards, { walletId, subcategoryId }, cursor),
    ownedCards: (walletId, cursor) =>
      read(
        'getPartnerOwnedCards',
        (body) => readOwnedCards(body, { holder: ownedCards, cursor: cursorName }),
        { walletId },
        cursor,
      ),
    ownedCard: (walletId, soldCardId) => read('getPartnerOwnedCard', readOwnedCard, { walletId, soldCardId }),
  };
}
