import type { Card } from '../state/catalogue.ts';
import { randomBelow, randomUuid } from '../state/randomness.ts';
import type { ServiceState } from '../state/service-state.ts';
import { fromThousandths, toThousandths } from '../state/thousandths.ts';
import type { Wallet } from '../state/wallets.ts';
import { unitPriceOf } from './catalogue-reads.ts';
import { multiply } from './money.ts';

/** What somebody else did to a wallet. The partner API has no call that tells of it. */
export interface UnseenChange {
  readonly what: 'topUp' | 'correction' | 'soldElsewhere';
  readonly walletId: string;
  /** What the balance changed by: less than nothing where something was taken. */
  readonly amount: string;
  readonly currency: string;
  readonly at: string;
  /** The order of the other counter. */
  readonly operationId?: string;
}

/** Somebody pays into a wallet, or the service's support puts its balance right, up or down. */
export function changeBalance(
  { wallets }: ServiceState,
  { walletId, amount }: { readonly walletId: string; readonly amount: string },
  what: 'topUp' | 'correction',
  nowMs: number,
): UnseenChange | null {
  const wallet = wallets.find(walletId);
  if (wallet === undefined) return null;
  wallets.change(walletId, { balanceThousandths: wallet.balanceThousandths + toThousandths(amount) });
  return { what, walletId, amount, currency: wallet.currency, at: new Date(nowMs).toISOString() };
}

/** Another counter of the same partner buys from the wallet; null where the wallet or the stock does not allow it. */
export function sellElsewhere(
  state: ServiceState,
  { walletId, cardId, quantity }: { readonly walletId: string; readonly cardId?: string; readonly quantity: number },
  nowMs: number,
): UnseenChange | null {
  const wallet = state.wallets.find(walletId);
  const card = wallet === undefined ? undefined : cardFor(state, wallet, { cardId, quantity });
  const price = wallet === undefined || card === undefined ? undefined : unitPriceOf(state, card, wallet.currency);
  if (wallet === undefined || card === undefined || price === undefined) return null;
  const total = toThousandths(multiply(price.amount, quantity));
  if (total > wallet.balanceThousandths || state.stock.left(card.id) < quantity) return null;
  const operationId = randomUuid(state.randomness);
  const order = {
    operationId,
    walletId,
    cardId: card.id,
    quantity,
    totalThousandths: total,
    bodySha256: '',
    externalReference: null,
    useAllowedDebt: 0,
  };
  state.orders.accept(order, { status: 'completed', reported: true }, nowMs);
  const amount = fromThousandths(-total);
  const at = new Date(nowMs).toISOString();
  return { what: 'soldElsewhere', walletId, amount, currency: wallet.currency, at, operationId };
}

function cardFor(
  state: ServiceState,
  wallet: Wallet,
  { cardId, quantity }: { readonly cardId: string | undefined; readonly quantity: number },
): Card | undefined {
  if (cardId !== undefined) return state.catalogue.cardOf(cardId);
  return state.catalogue.cards.find(
    (card) =>
      unitPriceOf(state, card, wallet.currency) !== undefined &&
      state.stock.left(card.id) >= quantity &&
      card.minQuantity <= quantity &&
      card.maxQuantity >= quantity,
  );
}

/** One of the three, of a size as a shop knows it; null where the wallet does not bear it. */
export function changeAtRandom(state: ServiceState, nowMs: number): UnseenChange | null {
  const draw = (limit: number): number => randomBelow(state.randomness, limit);
  const wallets = state.wallets.list();
  const wallet = wallets[draw(Math.max(wallets.length, 1))];
  if (wallet === undefined) return null;
  const walletId = wallet.id;
  const amount = fromThousandths((draw(200) + 1) * 250);
  switch (draw(3)) {
    case 0:
      return changeBalance(state, { walletId, amount }, 'topUp', nowMs);
    case 1:
      return changeBalance(state, { walletId, amount: draw(2) === 0 ? amount : `-${amount}` }, 'correction', nowMs);
    default:
      return sellElsewhere(state, { walletId, quantity: draw(3) + 1 }, nowMs);
  }
}
