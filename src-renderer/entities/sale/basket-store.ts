import { create } from 'zustand';
import type { ChargedMoney } from '../../../src-shared/contract/charges.ts';
import { mostBasketLines } from '../../../src-shared/contract/choices.ts';
import type { CallInput, CallResult, OrderView } from '../../../src-shared/contract/schemas.ts';
import type { OpenWork } from '../../../src-shared/contract/screen.ts';
import { ask } from '../../base/bridge.ts';
import { isSameMoney, sumsOf } from '../../base/money/total.ts';
import { typedCharge } from '../../base/money/typed-charge.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { withApproval, type Subjects } from '../../base/stores/approval-store.ts';
import { presenceNow } from '../../base/stores/presence.ts';
import { heedCopyStatusNews } from '../../base/stores/session-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import type { Card } from '../catalogue/browse.ts';
import { useCatalogue } from '../catalogue/catalogue-store.ts';
import { wholeCatalogue } from '../catalogue/whole-catalogue.ts';
import { changeOrder, readOrders } from '../orders/orders-store.ts';
import { lineTotal, withLine, withQuantity, type BasketLine } from './basket-lines.ts';
import { currentCard, useCheckout, type Draft } from './checkout-store.ts';
import { mostOf } from './most-cards.ts';

type Asked = CallInput<'orders', 'buyBasket'>;
type PlacedBasket = { basket: string; orders: OrderView[] };

/** The whole basket as the screen shows it to the person who buys. */
export interface ShownBasket {
  readonly lines: readonly (BasketLine & { readonly total: ChargedMoney })[];
  readonly totals: readonly ChargedMoney[];
  readonly revision: number;
}

/** What a person pressed for, until the next: its lines may be tried again by themselves. */
interface Bought {
  readonly basket: string;
  readonly presence: number;
  readonly largeConfirmed: boolean;
  readonly besidesPending: readonly string[];
  /** Those that were tried again, or that a person has to answer for. */
  readonly tried: readonly string[];
}

interface Basket {
  /** What stands beside the card in hand. */
  readonly lines: readonly BasketLine[];
  readonly reference: string;
  readonly problem: ShownFailure | null;
  /** The card in hand when it was to become a line and could not: it stays, and its reason is said. */
  readonly stuck: Draft | null;
  /** What the person was asked about once more, as it was then. */
  readonly asked: ShownBasket | null;
  readonly bought: Bought | null;
  /** Lines whose new cost is being read: where their customer pays the same by it, nobody is asked. */
  readonly renewing: readonly string[];
  /** The card in hand becomes a line, and the next one can be looked for. False where it cannot. */
  add: () => boolean;
  changeQuantity: (index: number, quantity: number) => void;
  remove: (index: number) => void;
  changeReference: (reference: string) => void;
  /** Buys what the person sees. `besides` is the line that is another sale than the one that was asked about. */
  buy: (shown: ShownBasket, consent?: { readonly largeConfirmed?: true; readonly besides?: number }) => Promise<void>;
  leaveQuestion: () => void;
  /** Tries a line again whose cost changed, where its customer pays the same and nobody left. */
  renew: (order: OrderView) => Promise<void>;
  /** Undoes what keys of a scanner did before it was known as one. */
  undoSince: (lines: readonly BasketLine[], stage: ReturnType<typeof useCheckout.getState>['stage']) => void;
  clear: () => void;
}

const nothing = { lines: [], reference: '', problem: null, asked: null, stuck: null } as const;

