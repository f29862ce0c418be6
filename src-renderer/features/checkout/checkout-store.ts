import { create } from 'zustand';

import type { ShownFailure } from '../../app/shown-failure.ts';
import type { CallInput, OrderView } from '../../../src-preload/contract/schemas.ts';
import { ask } from '../../app/bridge.ts';
import type { Card } from '../catalogue/browse.ts';
import { useCatalogue } from '../catalogue/catalogue-store.ts';
import { useOrders } from '../journal/orders-store.ts';

export interface Draft {
  readonly kind: 'draft';
  readonly walletId: string;
  /** As it was when it was chosen: a later price is shown against this one. */
  readonly card: Card;
  readonly quantity: number;
  readonly reference: string;
  readonly problem?: ShownFailure;
  readonly replaces?: string;
}
export type Stage = { readonly kind: 'empty' } | Draft | { readonly kind: 'watch'; readonly operationId: string; readonly codesOffered: boolean };

interface Checkout {
  readonly stage: Stage;
  readonly placing: boolean;
  choose: (walletId: string, card: Card) => void;
  change: (part: Partial<Pick<Draft, 'quantity' | 'reference'>>) => void;
  buy: (consent: { readonly useAllowedDebt: boolean; readonly besidesPending: boolean }) => Promise<void>;
  /** Opens the sale again after a refusal that the person may answer; the new order names the refused one. */
  reopen: (order: OrderView, refusal: ShownFailure) => void;
  codesOffered: () => void;
  clear: () => void;
}

const empty: Stage = { kind: 'empty' };

export const useCheckout = create<Checkout>()((set, get) => ({
  stage: empty,
  placing: false,

  choose: (walletId, card) => {
    if (!get().placing) set({ stage: { kind: 'draft', walletId, card, quantity: 1, reference: '' } });
  },

  change: (part) => {
    const { stage } = get();
    if (stage.kind === 'draft') set({ stage: { ...stage, ...part } });
  },

  buy: async (consent) => {
    const { stage, placing } = get();
    // Checked and set in one turn: a second Enter or a double click finds `placing` and does nothing.
    if (placing || stage.kind !== 'draft') return;
    const input = orderOf(stage, consent);
    if (input === null) return;
    set({ placing: true });
    const placed = await ask((bridge) => bridge.orders.place(input));
    if (placed.ok) {
      useOrders.getState().keep([placed.value]);
      set({ placing: false, stage: { kind: 'watch', operationId: placed.value.operationId, codesOffered: false } });
      return;
    }
    set({ placing: false, stage: refused(stage, placed.error) });
    if (placed.error.code === 'price_changed') void useCatalogue.getState().sync();
  },

  reopen: (order, refusal) => {
    const card = useCatalogue.getState().view?.cards.find(({ id }) => id === order.cardId);
    if (card === undefined) return;
    const reference = order.externalReference ?? '';
    set({ stage: { kind: 'draft', walletId: order.walletId, card, quantity: order.quantity, reference, problem: refusal, replaces: order.operationId } });
    if (refusal.code === 'price_changed') void useCatalogue.getState().sync();
  },

  codesOffered: () => {
    const { stage } = get();
    if (stage.kind === 'watch') set({ stage: { ...stage, codesOffered: true } });
  },

  clear: () => {
    if (!get().placing) set({ stage: empty });
  },
}));

/** The card as the catalogue shows it now: its price is the one on the screen and the one that is sent. */
export function currentCard({ card, walletId }: Draft): Card {
  const { view } = useCatalogue.getState();
  return (view?.walletId === walletId ? view.cards.find(({ id }) => id === card.id) : undefined) ?? card;
}

function orderOf(draft: Draft, consent: { useAllowedDebt: boolean; besidesPending: boolean }): CallInput<'orders', 'place'> | null {
  const { unitPrice } = currentCard(draft);
  if (unitPrice === undefined) return null;
  return {
    walletId: draft.walletId, cardId: draft.card.id, quantity: draft.quantity, expectedUnitPrice: unitPrice, ...consent,
    ...(draft.reference === '' ? {} : { externalReference: draft.reference }),
    ...(draft.replaces === undefined ? {} : { replaces: draft.replaces }),
  };
}

/** `same_sale_pending` names the other sale, which is not what a new order replaces. */
function refused(draft: Draft, problem: ShownFailure): Draft {
  const replaces = problem.code === 'same_sale_pending' ? draft.replaces : problem.operationId ?? draft.replaces;
  return { ...draft, problem, ...(replaces === undefined ? {} : { replaces }) };
}
