import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import type { Card } from './browse.ts';
import { useCatalogue } from './catalogue-store.ts';

type Limits = Card['quantityLimits'];

/** The nearest to `quantity` that the card allows, as far as the service named its limits. */
export function allowedQuantity(
  quantity: number,
  { minimum = 1, maximum = quantity }: NonNullable<Limits> = {},
): number {
  return Math.max(minimum, Math.min(maximum, quantity));
}

/** What the service said of the card of an order, where the catalogue of its wallet is open. */
export function useLimitsFor({ walletId, cardId }: Pick<OrderView, 'walletId' | 'cardId'>): Limits {
  return useCatalogue(({ view }) => limitsIn(view, walletId, cardId));
}

export function limitsFor({ walletId, cardId }: Pick<OrderView, 'walletId' | 'cardId'>): Limits {
  return limitsIn(useCatalogue.getState().view, walletId, cardId);
}

function limitsIn(view: ReturnType<typeof useCatalogue.getState>['view'], walletId: string, cardId: string): Limits {
  return view?.walletId === walletId ? view.cards.find(({ id }) => id === cardId)?.quantityLimits : undefined;
}
