import { create } from 'zustand';
import type { Failure } from '../../../src-shared/contract/codes.ts';
import type { CallResult, CatalogueView } from '../../../src-shared/contract/schemas.ts';
import { ask, counter } from '../../base/bridge.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import { keptWithinMs, within } from '../../base/within.ts';
import { stockOf, type Card, type Choice, type Stock } from './browse.ts';
import { useLogos } from './logos-store.ts';
import { wholeCatalogue } from './whole-catalogue.ts';

interface Catalogue {
  readonly walletId: string | null;
  /** Null until what is kept on this computer has been read. */
  readonly view: CatalogueView | null;
  /** The view in display order, with its search. */
  readonly stock: Stock | null;
  readonly syncing: boolean;
  readonly failure: Failure | null;
  readonly choice: Choice;
  /** Whether the service was asked for it yet. */
  readonly asked: boolean;
  /** The reading of what is kept, while it is under way. */
  readonly reading: Promise<void> | null;
  /** Whether `view` is of the last run. */
  readonly isRemembered: boolean;
  /** The cards that the last run had sold last: they have their place until the orders were read. */
  readonly recentBefore: readonly string[];
  /** Shows what the last run knew first, until main gives what it keeps. */
  remember: (view: CatalogueView, recent: readonly string[]) => void;
  /** What is kept on this computer, which needs no network; not again where it was read. */
  readKept: (walletId: string) => Promise<void>;
  open: (walletId: string) => Promise<void>;
  /** False where nothing new has come of it. */
  sync: () => Promise<boolean>;
  /** Takes over what customers pay now from what is kept here; what the service said stays as it is on the screen. */
  recharge: () => Promise<void>;
  /** Takes over one card as the service has it now; false where it could not be read, or the other prices are older. */
  renewCard: (walletId: string, cardId: string) => Promise<boolean>;
  /**
   * A refusal may have named the limits of a card. The cards stay those on the screen: what came with `no-store` is not
   * kept anywhere.
   */
  rereadLimits: () => Promise<void>;
  choose: (part: Partial<Choice>) => void;
  listen: () => () => void;
}

export const everything: Choice = { query: '', shelf: 'all', subcategoryId: null };

/** The catalogue of one wallet: first what is kept here, then what the service says. */
export const useCatalogue = create<Catalogue>()((set, get) => ({
  walletId: null,
  view: null,
  stock: null,
  syncing: false,
  failure: null,
  choice: everything,
  asked: false,
  reading: null,
  isRemembered: false,
  recentBefore: [],

  remember: (view, recentBefore) => set({ walletId: view.walletId, ...shown(view), isRemembered: true, recentBefore }),

  readKept: (walletId) => {
    const { walletId: before, view, reading, choice, isRemembered } = get();
    if (before === walletId && reading !== null) return reading;
    if (before === walletId && view !== null && !isRemembered) return Promise.resolve();
    if (before !== walletId) {
      turn();
      set({
        ...nothingRead,
        walletId,
        // What was typed before there was a wallet is looked for in its cards.
        choice: before === null ? choice : everything,
      });
    }
    const begun = readKeptOf(walletId).finally(() => {
      if (get().reading === begun) set({ reading: null });
    });
    set({ reading: begun });
    return begun;
  },

  open: async (walletId) => {
    const kept = get().readKept(walletId);
    if (get().asked) return;
    set({ asked: true });
    await within(keptWithinMs, kept);
    if (get().walletId === walletId) await get().sync();
  },

  sync: async () => {
    const { walletId, syncing } = get();
    if (walletId === null || syncing) return false;
    const { isLast } = turn();
    set({ syncing: true });
    const first = await ask((bridge) => bridge.catalogue.sync({ walletId }));
    if (first.ok && first.value.next !== undefined) showWhereBare(first.value);
    const fresh = first.ok ? await wholeCatalogue(first.value, { asSaid: true }) : first;
    if (fresh.ok) useLogos.getState().forgetMissing();
    // Another wallet was chosen meanwhile; its own sync reports for it.
    if (!isLast()) return false;
    set(fresh.ok ? { syncing: false, ...shown(fresh.value), failure: null } : { syncing: false, failure: fresh.error });
    return fresh.ok;
  },

  recharge: async () => {
    const { walletId } = get();
    if (walletId === null) return;
    const kept = await keptCatalogue(walletId);
    const { view } = get();
    if (!kept.ok || view?.walletId !== walletId) return;
    const cards = withChargesOf(kept.value.cards, view.cards);
    // What may not be kept here has its price only from the service.
    if (cards === null) await get().sync();
    else set(shown({ ...view, cards, pricesRevision: kept.value.pricesRevision }));
  },

  renewCard: async (walletId, cardId) => {
    const fresh = await ask((bridge) => bridge.catalogue.freshCard({ walletId, cardId }));
    const { view } = get();
    if (!fresh.ok || view?.walletId !== walletId) return false;
    const { card, pricesRevision } = fresh.value;
    set(shown({ ...view, cards: view.cards.map((each) => (each.id === cardId ? card : each)) }));
    if (view.pricesRevision !== pricesRevision) await get().recharge();
    return true;
  },

  rereadLimits: async () => {
    const { walletId } = get();
    if (walletId === null) return;
    const kept = await keptCatalogue(walletId);
    const { view } = get();
    if (kept.ok && view?.walletId === walletId)
      set(shown({ ...view, cards: withLimitsOf(kept.value.cards, view.cards) }));
  },

  choose: (part) => set(({ choice }) => ({ choice: { ...choice, ...part } })),

  listen: () =>
    counter().on('orderChanged', ({ walletId, refusal }) => {
      if (refusal?.code === 'validation_failed' && walletId === get().walletId) void get().rereadLimits();
    }),
}));

