import type { OrderView } from '../../../src-shared/contract/schemas.ts';
import { newestFirst } from '../../entities/orders/orders-store.ts';

/** More would not be what was sold just now. */
const mostRecent = 12;
/** As many as the preferences hold. */
const mostFavourites = 200;

/** With the card as the last where it was not among them and there is room; without it where it was. */
export function withFavourite(favourites: readonly string[], cardId: string): string[] {
  const others = favourites.filter((id) => id !== cardId);
  if (others.length < favourites.length) return others;
  return favourites.length < mostFavourites ? [...favourites, cardId] : [...favourites];
}

/** The cards that this counter sold last from a wallet, the latest first. */
export function recentlySold(orders: readonly OrderView[], walletId: string): readonly string[] {
  const sold = orders.filter((order) => order.walletId === walletId && order.state === 'completed');
  return [...new Set(newestFirst(sold).map(({ cardId }) => cardId))].slice(0, mostRecent);
}