export const useBasket = create<Basket>()((set, get) => ({
  ...nothing,
  bought: null,
  renewing: [],

  add: () => {
    const { stage, placing } = useCheckout.getState();
    if (stage.kind !== 'draft' || placing) return false;
    const line = lineInHand(stage);
    const lines = line === null ? [] : withLine(get().lines, line, mostOf);
    if (line === null || lines.length >= mostBasketLines) {
      set({ stuck: stage });
      return false;
    }
    // What was written beside lines that are gone was another customer's.
    const before = get().lines.length === 0 ? '' : get().reference;
    set({ lines, problem: null, asked: null, stuck: null, reference: before === '' ? stage.reference : before });
    useCheckout.getState().clear();
    return true;
  },

  changeQuantity: (index, quantity) => change({ lines: withQuantity(get().lines, index, quantity, mostOf) }),
  remove: (index) => {
    const { lines, reference } = get();
    change({ lines: lines.filter((_, at) => at !== index) });
    // The card in hand is still this customer's.
    if (get().lines.length === 0) useCheckout.getState().change({ reference });
  },
  changeReference: (reference) => change({ reference }),

  buy: async (seen, { largeConfirmed, besides } = {}) => {
    if (useCheckout.getState().placing) return;
    const agreed = besides === undefined ? seen : withConsent(seen, besides);
    useCheckout.setState({ placing: true });
    const presence = presenceNow();
    const { isHere } = turn();
    const { placed, lines } = await buyShown(agreed, get().reference, largeConfirmed === true);
    if (!isHere()) return;
    if (!placed.ok) {
      // The card in hand is a line now: what is said is said of the lines that were sent.
      useCheckout.setState({ placing: false, stage: { kind: 'empty' } });
      set({ lines, problem: placed.error, asked: placed.error.code === 'large_sale' ? agreed : null });
      heedCopyStatusNews(placed.error);
      if (placed.error.code === 'price_changed') void useCatalogue.getState().sync();
      return;
    }
    const { basket, orders } = placed.value;
    const besidesPending = orders.filter((_, line) => agreed.lines[line]?.besidesPending).map(idOf);
    const bought = { basket, presence, largeConfirmed: largeConfirmed === true, besidesPending, tried: [] };
    set({ ...nothing, bought });
    const [first] = orders;
    useCheckout.setState({ placing: false, stage: first === undefined ? { kind: 'empty' } : watchOf(first, presence) });
  },

  leaveQuestion: () => set({ problem: null, asked: null }),

  renew: async (order) => {
    const { bought, renewing } = get();
    const { operationId, basket, replaces } = order;
    if (bought === null || bought.basket !== basket?.id || bought.tried.includes(operationId)) return;
    const isFirst = replaces === undefined && bought.presence === presenceNow();
    set({
      bought: { ...bought, tried: [...bought.tried, operationId] },
      renewing: isFirst ? [...renewing, operationId] : renewing,
    });
    if (!isFirst) return;
    await tryAgain(order, bought);
    set((now) => ({ renewing: now.renewing.filter((id) => id !== operationId) }));
    void useCatalogue.getState().sync();
  },

  undoSince: (lines, stage) => {
    if (get().lines === lines || useCheckout.getState().placing) return;
    set({ lines });
    useCheckout.setState({ stage });
  },

  clear: () => {
    if (!useCheckout.getState().placing) set(nothing);
  },
}));

const turn = turnsOf(useBasket);

/**
 * Puts a card in hand. Where a basket was begun, the one in hand goes into it, or stays with its reason; once more the
 * same changes nothing.
 */
export function chooseCard(walletId: string, card: Card): void {
  const { stage, choose } = useCheckout.getState();
  const isBegun = useBasket.getState().lines.length > 0;
  if (isBegun && stage.kind === 'draft' && stage.walletId === walletId && stage.card.id === card.id) return;
  if (leaveHand()) choose(walletId, card);
}

/**
 * The hand is free for another card: the one in it is a line of the basket now, or given up where none was begun. False
 * where it cannot be a line: what was typed for it stays.
 */
export function leaveHand(): boolean {
  const { stage, placing, clear } = useCheckout.getState();
  if (stage.kind === 'draft' && !placing && useBasket.getState().lines.length > 0) return useBasket.getState().add();
  clear();
  return true;
}

/** The card in hand as a line; null where it cannot be one: `whyNoLine`, or as a new try of a refused sale. */
export function lineInHand(draft: Draft): BasketLine | null {
  const { walletId, card, quantity, replaces, isRenewing } = draft;
  if (whyNoLine(draft) !== null || quantity === null || replaces !== undefined || isRenewing === true) return null;
  const otherPrice = otherPriceIn(draft);
  return { walletId, card, quantity, ...(otherPrice === null ? {} : { otherPrice }) };
}

