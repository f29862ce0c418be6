import type { Failure } from '../../src-shared/contract/codes.ts';
import { searchCards } from '../../src-shared/search/card-search.ts';
import type { CardId, CategoryId, SubcategoryId, WalletId } from '../core/ids.ts';
import type { Transport } from '../core/ports.ts';
import { err, ok, type Result } from '../core/result.ts';
import { createSingleFlight } from '../core/single-flight.ts';
import { deploymentIdentity } from '../deployment/profile.ts';
import { retrying } from '../exchange/pacing.ts';
import type { PartnerSession } from '../exchange/session.ts';
import type { CatalogueCard } from '../partner-api/operations/catalogue.ts';
import { addSkipped, type Skipped } from '../partner-api/operations/list.ts';
import { createLogos } from './logos.ts';
import { createPages, type PagePart } from './pages.ts';
import { createReads, Unkept, type Reads } from './reads.ts';
import { openCatalogueStore, type CachedWallet, type CatalogueStore } from './store.ts';
import { viewOf, type ReadCatalogue } from './view.ts';
import { findCard, readAll, walkCatalogue, type CatalogueContent } from './walk.ts';

/** The catalogue of one deployment: what is kept here, and the reads that bring it up to date. */
export interface Catalogue extends Reads {
  /** What is kept for this wallet; never the network. */
  read(walletId: WalletId): ReadCatalogue;
  /**
   * A part of what is kept, or of what was read at `readAt` and may not be kept; from the beginning where that is no
   * more.
   */
  page(walletId: WalletId, part: PagePart): ReadCatalogue;
  /** One card as the screens show it; a sale does not wait for the others to be read. */
  card(walletId: WalletId, cardId: CardId): CatalogueCard | null;
  /** The category of a shelf; null where that is not known here. */
  categoryOf(walletId: WalletId, subcategoryId: SubcategoryId): CategoryId | null;
  /** Reads the whole catalogue of this wallet and replaces what is kept but for `old`, or changes nothing. */
  sync(walletId: WalletId): Promise<Result<ReadCatalogue, Failure>>;
  /** The card as the service shows it now; `card_unknown` where this wallet does not see it. */
  freshCard(walletId: WalletId, cardId: CardId): Promise<Result<CatalogueCard, Failure>>;
  /** Searches what is kept, in both languages. */
  search(walletId: WalletId, text: string): ReadCatalogue['cards'];
  /** The logo of a category or subcategory as a `data:` address; null where initials stand for it. */
  logo(walletId: WalletId, id: CategoryId | SubcategoryId): Promise<string | null>;
  cachedWallets(): readonly CachedWallet[];
  /** Reads every page of wallets and replaces those kept. */
  syncWallets(): Promise<Result<ReadWallets, Failure>>;
  /** Begins no further read of a sync. */
  stop(): void;
  close(): void;
}

/** Wallets as they were just read, and what of the list could not be. */
export interface ReadWallets {
  readonly wallets: readonly CachedWallet[];
  readonly skipped?: Skipped;
}

export interface CatalogueOptions {
  /** Holds `catalogue.db`, which may be deleted at any time. */
  readonly directory: string;
  readonly session: PartnerSession;
  /** For what is not the service: how it goes says nothing of the connection to it. */
  readonly logoTransport?: Transport;
}

