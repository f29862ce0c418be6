import type { RememberedScreen } from '../../../src-shared/contract/remembered-screen.ts';
import type { CallHandlers, CatalogueView } from '../../../src-shared/contract/schemas.ts';
import { recentlySold } from '../../../src-shared/search/recently-sold.ts';
import { manyCards } from '../../bench/many-cards.ts';
import { no, ok, soon } from './double-answers.ts';
import * as data from './double-data.ts';
import { chargedCatalogue } from './double-prices.ts';
import { lowBalancesIn } from './double-today.ts';
import { unlike } from './double-unlike.ts';
import type { World } from './double-world.ts';

export function walletCalls(world: World): CallHandlers['wallets'] {
  const view = (readAt: string, fresh: boolean) => ({ items: data.wallets(), readAt, fresh });
  return {
    read: () => soon(ok(world.options.wallets === 'never' ? null : view(data.ago(12), false))),
    list: () =>
      soon(
        ok(
          world.options.wallets === 'refused'
            ? { ...view(data.ago(12), false), failure: { code: 'account_inactive' as const, httpStatus: 403 } }
            : view(data.ago(3.5), true),
        ),
      ),
    low: () => soon(ok({ items: lowBalancesIn(world) })),
    copyTopUp: () => soon(ok({ copied: true as const })),
  };
}

export function catalogueCalls(world: World): CallHandlers['catalogue'] {
  return {
    read: ({ walletId, from = 0 }) => soon(ok(partOf(world, readOf(world, walletId, false), from))),
    sync: ({ walletId }) => soon(ok(partOf(world, readOf(world, walletId, true), 0))),
    freshCard: ({ walletId, cardId }) => {
      const { cards, pricesRevision } = chargedCatalogue(world, readOf(world, walletId, true));
      const card = cards.find(({ id }) => id === cardId);
      return soon(card === undefined ? no('card_unknown') : ok({ card, pricesRevision }));
    },
    // The first two kinds have a logo: one that is a picture, and one that only says so.
    logo: ({ id }) => soon(ok({ image: data.logos[id] ?? null })),
  };
}

const many: Record<string, CatalogueView> = {};

function readOf(world: World, walletId: string, fresh: boolean): CatalogueView {
  const view = data.catalogue(walletId, walletId === data.walletIds.usd ? 'USD' : 'KWD');
  const { catalogue, oldShelves, readMinutesAgo } = world.options;
  if (catalogue === 'never' && !fresh)
    return { walletId, categories: [], subcategories: [], cards: [], pricesRevision: 0 };
  if (catalogue === 'many') return (many[walletId] ??= manyCards(100_000, walletId));
  if (catalogue === 'empty') return { ...view, categories: [], subcategories: [], cards: [] };
  if (oldShelves !== undefined) view.old = [...oldShelves];
  if (catalogue === 'unlike') view.cards = unlike(view.cards);
  view.cards = view.cards.map((card) => (card.id === data.id(4, 1) ? { ...card, ...world.news } : card));
  if (readMinutesAgo !== undefined) view.readAt = data.ago(readMinutesAgo);
  return fresh ? { ...view, readAt: data.ago(0) } : view;
}

/** One card as a sale of it is judged: with its cost, whoever asks. */
export function soldCard(world: World, walletId: string, cardId: string): CatalogueView['cards'][number] | undefined {
  return readOf(world, walletId, true).cards.find(({ id }) => id === cardId);
}

export function categoryOf(world: World, walletId: string, subcategoryId: string): string | null {
  return readOf(world, walletId, true).subcategories.find(({ id }) => id === subcategoryId)?.categoryId ?? null;
}

/** What the last run would have shown first. */
export function rememberedSelling(world: World, cards: number): NonNullable<RememberedScreen['selling']> {
  const view = partOf(world, readOf(world, data.walletIds.kwd, false), 0);
  return {
    preferences: world.preferences,
    wallets: { items: data.wallets(), readAt: data.ago(12), fresh: false },
    recent: recentlySold([...world.orders.values()], data.walletIds.kwd),
    catalogue: cards < view.cards.length ? { ...view, cards: view.cards.slice(0, cards), next: 0 } : view,
  };
}

/** As main gives it: the shelves with the first part. */
function partOf(world: World, view: CatalogueView, from: number): CatalogueView {
  const next = from + 2_000;
  const shelves = from === 0 ? {} : { categories: [], subcategories: [] };
  const charged = chargedCatalogue(world, { ...view, cards: view.cards.slice(from, next) });
  return { ...charged, ...shelves, ...(next < view.cards.length ? { next } : {}) };
}
