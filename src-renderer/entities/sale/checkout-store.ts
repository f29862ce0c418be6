import { create } from 'zustand';
import type { ChargedMoney } from '../../../src-shared/contract/charges.ts';
import type { CallInput, CallResult, OrderView } from '../../../src-shared/contract/schemas.ts';
import { isSameMoney, totalOf } from '../../base/money/total.ts';
import { typedCharge } from '../../base/money/typed-charge.ts';
import { typedDecimal } from '../../base/money/typed-decimal.ts';
import type { ShownFailure } from '../../base/shown-failure.ts';
import { withApproval } from '../../base/stores/approval-store.ts';
import { presenceNow } from '../../base/stores/presence.ts';
import { heedCopyStatusNews } from '../../base/stores/session-store.ts';
import { turnsOf } from '../../base/stores/turns.ts';
import type { Card } from '../catalogue/browse.ts';
import { useCatalogue } from '../catalogue/catalogue-store.ts';
import { allowedQuantity } from '../catalogue/quantity-limits.ts';
import { changeOrder } from '../orders/orders-store.ts';
import { isWantedOver } from '../orders/wanted.ts';

/** What only a person may agree to, for this one sale. */
export interface Consent {
  readonly useAllowedDebt: boolean;
  readonly besidesPending: boolean;
  readonly largeConfirmed?: true;
}

/** A sale as the screen shows it to the person who buys: this is sent, whatever the catalogue has become since. */
export interface ShownSale {
  readonly quantity: number;
  /** The prices that it was drawn by. */
  readonly revision: number;
  readonly total: ChargedMoney;
}

export interface Draft {
  readonly kind: 'draft';
  readonly walletId: string;
  /** As it was when it was chosen: a later price is shown against this one. */
  readonly card: Card;
  /** The price of the refused order that this one is made instead of: the catalogue may know the new one already. */
  readonly priceBefore?: ChargedMoney;
  /** As it is typed, also where it cannot be bought; null while its field is empty. */
  readonly quantity: number | null;
  /** That of the refused order, where the card does not allow so many. */
  readonly quantityBefore?: number;
  readonly reference: string;
  /** What the customer pays for one card by a person's word, as it is typed; absent where the prices say it. */
  readonly otherPrice?: string | undefined;
  /** Agreed to so far: the answer to a second question does not take back that to the first. */
  readonly agreed: Consent;
  readonly problem?: ShownFailure;
  /** The new cost is being read: where the customer pays the same by it, nobody is asked. */
  readonly isRenewing?: true;
  /** What the person was asked about once more, as it was then. */
  readonly asked?: ShownSale;
  readonly replaces?: string;
}
export type Stage =
  | { readonly kind: 'empty' }
  | Draft
  | {
      readonly kind: 'watch';
      readonly operationId: string;
      readonly codesOffered: boolean;
      readonly besidesPending: boolean;
      /** What its customer agreed to, by a second press as well. */
      readonly largeConfirmed?: true;
      /** Of who pressed for it; absent where nobody did, or this page does not know. */
      readonly presence?: number;
    };

type DraftChange = Partial<Pick<Draft, 'quantity' | 'reference' | 'otherPrice'>>;

interface Checkout {
  readonly stage: Stage;
  readonly placing: boolean;
  choose: (walletId: string, card: Card) => void;
  change: (part: DraftChange) => void;
  /** Buys what the person sees: a screen that was drawn before the last price says so with `shown`. */
  buy: (consent: Partial<Consent>, shown?: ShownSale) => Promise<void>;
  /** Back to the quantity from the question whether so large a sale is meant. */
  leaveQuestion: () => void;
  /**
   * Opens the sale again after a refusal that the person may answer; the new order names the refused one. Not over a
   * sale that is being put together, nor without the prices of its wallet. `watched`: the refusal came just now, under
   * the eyes of who bought.
   */
  reopen: (order: OrderView, refusal: ShownFailure, watched?: boolean) => boolean;
  codesOffered: () => void;
  /** Undoes what was chosen since `before`, where nothing was bought meanwhile. */
  undoSince: (before: Stage) => void;
  clear: () => void;
}

const empty: Stage = { kind: 'empty' };
const nothingAgreed: Consent = { useAllowedDebt: false, besidesPending: false };