/** What a person has to change before the card in hand can be a line; null where it is nothing of the card. */
export function whyNoLine(draft: Draft): 'quantity' | 'gone' | 'otherPrice' | null {
  const card = currentCard(draft);
  const { quantity } = draft;
  if (card.charge === undefined) return 'gone';
  if (quantity === null || quantity < 1 || quantity > mostOf(card)) return 'quantity';
  return draft.otherPrice !== undefined && otherPriceIn(draft) === null ? 'otherPrice' : null;
}

function otherPriceIn(draft: Draft): string | null {
  const { charge } = currentCard(draft);
  return draft.otherPrice === undefined || charge === undefined
    ? null
    : typedCharge(draft.otherPrice, charge.price.currency);
}

/** The card of a line as the catalogue shows it now; null where that does not have it any more. */
export function cardNow({ card, walletId, now = card }: BasketLine): Card | null {
  const { view } = useCatalogue.getState();
  if (view?.walletId !== walletId) return now;
  return view.cards.find(({ id }) => id === card.id) ?? null;
}

/** The basket as it would be bought now; null where a line of it cannot be. */
export function shownBasketOf(lines: readonly BasketLine[]): ShownBasket | null {
  const shown = lines.flatMap((line) => {
    const card = cardNow(line);
    const total = card === null || line.quantity > mostOf(card) ? null : lineTotal(card, line);
    return total === null ? [] : [{ ...line, total }];
  });
  if (shown.length !== lines.length || lines.length === 0) return null;
  const revision = useCatalogue.getState().view?.pricesRevision ?? 0;
  return { lines: shown, totals: sumsOf(shown.map(({ total }) => total)), revision };
}

/** The lines as main keeps them for a page that comes back. */
export function keptBasket(): Pick<OpenWork, 'basket'> {
  const { lines, reference } = useBasket.getState();
  if (lines.length === 0) return {};
  const kept = lines.map(({ walletId, card: { id: cardId }, quantity, otherPrice }) => ({
    walletId,
    cardId,
    quantity,
    ...(otherPrice === undefined ? {} : { otherPrice }),
  }));
  return { basket: { lines: kept, reference } };
}

/** Puts lines together again, unless others were begun meanwhile. A card that is gone stays, for a person to remove. */
export async function restoreBasket({ lines, reference }: NonNullable<OpenWork['basket']>): Promise<void> {
  const { isHere } = turn();
  const cards = await cardsOf(lines);
  const before = useBasket.getState();
  if (!isHere() || before.lines.length > 0 || before.bought !== null || useCheckout.getState().placing) return;
  const restored = lines.map(({ cardId, ...line }): BasketLine => ({
    ...line,
    card: cards.get(`${line.walletId} ${cardId}`) ?? goneCard(cardId),
  }));
  useBasket.setState({ lines: restored, reference });
}

/** The cards of all wallets in these lines, by wallet and card. */
async function cardsOf(lines: readonly Pick<BasketLine, 'walletId'>[]): Promise<ReadonlyMap<string, Card>> {
  const cards = new Map<string, Card>();
  for (const walletId of new Set(lines.map((line) => line.walletId))) {
    const first = await ask(({ catalogue }) => catalogue.read({ walletId }));
    const whole = first.ok ? await wholeCatalogue(first.value) : first;
    if (whole.ok) for (const card of whole.value.cards) cards.set(`${walletId} ${card.id}`, card);
  }
  return cards;
}

/** The lines at the prices of now, also those of wallets that are not open. What cannot be read stays as it was. */
async function recharged(lines: readonly BasketLine[]): Promise<readonly BasketLine[]> {
  await useCatalogue.getState().recharge();
  const open = useCatalogue.getState().view?.walletId;
  const cards = await cardsOf(lines.filter(({ walletId }) => walletId !== open));
  return lines.map((line) => {
    const now = cards.get(`${line.walletId} ${line.card.id}`);
    return now === undefined ? line : { ...line, now };
  });
}

