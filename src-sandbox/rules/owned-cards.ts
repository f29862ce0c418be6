import type { SoldCard } from '../state/sold-cards.ts';
import { refuse, refuseField } from '../wire/refusals.ts';
import {
  answerWith,
  grantedWallet,
  isoTime,
  paramOf,
  usableWallet,
  type CallOutcome,
  type SignedCall,
} from './call.ts';
import { revealedCredential } from './credentials.ts';
import { answerPage } from './lists.ts';

const cardsPerInvoiceReveal = 100;

export function listOwnedCards(call: SignedCall): CallOutcome {
  const wallet = grantedWallet(call);
  if (!wallet.ok) return wallet;
  const read = (afterKey: string | undefined, limit: number) => {
    const below = afterKey === undefined ? Number.MAX_SAFE_INTEGER : Number(afterKey);
    return call.state.soldCards.newest(wallet.value.id, below, limit);
  };
  const { ownedCards, cursor } = call.profile.bodies;
  return answerPage(
    call,
    read,
    (card) => String(card.position),
    (card) => maskedView(call, card),
    { holder: ownedCards, cursor },
  );
}

export function readOwnedCard(call: SignedCall): CallOutcome {
  const wallet = grantedWallet(call);
  if (!wallet.ok) return wallet;
  const card = call.state.soldCards.find(wallet.value.id, paramOf(call, 'soldCardId'));
  return card === undefined ? refuse('card_not_found') : answerWith(maskedView(call, card));
}

export function revealCard(call: SignedCall): CallOutcome {
  const wallet = usableWallet(call);
  if (!wallet.ok) return wallet;
  if (call.seen.body.length > 0) return refuseField('', 'must_be_empty');
  const card = call.state.soldCards.find(wallet.value.id, paramOf(call, 'soldCardId'));
  if (card === undefined) return refuse('card_not_found');
  call.state.soldCards.markCardRevealed(card.id, call.nowMs);
  const { cardReveal } = call.profile.bodies;
  const credential = revealedCredential(card, call.nowMs);
  return answerWith(cardReveal === null ? credential : { [cardReveal]: credential });
}

/** All cards of the invoice or none. */
export function revealInvoice(call: SignedCall): CallOutcome {
  const wallet = usableWallet(call);
  if (!wallet.ok) return wallet;
  if (call.seen.body.length > 0) return refuseField('', 'must_be_empty');
  const order = call.state.orders.ofInvoice(paramOf(call, 'invoiceId'));
  if (order?.walletId !== wallet.value.id) return refuse('resource_not_found');
  const cards = call.state.soldCards.ofOrder(order.operationId);
  if (cards.length > cardsPerInvoiceReveal) return refuse('invoice_reveal_limit_exceeded');
  call.state.soldCards.markRevealed(order.operationId, call.nowMs);
  const { invoiceReveal } = call.profile.bodies;
  const credentials = cards.map((card) => revealedCredential(card, call.nowMs));
  return answerWith(
    invoiceReveal === null ? credentials : { invoiceId: order.invoiceId, [invoiceReveal]: credentials },
  );
}

/** An owned card with its codes hidden: the last four digits of the serial number tell it from its neighbours. */
function maskedView(call: SignedCall, card: SoldCard): unknown {
  const { name, faceValue } = call.state.catalogue.cardOf(card.cardId) ?? {};
  const { id, cardId, invoiceId, operationId, completedAtMs, revealedAtMs } = card;
  return {
    soldCardId: id,
    cardId,
    name,
    faceValue,
    invoiceId,
    operationId,
    purchasedAt: isoTime(completedAtMs),
    maskedSerialNumber: card.serialNumber.slice(-4),
    lastRevealedAt: revealedAtMs === null ? undefined : isoTime(revealedAtMs),
  };
}