const turn = turnsOf(useCatalogue);

const nothingRead = {
  view: null,
  stock: null,
  failure: null,
  syncing: false,
  asked: false,
  reading: null,
  isRemembered: false,
  recentBefore: [],
};

async function keptCatalogue(
  walletId: string,
  onFirst: (first: CatalogueView) => void = () => undefined,
): Promise<CallResult<CatalogueView>> {
  const first = await ask((bridge) => bridge.catalogue.read({ walletId }));
  if (!first.ok || first.value.next === undefined) return first;
  onFirst(first.value);
  return wholeCatalogue(first.value);
}

async function readKeptOf(walletId: string): Promise<void> {
  const kept = await keptCatalogue(walletId, showWhereBare);
  const { walletId: now, view, isRemembered } = useCatalogue.getState();
  // What the service said meanwhile is newer.
  const isDue = view === null || isRemembered || view.readAt === undefined || view.next !== undefined;
  if (now === walletId && isDue) useCatalogue.setState(kept.ok ? shown(kept.value) : { failure: kept.error });
}

/** The first part of a catalogue, where nothing else is shown. */
function showWhereBare(first: CatalogueView): void {
  const { walletId, view, isRemembered } = useCatalogue.getState();
  if (walletId === first.walletId && (view?.readAt === undefined || isRemembered)) useCatalogue.setState(shown(first));
}

function withLimitsOf(fresh: readonly Card[], cards: readonly Card[]): Card[] {
  const limits = new Map(fresh.map(({ id, quantityLimits }) => [id, quantityLimits]));
  return cards.map((card) => {
    const quantityLimits = limits.get(card.id);
    return quantityLimits === undefined ? card : { ...card, quantityLimits };
  });
}

/** Null where one of them is not among the fresh ones. */
function withChargesOf(fresh: readonly Card[], cards: readonly Card[]): Card[] | null {
  const charges = new Map(fresh.map((card) => [card.id, card]));
  const charged: Card[] = [];
  for (const card of cards) {
    const { unitPrice, personalPrice, specialOfferPrice, charge } = charges.get(card.id) ?? {};
    if (card.charge !== undefined && charge === undefined) return null;
    charged.push({ ...card, unitPrice, personalPrice, specialOfferPrice, charge });
  }
  return charged;
}

function shown(view: CatalogueView): Pick<Catalogue, 'view' | 'stock' | 'isRemembered'> {
  const stock = stockOf(view);
  setTimeout(prepare, 0, stock);
  return { view, stock, isRemembered: false };
}

/** Bit by bit, so that nobody waits for it; a catalogue that was replaced meanwhile is left as it is. */
function prepare(stock: Stock): void {
  if (useCatalogue.getState().stock === stock && stock.prepare()) setTimeout(prepare, 0, stock);
}