export function openCatalogue({ directory, session, logoTransport = session.transport }: CatalogueOptions): Catalogue {
  const unkept = new Unkept();
  const reads = createReads(session, unkept);
  const stopping = new AbortController();
  const syncReads = createReads(session, unkept, retrying(session, stopping.signal));
  const store = openCatalogueStore(directory, deploymentIdentity(session.profile));
  const logos = createLogos({
    hosts: session.profile.logoHosts,
    transport: logoTransport,
    clock: session.clock,
    store,
  });
  const pages = createPages(store);
  const nowText = (): string => new Date(session.clock.nowMs()).toISOString();
  const skipped = new Map<WalletId, Skipped>();
  const currencyOf = (walletId: WalletId): string | null =>
    store.wallets().find(({ wallet }) => wallet.id === walletId)?.wallet.currency ?? null;
  const read = (walletId: WalletId): ReadCatalogue => {
    const stored = store.catalogue(walletId);
    const content = stored?.content ?? { categories: [], subcategories: [], cards: [] };
    return pricedIn(currencyOf(walletId), viewOf(walletId, content, stored?.readAt ?? null));
  };
  const syncs = createSingleFlight<WalletId, Result<ReadCatalogue, Failure>>();
  const sync = async (walletId: WalletId): Promise<Result<ReadCatalogue, Failure>> => {
    const content = await walkCatalogue(syncReads, walletId, pages.before(walletId));
    if (!content.ok) return content;
    const readAt = nowText();
    if (content.value.skipped === undefined) skipped.delete(walletId);
    else skipped.set(walletId, content.value.skipped);
    pages.keep(walletId, { content: content.value, readAt }, keptOf(content.value, unkept));
    return ok(pricedIn(currencyOf(walletId), viewOf(walletId, content.value, readAt)));
  };
  return {
    ...reads,
    ...keepingWallets(reads, store, unkept, nowText),
    read,
    sync: (walletId) => syncs.run(walletId, () => sync(walletId)),
    page: (walletId, part) => {
      const left = part.from === 0 ? skipped.get(walletId) : undefined;
      const page = pricedIn(currencyOf(walletId), pages.page(walletId, part));
      return left === undefined ? page : { ...page, skipped: left };
    },
    card: (walletId, cardId) => {
      const card = pages.card(walletId, cardId);
      return card === null ? null : cardIn(currencyOf(walletId), card);
    },
    categoryOf: (walletId, subcategoryId) => pages.subcategory(walletId, subcategoryId)?.categoryId ?? null,
    freshCard: async (walletId, cardId) => {
      const found = await findCard(reads, walletId, cardId, store.card(walletId, cardId)?.subcategoryId ?? null);
      if (!found.ok) return found;
      if (found.value === null) return err({ code: 'card_unknown', field: 'card' });
      const { value: card } = found;
      if (unkept.mayKeep(card)) store.renewCard(walletId, card);
      // What is held from the last reading comes before what is kept.
      if (!unkept.mayKeep(card) || pages.holds(walletId, cardId)) pages.hold(walletId, card);
      return ok(cardIn(currencyOf(walletId), card));
    },
    search: (walletId, text) => [...searchCards(read(walletId), text)],
    logo: async (walletId, id) => {
      const address = store.logoAddress(walletId, id);
      return address === null ? null : logos.image(address);
    },
    stop: () => stopping.abort(),
    close: () => store.close(),
  };
}

/**
 * "`currency`: always the wallet's currency": what is priced in another cannot be sold to it. Null while the wallet was
 * never read.
 */
function isForeign(currency: string | null, unitPrice: { readonly currency: string } | undefined): boolean {
  return currency !== null && unitPrice !== undefined && unitPrice.currency !== currency;
}

function cardIn(currency: string | null, card: CatalogueCard): CatalogueCard {
  return isForeign(currency, card.unitPrice) ? withoutPrice(card) : card;
}

function pricedIn(currency: string | null, view: ReadCatalogue): ReadCatalogue {
  if (!view.cards.some(({ unitPrice }) => isForeign(currency, unitPrice))) return view;
  return {
    ...view,
    cards: view.cards.map((card) => (isForeign(currency, card.unitPrice) ? withoutPrice(card) : card)),
  };
}

function withoutPrice<C extends { readonly unitPrice?: unknown }>({ unitPrice: _, ...rest }: C): Omit<C, 'unitPrice'> {
  return rest;
}

function keptOf({ categories, subcategories, cards, old }: CatalogueContent, unkept: Unkept): CatalogueContent {
  const mayKeep = (item: object): boolean => unkept.mayKeep(item);
  return {
    categories: categories.filter(mayKeep),
    subcategories: subcategories.filter(mayKeep),
    cards: cards.filter(mayKeep),
    ...(old === undefined ? {} : { old }),
  };
}

/** Wallet reads that leave each balance they see in the cache, with the time it was seen. */
function keepingWallets(
  reads: Reads,
  store: CatalogueStore,
  unkept: Unkept,
  nowText: () => string,
): Pick<Catalogue, 'wallets' | 'wallet' | 'cachedWallets' | 'syncWallets'> {
  return {
    wallets: async (cursor) => {
      const page = await reads.wallets(cursor);
      if (page.ok)
        store.keepWallets(
          page.value.items.filter((wallet) => unkept.mayKeep(wallet)),
          nowText(),
        );
      return page;
    },
    wallet: async (walletId) => {
      const wallet = await reads.wallet(walletId);
      if (wallet.ok && unkept.mayKeep(wallet.value)) store.keepWallets([wallet.value], nowText());
      return wallet;
    },
    cachedWallets: () => store.wallets(),
    syncWallets: async () => {
      let skipped: Skipped = {};
      const wallets = await readAll(
        (cursor) => reads.wallets(cursor),
        (more) => void (skipped = addSkipped(skipped, more)),
      );
      if (!wallets.ok) return wallets;
      const readAt = nowText();
      store.replaceWallets(
        wallets.value.filter((wallet) => unkept.mayKeep(wallet)),
        readAt,
      );
      const read = { wallets: wallets.value.map((wallet) => ({ wallet, readAt })) };
      return ok(Object.keys(skipped).length === 0 ? read : { ...read, skipped });
    },
  };
}