function goneCard(id: string): Card {
  return { id, subcategoryId: id, hasSpecialOffer: false, available: false };
}

function change(part: Partial<Pick<Basket, 'lines' | 'reference'>>): void {
  if (!useCheckout.getState().placing) useBasket.setState({ ...part, problem: null, asked: null });
}

function withConsent(shown: ShownBasket, besides: number): ShownBasket {
  return {
    ...shown,
    lines: shown.lines.map((line, at) => (at === besides ? { ...line, besidesPending: true } : line)),
  };
}

/**
 * Buys what was shown. Where only the prices by which it was drawn are of before, and the customer pays the same by
 * those in force, that asks nobody.
 */
async function buyShown(
  shown: ShownBasket,
  reference: string,
  largeConfirmed: boolean,
): Promise<{ readonly placed: CallResult<PlacedBasket>; readonly lines: readonly BasketLine[] }> {
  const place = (basket: ShownBasket): Promise<CallResult<PlacedBasket>> =>
    readOrders(
      ({ orders }) =>
        withApproval(
          (given) => orders.buyBasket({ ...askedOf(basket, reference, largeConfirmed), ...given }),
          subjectOf(basket),
        ),
      ({ orders }) => orders,
    );
  const sent = shown.lines.map(({ total: _, ...line }) => line);
  const placed = await place(shown);
  if (placed.ok || placed.error.code !== 'charge_changed') return { placed, lines: sent };
  const lines = await recharged(sent);
  const now = shownBasketOf(lines);
  const isSame = now?.lines.every(({ total }, at) => isSameMoney(total, shown.lines[at]?.total ?? total)) === true;
  const isAgain = now !== null && isSame && now.revision !== shown.revision;
  return { placed: isAgain ? await place(now) : placed, lines };
}

function subjectOf({ lines, totals }: ShownBasket): Subjects {
  return { lines: lines.map(({ card, quantity, total }) => ({ cardName: card.name, quantity, total })), totals };
}

function askedOf({ lines, totals, revision }: ShownBasket, reference: string, largeConfirmed: boolean): Asked {
  return {
    lines: lines.map(({ walletId, card, quantity, otherPrice, total, besidesPending = false }) => ({
      walletId,
      cardId: card.id,
      quantity,
      ...(otherPrice === undefined ? {} : { otherPrice }),
      shownTotal: total,
      besidesPending,
    })),
    pricesRevision: revision,
    shownTotals: [...totals],
    ...(reference === '' ? {} : { externalReference: reference }),
    ...(largeConfirmed ? { largeConfirmed } : {}),
  };
}

/** Where main allows no try without a person, the line says what the service said. */
async function tryAgain(order: OrderView, bought: Bought): Promise<void> {
  const { walletId, cardId, quantity, charge } = order;
  const fresh = await ask(({ catalogue }) => catalogue.freshCard({ walletId, cardId }));
  const total = fresh.ok ? lineTotal(fresh.value.card, { quantity }) : null;
  if (!fresh.ok || total === null || !isSameMoney(total, charge.total) || bought.presence !== presenceNow()) return;
  await changeOrder(({ orders }) => orders.place(againOf(order, total, fresh.value.pricesRevision, bought)));
}

function againOf(
  { walletId, cardId, quantity, operationId, externalReference }: OrderView,
  shownTotal: ChargedMoney,
  pricesRevision: number,
  { largeConfirmed, besidesPending }: Bought,
): CallInput<'orders', 'place'> {
  return {
    walletId,
    cardId,
    quantity,
    pricesRevision,
    shownTotal,
    useAllowedDebt: false,
    besidesPending: besidesPending.includes(operationId),
    replaces: operationId,
    afterPriceChange: true,
    ...(externalReference === null ? {} : { externalReference }),
    ...(largeConfirmed ? { largeConfirmed } : {}),
  };
}

function watchOf({ operationId }: OrderView, presence: number) {
  return { kind: 'watch' as const, operationId, codesOffered: false, besidesPending: false, presence };
}

function idOf({ operationId }: OrderView): string {
  return operationId;
}