export const useCheckout = create<Checkout>()((set, get) => ({
  stage: empty,
  placing: false,

  choose: (walletId, card) => {
    if (!get().placing)
      set({ stage: { kind: 'draft', walletId, card, quantity: 1, reference: '', agreed: nothingAgreed } });
  },

  change: (part) => {
    const { stage } = get();
    if (stage.kind === 'draft') set({ stage: changed(stage, part) });
  },

  buy: async (consent, seen) => {
    const { stage: before, placing } = get();
    // Checked and set in one turn: a second Enter or a double click finds `placing` and does nothing.
    if (placing || before.kind !== 'draft') return;
    const stage: Draft = { ...withoutRenewal(before), agreed: { ...before.agreed, ...consent } };
    const shown = seen ?? shownSaleOf(stage);
    if (shown === null) return;
    const presence = presenceNow();
    set({ placing: true });
    const { isHere } = turn();
    const placed = await buyShown(stage, shown);
    if (!isHere()) return;
    if (placed.ok) {
      const { operationId, replaces } = placed.value;
      set({ placing: false, stage: watchOf(stage, operationId, replaces === undefined ? presence : undefined) });
      return;
    }
    // No manager answered: the sale is as it was, with what was agreed to before.
    if (placed.error.approval !== undefined) {
      set({ placing: false, stage: { ...withoutRenewal(before), problem: before.problem ?? placed.error } });
      return;
    }
    set({ placing: false, stage: refused(stage, shown, placed.error) });
    heedCopyStatusNews(placed.error);
    if (placed.error.code === 'price_changed') void useCatalogue.getState().sync();
  },

  leaveQuestion: () => {
    const { stage } = get();
    if (stage.kind === 'draft') set({ stage: withoutQuestion(stage) });
  },

  reopen: (order, refusal, watched = false) => {
    const { view } = useCatalogue.getState();
    const card = view?.walletId === order.walletId ? view.cards.find(({ id }) => id === order.cardId) : undefined;
    const { stage, placing } = get();
    if (card === undefined || placing || stage.kind === 'draft') return false;
    const draft = reopened(stage, order, card, refusal);
    const isRenewed = refusal.code === 'price_changed' && watched && stage.kind === 'watch' && mayRenew(order, stage);
    set({ stage: isRenewed ? { ...draft, isRenewing: true } : draft });
    if (isRenewed) void renew(order, stage);
    else if (refusal.code === 'price_changed') void useCatalogue.getState().sync();
    return true;
  },

  codesOffered: () => {
    const { stage } = get();
    if (stage.kind === 'watch') set({ stage: { ...stage, codesOffered: true } });
  },

  undoSince: (before) => {
    const { stage, placing } = get();
    if (!placing && stage.kind === 'draft' && stage !== before) set({ stage: before });
  },

  clear: () => {
    if (!get().placing) set({ stage: empty });
  },
}));

const turn = turnsOf(useCheckout);

/** The card as the catalogue shows it now: its price is the one on the screen and the one that is sent. */
export function currentCard({ card, walletId }: Draft): Card {
  const { view } = useCatalogue.getState();
  return (view?.walletId === walletId ? view.cards.find(({ id }) => id === card.id) : undefined) ?? card;
}

/**
 * The sale as it would be bought now; null where it cannot be: without a price, or while no quantity up to `most` is
 * typed.
 */
export function shownSaleOf(draft: Draft, most = Number.POSITIVE_INFINITY): ShownSale | null {
  const { charge } = currentCard(draft);
  const { quantity } = draft;
  const view = useCatalogue.getState().view;
  if (charge === undefined || quantity === null || quantity < 1 || quantity > most) return null;
  const { currency } = charge.price;
  const amount = draft.otherPrice === undefined ? charge.price.amount : typedCharge(draft.otherPrice, currency);
  if (amount === null) return null;
  const total = { amount: totalOf(amount, quantity), currency };
  return { quantity, revision: view?.pricesRevision ?? 0, total };
}

/**
 * Places what was shown. Where only the prices by which it was drawn are of before, and the customer pays the same by
 * those in force, that asks nobody.
 */
async function buyShown(draft: Draft, shown: ShownSale): Promise<CallResult<OrderView>> {
  const place = (sale: ShownSale): Promise<CallResult<OrderView>> =>
    withApproval((given) => changeOrder((bridge) => bridge.orders.place({ ...orderOf(draft, sale), ...given })), {
      cardName: draft.card.name,
      quantity: sale.quantity,
      total: sale.total,
    });
  const placed = await place(shown);
  if (placed.ok || placed.error.code !== 'charge_changed') return placed;
  await useCatalogue.getState().recharge();
  const now = shownSaleOf({ ...draft, quantity: shown.quantity });
  return now !== null && isSameMoney(now.total, shown.total) && now.revision !== shown.revision ? place(now) : placed;
}

type Watching = Extract<Stage, { kind: 'watch' }>;

/** Whether a sale may be tried again by itself, as far as this page knows; main has the last word. */
function mayRenew(order: OrderView, { operationId, presence }: Watching): boolean {
  return (
    operationId === order.operationId &&
    presence === presenceNow() &&
    order.replaces === undefined &&
    !isWantedOver(order, Date.now())
  );
}

/**
 * Reads the cost anew that the service refused a sale for, and buys where its customer pays the same. Whatever the
 * person does meanwhile stands, and any doubt leaves the draft to them.
 */
async function renew(order: OrderView, watch: Watching): Promise<void> {
  const isRead = await useCatalogue.getState().renewCard(order.walletId, order.cardId);
  const stage = renewingFor(order);
  if (stage === null) return;
  const shown = shownSaleOf(stage);
  if (!isRead || shown === null || !mayRenew(order, watch) || !isSameMoney(shown.total, order.charge.total)) {
    useCheckout.setState({ stage: withoutRenewal(stage) });
    if (!isRead) void useCatalogue.getState().sync();
    return;
  }
  useCheckout.setState({ placing: true });
  const { isHere } = turn();
  const { largeConfirmed } = watch;
  const agreed = { ...stage.agreed, ...(largeConfirmed === undefined ? {} : { largeConfirmed }) };
  const placed = await changeOrder((bridge) =>
    bridge.orders.place({ ...orderOf({ ...stage, agreed }, shown), afterPriceChange: true }),
  );
  if (!isHere()) return;
  if (placed.ok) {
    const next = watchOf({ ...stage, agreed }, placed.value.operationId, undefined);
    useCheckout.setState({ placing: false, stage: next });
    return;
  }
  // That main allows no try without a person is nothing to tell: what the service said is.
  const problem = placed.error.code === 'not_allowed' && stage.problem !== undefined ? stage.problem : placed.error;
  useCheckout.setState({ placing: false, stage: refused(stage, shown, problem) });
  heedCopyStatusNews(placed.error);
  void useCatalogue.getState().sync();
}

/** The draft that waits for its new cost; null once the person has done something else. */
function renewingFor(order: OrderView): Draft | null {
  const { stage, placing } = useCheckout.getState();
  if (placing || stage.kind !== 'draft' || stage.isRenewing !== true) return null;
  return stage.replaces === order.operationId && stage.quantity === order.quantity ? stage : null;
}

function watchOf({ agreed }: Draft, operationId: string, presence: number | undefined): Watching {
  return {
    kind: 'watch',
    operationId,
    codesOffered: false,
    besidesPending: agreed.besidesPending,
    ...(agreed.largeConfirmed === undefined ? {} : { largeConfirmed: true }),
    ...(presence === undefined ? {} : { presence }),
  };
}

function withoutRenewal({ isRenewing: _, ...draft }: Draft): Draft {
  return draft;
}

function changed(draft: Draft, part: DraftChange): Draft {
  // Another quantity is another sum and another sale: nobody agreed to that.
  const isSameQuantity = part.quantity === undefined || part.quantity === draft.quantity;
  const agreed = isSameQuantity && !Object.hasOwn(part, 'otherPrice') ? draft.agreed : nothingAgreed;
  // Another sale may need no manager.
  const { problem, ...rest } = withoutRenewal(draft);
  const kept = problem === undefined || problem.approval !== undefined ? {} : { problem };
  return { ...rest, ...kept, ...part, agreed };
}

function withoutQuestion({ problem: _, asked: _asked, ...draft }: Draft): Draft {
  return draft;
}

function reopened(stage: Stage, order: OrderView, card: Card, problem: ShownFailure): Draft {
  const besidesPending = stage.kind === 'watch' && stage.operationId === order.operationId && stage.besidesPending;
  return {
    kind: 'draft',
    walletId: order.walletId,
    card,
    priceBefore: order.charge.price,
    reference: order.externalReference ?? '',
    ...quantityAgain(order, card, problem),
    // Debt was agreed to for the sum of that order; at another price the service asks again.
    agreed: { useAllowedDebt: false, besidesPending },
    problem,
    replaces: order.operationId,
  };
}

function orderOf(draft: Draft, { quantity, revision, total }: ShownSale): CallInput<'orders', 'place'> {
  return {
    walletId: draft.walletId,
    cardId: draft.card.id,
    quantity,
    pricesRevision: revision,
    shownTotal: total,
    ...draft.agreed,
    ...(draft.reference === '' ? {} : { externalReference: draft.reference }),
    ...(draft.replaces === undefined ? {} : { replaces: draft.replaces }),
    ...(draft.otherPrice === undefined ? {} : { otherPrice: typedDecimal(draft.otherPrice) }),
  };
}

/** Where the card's own limits were the reason, the nearest quantity that it allows. */
function quantityAgain(
  { quantity }: OrderView,
  { quantityLimits }: Card,
  { code }: ShownFailure,
): Pick<Draft, 'quantity' | 'quantityBefore'> {
  return code === 'validation_failed'
    ? { quantity: allowedQuantity(quantity, quantityLimits), quantityBefore: quantity }
    : { quantity };
}

/** `same_sale_pending` names the other sale, which is not what a new order replaces. */
function refused(draft: Draft, shown: ShownSale, problem: ShownFailure): Draft {
  const replaces = problem.code === 'same_sale_pending' ? draft.replaces : (problem.operationId ?? draft.replaces);
  return {
    ...withoutRenewal(withoutQuestion(draft)),
    agreed: agreedAfter(draft.agreed, problem),
    problem,
    ...(problem.code === 'large_sale' ? { asked: shown } : {}),
    ...(replaces === undefined ? {} : { replaces }),
  };
}

/** At another price it is another sum: whether so much is meant is asked again. */
function agreedAfter({ largeConfirmed, ...agreed }: Consent, { code }: ShownFailure): Consent {
  return code === 'price_changed' || code === 'charge_changed' || largeConfirmed === undefined
    ? agreed
    : { ...agreed, largeConfirmed };
}
